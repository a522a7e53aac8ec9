#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/background_thread.h"
#include "signin/ledger/ledger.h"
#include "signin/ledger/sqlite/ledger_database.h"

namespace prichal::signin {

struct SqliteLedgerOptions {
  std::string folder;  ///< empty: in memory, lost at a restart
  /// The size of the page cache, in bytes.
  std::size_t page_bytes = LedgerDatabase::kPageBytes;
  /// The largest number of pending requests. Further ones fail at once.
  std::size_t most_waiting = 10'000;
  /// Called on the ledger's thread when writes begin to fail and when they work again.
  std::function<void(bool healthy, const std::string& reason)> on_health = {};
};

/// The ledger of a single instance: an SQLite file, and a thread that commits pending requests
/// together with one fsync. If a commit fails, all its requests fail and none is stored. Started
/// before the loops run, stopped after them. See Ledger.
class SqliteLedger final : public Ledger {
 public:
  /// Runs a task on a loop. Called on the ledger's thread.
  using PostTo = std::function<void(std::uint32_t loop, Task task)>;

  /// Opens the file without starting the thread. The error is one line that names the file, the
  /// reason and the fix.
  static Result<std::unique_ptr<SqliteLedger>, std::string> Open(SqliteLedgerOptions options);
  SqliteLedger(const SqliteLedger&) = delete;
  SqliteLedger& operator=(const SqliteLedger&) = delete;
  ~SqliteLedger() override;

  /// Starts the thread. Call it once. `post` is used until Stop() returns.
  void Start(PostTo post);
  /// Completes pending requests and posts their answers before it returns. No request may follow. A
  /// second call does nothing.
  void Stop();

  /// False while writes fail. Any thread.
  [[nodiscard]] bool healthy() const { return healthy_; }

  void Listen(std::uint32_t loop, RevocationListener& listener) override;

  void Claim(std::uint32_t loop, const RefreshToken::Hash& bytes, std::string jkt, Millis expires,
             Millis now, Done<std::string> done) override;
  void SignInOrLink(std::uint32_t loop, LedgerSignIn request, Millis now,
                    Done<SignInAnswer> done) override;
  void Renew(std::uint32_t loop, Renewal request, Millis now, Done<RenewalAnswer> done) override;
  void Find(std::uint32_t loop, const SessionId& session, Millis now,
            Done<std::optional<SignedIn>> done) override;
  void FindByRefresh(std::uint32_t loop, const SessionId& session,
                     const RefreshToken::Hash& refresh, Millis now,
                     Done<std::optional<SignedIn>> done) override;
  void SessionsOf(std::uint32_t loop, const UserId& user, Millis now,
                  Done<std::vector<Session>> done) override;
  void End(std::uint32_t loop, const UserId& user, const SessionId& session, Millis now,
           Done<bool> done) override;
  void EndAll(std::uint32_t loop, const UserId& user, Millis now,
              Done<std::vector<SessionId>> done) override;
  void Unlink(std::uint32_t loop, const UserId& user, IdentityKind kind, std::string key,
              Millis now, Done<UnlinkResult> done) override;
  void FindUser(std::uint32_t loop, IdentityKind kind, std::string key,
                Done<std::optional<UserId>> done) override;
  void Forget(std::uint32_t loop, const UserId& user, Millis now,
              Done<std::vector<SessionId>> done) override;

 private:
  /// A pending request, later with its answer.
  struct Step {
    Step() = default;
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;
    virtual ~Step() = default;
    /// Runs the request. Fails if the database fails.
    virtual Result<void, sqlite::Error> Do(LedgerDatabase& database) = 0;
    /// Calls back on the loop with the answer. `reason`: the error; null if none.
    virtual void Complete(const std::string* reason) = 0;

    std::uint32_t loop = 0;
    bool may_be_kept = false;
  };
  template <typename Answer, typename Work>
  struct StepOf;

  SqliteLedger(SqliteLedgerOptions options, std::unique_ptr<LedgerDatabase> database);

  /// Queues a request. `work` runs on the ledger's thread. `may_be_kept`: true if a
  /// RevocationListener may cache the answer.
  template <typename Answer, typename Work>
  void Submit(std::uint32_t loop, Work work, Done<Answer> done, bool may_be_kept = false);
  void Run();
  void DoBatch(std::vector<std::unique_ptr<Step>> batch);
  Result<void, sqlite::Error> Do(const std::vector<std::unique_ptr<Step>>& batch);
  /// Posts news to all loops.
  void Notify(const RevocationNews& news);
  void CompleteAll(std::span<std::unique_ptr<Step>> batch,
                   const std::optional<std::string>& reason);
  void SweepSome();
  void SetHealth(bool healthy, const std::string& reason);

  const SqliteLedgerOptions options_;
  std::unique_ptr<LedgerDatabase> database_;
  WakeQueue<std::unique_ptr<Step>> queue_;
  std::atomic<std::size_t> waiting_{0};
  std::atomic<bool> stopping_{false};
  std::atomic<bool> healthy_{true};
  PostTo post_;
  std::vector<RevocationListener*> listeners_;  ///< by loop; null if none
  std::thread thread_;
};

}  // namespace prichal::signin
