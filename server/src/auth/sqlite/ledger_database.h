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

#include "auth/ledger.h"
#include "auth/revocations.h"
#include "sqlite/connection.h"
#include "sqlite/requested_backup.h"

namespace prichal::auth {

/// Users, sessions and what has been used, in one SQLite file, `auth.db`. Its calls are those of
/// Ledger, done when they return; between Begin() and Commit() as many as wanted, which are kept
/// together or not at all. Knows no thread: used by one at a time.
class LedgerDatabase {
 public:
  template <typename Answer>
  using Outcome = Result<Answer, sqlite::Error>;

  /// Pages of the file that are kept in memory, where nobody says otherwise.
  static constexpr std::size_t kPageBytes = 32UL * 1024 * 1024;

  /// Makes folder and file where they are missing. The error is a line that names the file, the
  /// reason and the way out.
  static Result<std::unique_ptr<LedgerDatabase>, std::string> Open(
      const std::string& folder, std::size_t page_bytes = kPageBytes);
  static std::string PathIn(const std::string& folder);

  Outcome<void> Begin();
  Outcome<void> Commit();
  void Rollback();

  Outcome<bool> UseChallenge(const Ledger::Key& challenge, Millis expires, Millis now);
  Outcome<std::string> Claim(const RefreshToken::Hash& bytes, std::string_view jkt, Millis expires,
                             Millis now);
  Outcome<SignInAnswer> SignInOrLink(const SignIn& request, Millis now);
  Outcome<RenewalAnswer> Renew(const Renewal& request, Millis now);
  Outcome<std::optional<SignedIn>> Find(const SessionId& session, Millis now);
  Outcome<std::optional<SignedIn>> FindByRefresh(const SessionId& session,
                                                 const RefreshToken::Hash& refresh, Millis now);
  Outcome<std::vector<Session>> SessionsOf(const UserId& user, Millis now);
  Outcome<bool> End(const UserId& user, const SessionId& session, Millis now);
  Outcome<std::vector<SessionId>> EndAll(const UserId& user, Millis now);
  Outcome<UnlinkOutcome> Unlink(const UserId& user, IdentityKind kind, std::string_view key);
  Outcome<std::optional<UserId>> UserOf(IdentityKind kind, std::string_view key);
  Outcome<std::vector<SessionId>> Forget(const UserId& user, Millis now);

  /// Begins a copy of the file where one is wanted (sqlite/requested_backup.h), or makes a piece of
  /// it. True: there is more of it to make. Not between Begin() and Commit().
  bool AdvanceBackup() { return !path_.empty() && backup_.Advance(connection_); }

  /// What has ended and changed since it was last asked for, whether it has been kept or not.
  [[nodiscard]] RevocationNews TakeNews() { return std::exchange(news_, {}); }

  /// Removes at most `most` sessions and as many used keys that are over. True: there may be more.
  Outcome<bool> Sweep(Millis now, std::size_t most);

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

  Outcome<void> PrepareStatements();

  // What fails is noted and goes on without rows: the call that it belongs to ends with the error,
  // and what has been written until then is rolled back.
  void Run(sqlite::Statement& statement);
  [[nodiscard]] bool Next(sqlite::Statement& statement);
  template <typename Answer>
  Outcome<Answer> Finish(Answer answer) {
    if (auto error = std::exchange(error_, std::nullopt)) return Fail(*std::move(error));
    return answer;
  }
  template <std::size_t kSize>
  static std::string_view BytesOf(const std::array<unsigned char, kSize>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  bool InsertUsed(std::string_view key, std::string_view jkt, Millis expires, Millis now);
  /// The session with what only the ledger knows of it; nothing when it is over.
  std::optional<Row> ReadSession(const SessionId& session, Millis now);
  [[nodiscard]] static bool IsRefreshOf(const Row& row, const RefreshToken::Hash& presented);
  std::optional<SignedIn> WithIdentities(std::optional<Row> row);
  std::vector<Identity> IdentitiesOf(const UserId& user);
  std::optional<UserId> Owner(IdentityKind kind, std::string_view key);
  /// Writes a proven identity. `linked` is used if it is new.
  void KeepIdentity(const Identity& identity, const UserId& user, Millis linked);
  SignInAnswer BeginSession(const SignIn& request, std::optional<UserId> user, Millis now);
  SignInAnswer Link(const SignIn& request, std::optional<UserId> owner, Millis now);
  /// Gives the sessions that were not over.
  std::vector<SessionId> DeleteSessions(const UserId& user, Millis now);

  const std::string path_;
  std::optional<sqlite::Error> error_;
  RevocationNews news_;
  // Statements and a copy that is under way go before their connection.
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

}  // namespace prichal::auth
