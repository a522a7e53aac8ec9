#include "signin/ledger/sqlite/sqlite_ledger.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace prichal::signin {
namespace {

constexpr std::size_t kBatch = 512;
constexpr Millis kSweepEvery{1'000};
constexpr std::size_t kSweepAtOnce = 1'000;

}  // namespace

template <typename Answer, typename Work>
struct SqliteLedger::StepOf final : SqliteLedger::Step {
  StepOf(Work asked, Done<Answer> whom) : work(std::move(asked)), done(std::move(whom)) {}

  Result<void, sqlite::Error> Do(LedgerDatabase& database) override {
    answer = work(database);
    if (auto error = database.TakeError()) return Fail(*std::move(error));
    return {};
  }
  void Complete(const std::string* reason) override {
    if (reason != nullptr) return done(Fail(LedgerError{*reason}));
    done(*std::move(answer));
  }

  Work work;
  Done<Answer> done;
  std::optional<Answer> answer;
};

Result<std::unique_ptr<SqliteLedger>, std::string> SqliteLedger::Open(SqliteLedgerOptions options) {
  auto database = LedgerDatabase::Open(options.folder, options.page_bytes);
  if (!database) return Fail(database.error());
  return std::unique_ptr<SqliteLedger>(new SqliteLedger(std::move(options), *std::move(database)));
}

SqliteLedger::SqliteLedger(SqliteLedgerOptions options, std::unique_ptr<LedgerDatabase> database)
    : options_(std::move(options)), database_(std::move(database)) {}

SqliteLedger::~SqliteLedger() { Stop(); }

void SqliteLedger::Start(PostTo post) {
  post_ = std::move(post);
  thread_ = std::thread([this] { Run(); });
}

void SqliteLedger::Stop() {
  if (!thread_.joinable()) return;
  stopping_ = true;
  queue_.Wake();
  thread_.join();
  // Closes the file, so that another process can open it.
  database_ = nullptr;
}

template <typename Answer, typename Work>
void SqliteLedger::Submit(std::uint32_t loop, Work work, Done<Answer> done, bool may_be_kept) {
  auto step = std::make_unique<StepOf<Answer, Work>>(std::move(work), std::move(done));
  // Racing loops can exceed the limit by a few requests, which does no harm.
  if (waiting_.load(std::memory_order_relaxed) >= options_.most_waiting) {
    const std::string reason = "too many pending requests to the sign-in database";
    return step->Complete(&reason);
  }
  waiting_.fetch_add(1, std::memory_order_relaxed);
  step->loop = loop;
  step->may_be_kept = may_be_kept;
  queue_.Push(std::move(step));
}

void SqliteLedger::Run() {
  std::vector<std::unique_ptr<Step>> waiting;
  Millis swept = MachineClock().Now().steady;
  Millis copied = swept;
  Millis copy_every = sqlite::RequestedBackup::kLookEvery;
  while (true) {
    if (waiting.empty() && !stopping_) queue_.Wait(std::min(kSweepEvery, copy_every));
    // Read before the queue, so that this round sees all requests from before Stop().
    const bool last_round = stopping_;
    queue_.TakeAll(waiting);
    if (!waiting.empty()) {
      const auto end =
          waiting.begin() + static_cast<std::ptrdiff_t>(std::min(waiting.size(), kBatch));
      std::vector<std::unique_ptr<Step>> batch(std::make_move_iterator(waiting.begin()),
                                               std::make_move_iterator(end));
      waiting.erase(waiting.begin(), end);
      DoBatch(std::move(batch));
    } else if (last_round) {
      return;
    }
    if (const Millis now = MachineClock().Now().steady; now - swept >= kSweepEvery) {
      swept = now;
      SweepSome();
    }
    if (const Millis now = MachineClock().Now().steady; now - copied >= copy_every) {
      copied = now;
      copy_every = database_->StepBackup() ? sqlite::RequestedBackup::kStepEvery
                                           : sqlite::RequestedBackup::kLookEvery;
    }
  }
}

Result<void, sqlite::Error> SqliteLedger::Do(const std::vector<std::unique_ptr<Step>>& batch) {
  if (auto begun = database_->Begin(); !begun) return begun;
  for (const auto& step : batch) {
    if (auto done = step->Do(*database_); !done) return done;
  }
  return database_->Commit();
}

void SqliteLedger::DoBatch(std::vector<std::unique_ptr<Step>> batch) {
  const auto done = Do(batch);
  if (!done) database_->Rollback();
  const RevocationNews news = database_->TakeNews();
  SetHealth(done.has_value(), done ? "" : done.error().message);
  waiting_.fetch_sub(batch.size(), std::memory_order_relaxed);
  std::optional<std::string> reason;
  if (!done) reason = done.error().message;
  // Post cacheable answers before the news that makes them stale. Confirm the end of a session only
  // after the news has been posted to all loops.
  const auto found = std::stable_partition(batch.begin(), batch.end(),
                                           [](const auto& step) { return step->may_be_kept; });
  const std::span<std::unique_ptr<Step>> all(batch);
  const auto finds = static_cast<std::size_t>(found - batch.begin());
  CompleteAll(all.first(finds), reason);
  if (done) Notify(news);
  CompleteAll(all.subspan(finds), reason);
}

void SqliteLedger::CompleteAll(std::span<std::unique_ptr<Step>> batch,
                               const std::optional<std::string>& reason) {
  std::vector<std::vector<std::unique_ptr<Step>>> by_loop;
  for (auto& step : batch) {
    if (step->loop >= by_loop.size()) by_loop.resize(step->loop + 1);
    by_loop[step->loop].push_back(std::move(step));
  }
  for (std::uint32_t loop = 0; loop < by_loop.size(); ++loop) {
    if (by_loop[loop].empty()) continue;
    post_(loop, [steps = std::move(by_loop[loop]), reason] {
      for (const auto& step : steps) step->Complete(reason ? &*reason : nullptr);
    });
  }
}

void SqliteLedger::Listen(std::uint32_t loop, RevocationListener& listener) {
  if (loop >= listeners_.size()) listeners_.resize(loop + 1);
  listeners_[loop] = &listener;
  listener.OnListening();
}

void SqliteLedger::Notify(const RevocationNews& news) {
  if (news.empty()) return;
  for (std::uint32_t loop = 0; loop < listeners_.size(); ++loop) {
    if (listeners_[loop] == nullptr) continue;
    post_(loop, [listener = listeners_[loop], news] { news.Notify(*listener); });
  }
}

void SqliteLedger::SweepSome() {
  // Expiry is checked by time when a row is read, so a late or failed sweep does no harm.
  const Millis now = MachineClock().Now().unix_time;
  if (!database_->Begin()) return;
  (void)database_->Sweep(now, kSweepAtOnce);
  if (database_->TakeError() || !database_->Commit()) database_->Rollback();
}

void SqliteLedger::SetHealth(bool healthy, const std::string& reason) {
  if (healthy_.exchange(healthy) == healthy) return;
  if (options_.on_health) options_.on_health(healthy, reason);
}

namespace {

/// Makes the work of a step: calls `method` of the database with copies of the arguments.
template <typename Method, typename... Arguments>
auto Call(Method method, Arguments... arguments) {
  return [method, ... kept = std::move(arguments)](LedgerDatabase& database) {
    return (database.*method)(kept...);
  };
}

}  // namespace

void SqliteLedger::Claim(std::uint32_t loop, const RefreshToken::Hash& bytes, std::string jkt,
                         Millis expires, Millis now, Done<std::string> done) {
  Submit(loop, Call(&LedgerDatabase::Claim, bytes, std::move(jkt), expires, now), std::move(done));
}

void SqliteLedger::SignInOrLink(std::uint32_t loop, LedgerSignIn request, Millis now,
                                Done<SignInAnswer> done) {
  Submit(loop, Call(&LedgerDatabase::SignInOrLink, std::move(request), now), std::move(done));
}

void SqliteLedger::Renew(std::uint32_t loop, Renewal request, Millis now,
                         Done<RenewalAnswer> done) {
  Submit(loop, Call(&LedgerDatabase::Renew, std::move(request), now), std::move(done));
}

void SqliteLedger::Find(std::uint32_t loop, const SessionId& session, Millis now,
                        Done<std::optional<SignedIn>> done) {
  Submit(loop, Call(&LedgerDatabase::Find, session, now), std::move(done), true);
}

void SqliteLedger::FindByRefresh(std::uint32_t loop, const SessionId& session,
                                 const RefreshToken::Hash& refresh, Millis now,
                                 Done<std::optional<SignedIn>> done) {
  Submit(loop, Call(&LedgerDatabase::FindByRefresh, session, refresh, now), std::move(done));
}

void SqliteLedger::SessionsOf(std::uint32_t loop, const UserId& user, Millis now,
                              Done<std::vector<Session>> done) {
  Submit(loop, Call(&LedgerDatabase::SessionsOf, user, now), std::move(done));
}

void SqliteLedger::End(std::uint32_t loop, const UserId& user, const SessionId& session, Millis now,
                       Done<bool> done) {
  Submit(loop, Call(&LedgerDatabase::End, user, session, now), std::move(done));
}

void SqliteLedger::EndAll(std::uint32_t loop, const UserId& user, Millis now,
                          Done<std::vector<SessionId>> done) {
  Submit(loop, Call(&LedgerDatabase::EndAll, user, now), std::move(done));
}

void SqliteLedger::Unlink(std::uint32_t loop, const UserId& user, IdentityKind kind,
                          std::string key, Millis /*now*/, Done<UnlinkResult> done) {
  Submit(loop, Call(&LedgerDatabase::Unlink, user, kind, std::move(key)), std::move(done));
}

void SqliteLedger::FindUser(std::uint32_t loop, IdentityKind kind, std::string key,
                            Done<std::optional<UserId>> done) {
  Submit(loop, Call(&LedgerDatabase::FindUser, kind, std::move(key)), std::move(done));
}

void SqliteLedger::Forget(std::uint32_t loop, const UserId& user, Millis now,
                          Done<std::vector<SessionId>> done) {
  Submit(loop, Call(&LedgerDatabase::Forget, user, now), std::move(done));
}

}  // namespace prichal::signin
