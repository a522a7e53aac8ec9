#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/sqlite/connection.h"
#include "base/sqlite/online_backup.h"
#include "signin/ledger/ledger.h"

namespace prichal::signin {

/// Sets up a new connection to the file, and creates the tables if the file is empty. Fails if
/// another program or another version of the server wrote the file. `page_bytes`: the size of the
/// page cache.
Result<void, sqlite::Error> PrepareLedger(sqlite::Connection& connection, std::size_t page_bytes);

/// Users, sessions and used proofs in one SQLite file, `auth.db`. The calls are those of Ledger,
/// but block until they are done. All calls between Begin() and Commit() are stored together or not
/// at all. If TakeError() returns an error after a call, the answer is invalid. One thread at a
/// time.
class LedgerDatabase {
 public:
  /// The default size of the page cache, in bytes.
  static constexpr std::size_t kPageBytes = 32UL * 1024 * 1024;

  /// Opens the file; creates it and its folder if they are missing. If `folder` is empty, all is in
  /// memory. The error is one line that names the file, the reason and the fix.
  static Result<std::unique_ptr<LedgerDatabase>, std::string> Open(
      const std::string& folder, std::size_t page_bytes = kPageBytes);
  static std::string PathIn(const std::string& folder);

  Result<void, sqlite::Error> Begin();
  Result<void, sqlite::Error> Commit();
  void Rollback();

  std::string Claim(const RefreshToken::Hash& bytes, std::string_view jkt, Millis expires,
                    Millis now);
  SignInAnswer SignInOrLink(const LedgerSignIn& request, Millis now);
  RenewalAnswer Renew(const Renewal& request, Millis now);
  std::optional<SignedIn> Find(const SessionId& session, Millis now);
  std::optional<SignedIn> FindByRefresh(const SessionId& session, const RefreshToken::Hash& refresh,
                                        Millis now);
  std::vector<Session> SessionsOf(const UserId& user, Millis now);
  bool End(const UserId& user, const SessionId& session, Millis now);
  std::vector<SessionId> EndAll(const UserId& user, Millis now);
  UnlinkResult Unlink(const UserId& user, IdentityKind kind, std::string_view key);
  std::optional<UserId> FindUser(IdentityKind kind, std::string_view key);
  std::vector<SessionId> Forget(const UserId& user, Millis now);

  /// Starts or continues a requested backup (base/sqlite/online_backup.h). Returns true if there
  /// is more to copy. Not between Begin() and Commit().
  bool StepBackup() { return !path_.empty() && backup_.Step(connection_); }

  /// Returns the news since the last call, whether committed or not.
  [[nodiscard]] RevocationNews TakeNews() { return std::exchange(news_, {}); }

  /// Removes at most `most` expired sessions and as many expired uses of proofs. Returns true if
  /// there may be more.
  bool Sweep(Millis now, std::size_t most);

  /// Returns and clears the first error of the calls since the last TakeError(). The transaction
  /// must then be rolled back.
  [[nodiscard]] std::optional<sqlite::Error> TakeError() {
    return std::exchange(error_, std::nullopt);
  }

 private:
  static Result<std::unique_ptr<LedgerDatabase>, std::string> OpenInMemory();
  struct Row {
    Session session;
    std::uint32_t generation = 0;
    std::string refresh;
    Millis renewed{0};
    std::string sealed;
  };

  LedgerDatabase(std::string path, sqlite::Connection connection);

  Result<void, sqlite::Error> PrepareStatements();

  // These functions record the first error and then return no rows.
  void Run(sqlite::Statement& statement);
  [[nodiscard]] bool Next(sqlite::Statement& statement);
  template <std::size_t kSize>
  static std::string_view BytesOf(const std::array<unsigned char, kSize>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  /// Reads a session with the columns that only the ledger needs. Empty if it has ended or expired.
  std::optional<Row> ReadSession(const SessionId& session, Millis now);
  [[nodiscard]] static bool IsRefreshOf(const Row& row, const RefreshToken::Hash& presented);
  std::optional<SignedIn> WithIdentities(std::optional<Row> row);
  std::vector<Identity> IdentitiesOf(const UserId& user);
  /// Stores a proven identity. `linked`: the time of the link if the identity is new.
  void KeepIdentity(const Identity& identity, const UserId& user, Millis linked);
  SignInAnswer BeginSession(const LedgerSignIn& request, std::optional<UserId> user, Millis now);
  SignInAnswer Link(const LedgerSignIn& request, std::optional<UserId> owner, Millis now);
  const std::string path_;
  std::optional<sqlite::Error> error_;
  RevocationNews news_;
  // Declared before the statements and the backup, so that it is destroyed after them.
  sqlite::Connection connection_;
  sqlite::RequestedBackup backup_;
  sqlite::Statement begin_;
  sqlite::Statement commit_;
  sqlite::Statement rollback_;
  sqlite::Statement find_used_;
  sqlite::Statement keep_used_;
  sqlite::Statement sweep_used_;
  sqlite::Statement owner_;
  sqlite::Statement keep_user_;
  sqlite::Statement delete_user_;
  sqlite::Statement keep_identity_;
  sqlite::Statement identities_of_;
  sqlite::Statement delete_identity_;
  sqlite::Statement delete_identities_;
  sqlite::Statement move_identities_;
  sqlite::Statement keep_session_;
  sqlite::Statement find_session_;
  sqlite::Statement sessions_of_;
  sqlite::Statement renew_;
  sqlite::Statement touch_;
  sqlite::Statement delete_session_;
  sqlite::Statement delete_sessions_;
  sqlite::Statement sweep_sessions_;
};

}  // namespace prichal::signin
