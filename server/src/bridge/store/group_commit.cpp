#include "bridge/store/group_commit.h"

#include <sys/prctl.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "bridge/core/counters.h"

namespace prichal::bridge::store {
namespace {

using std::chrono::steady_clock;

constexpr std::size_t kBatchMessages = 512;
constexpr std::size_t kBatchBytes = 1024UL * 1024;
constexpr std::chrono::milliseconds kGather{2};
/// Stops waiting for more messages if none came within this time.
constexpr std::chrono::microseconds kGatherStep{200};
/// Removals per commit: few together with messages, whose acknowledgement they delay; many without
/// messages.
constexpr std::size_t kRemovalsBeside = 1'024;
constexpr std::size_t kRemovalsAlone = 8'192;
/// Pages of 4 KiB in the log before a checkpoint. The slowest commits wait for checkpoints, so they
/// are rare, but the log must not grow large.
constexpr std::size_t kWalPages = 4'000;
constexpr std::size_t kWalPagesAtRest = 256;
constexpr std::chrono::milliseconds kMaintenanceEvery{1'000};
/// Messages between two rounds of maintenance above which optional work is skipped.
constexpr std::size_t kBusy = 50;
constexpr std::chrono::milliseconds kMaintenanceSoon{20};
constexpr std::chrono::milliseconds kTryAgain{250};
/// Minimum time between two replaced files.
constexpr std::chrono::seconds kReplaceAgain{60};
constexpr std::chrono::milliseconds kTimeToRemove{300};  // when stopping

Millis UnixNow() { return MachineClock().Now().unix_time; }

}  // namespace

Writer::Writer(StoreOptions options, CommitQueue& queue)
    : options_(std::move(options)),
      set_aside_(options_.on_corrupt == OnCorrupt::kSetAside),
      queue_(queue) {}

Result<void, std::string> Writer::Open() {
  // Without sync, a power cut may damage several acknowledged commits at once.
  const auto damaged_log = set_aside_ || !options_.sync_every_commit
                               ? Database::DamagedLog::kAccept
                               : Database::DamagedLog::kRefuse;
  auto opened = Database::Open(options_.folder, damaged_log);
  if (!opened && opened.error().broken && set_aside_) {
    if (Replace(opened.error().reason)) return {};
    opened = Database::Open(options_.folder);  // returns the current error
  }
  if (!opened) return Fail(opened.error().message);
  database_ = *std::move(opened);
  if (const auto& damage = database_->log_damage()) {
    counters_.set_aside.Add();
    if (options_.on_broken) {
      options_.on_broken({.path = Database::PathIn(options_.folder),
                          .reason = damage->reason,
                          .kept_as = damage->kept_as});
    }
  }
  counters_.file_bytes.Set(database_->file_bytes());
  counters_.wal_bytes.Set(database_->wal_bytes());
  return {};
}

Result<Loaded, std::string> Writer::Load(Millis now, const std::function<void(Record)>& take) {
  std::size_t given = 0;
  auto loaded = database_->Load(now, [&](Record record) {
    ++given;
    take(std::move(record));
  });
  if (loaded) return *std::move(loaded);
  if (!loaded.error().broken || !set_aside_ || !Replace(loaded.error().reason)) {
    return Fail(loaded.error().message);
  }
  return Loaded{
      .last_id = heritage_.last_id, .messages = given, .fingerprints = heritage_.fingerprints};
}

bool Writer::Replace(const std::string& reason) {
  const Instant now = steady_clock::now();
  const std::string path = Database::PathIn(options_.folder);
  if (!set_aside_) {
    if (running_ && !std::exchange(gave_up_, true) && options_.on_broken)
      options_.on_broken({.path = path, .reason = reason, .stays = true});
    return false;
  }
  if (replaced_ && now - *replaced_ < kReplaceAgain) return false;
  const bool had_one = database_ != nullptr;
  if (had_one) heritage_ = database_->heritage();
  Database::Abandon(std::move(database_));
  const auto kept_as = DataFolder::SetAside(path, UnixNow());
  if (!kept_as) return false;
  replaced_ = now;
  lost_();
  counters_.set_aside.Add();
  if (options_.on_broken) options_.on_broken({.path = path, .reason = reason, .kept_as = *kept_as});
  inherits_ = inherits_ || had_one;
  return OpenAgain();
}

bool Writer::OpenAgain() {
  auto opened = Database::Open(options_.folder);
  if (!opened) return false;
  if (inherits_ && !(*opened)->Inherit(heritage_)) return false;
  inherits_ = false;
  heritage_ = (*opened)->heritage();
  database_ = *std::move(opened);
  counters_.file_bytes.Set(database_->file_bytes());
  counters_.wal_bytes.Set(database_->wal_bytes());
  return true;
}

void Writer::Stop() {
  stopping_ = true;
  queue_.Wake();
}

void Writer::Run(const Store::PostTo& post) {
  running_ = true;
  prctl(PR_SET_TIMERSLACK, 1'000);  // nanoseconds; the default of 50,000 would be a quarter of a
                                    // step
  last_maintenance_ = steady_clock::now();
  while (true) {
    if (waiting_.empty() && !stopping_) queue_.Wait(UntilMaintenance());
    // Read before Collect(), which then sees all requests that were pushed before Stop().
    const bool last_round = stopping_;
    Collect();
    if (!waiting_.empty()) {
      Gather();
      CommitMessages(post);
    } else if (last_round) {
      break;
    }
    const Instant now = steady_clock::now();
    if (waiting_.empty() && now - last_maintenance_ >= UntilMaintenance()) Maintain(now);
  }
  // Messages come first; remaining removals may wait for the next start.
  const Instant end = steady_clock::now() + kTimeToRemove;
  while (!removals_.empty() && healthy() && steady_clock::now() < end) CommitRemovals();
  if (database_ != nullptr && unsynced_) (void)database_->SetSync(true);
  if (database_ != nullptr && healthy()) (void)database_->Commit({}, {});
  database_ = nullptr;
}

bool Writer::Collect() {
  if (!queue_.TakeAll(incoming_)) return false;
  bool messages = false;
  for (Request& request : incoming_) {
    if (request.record == nullptr) {
      removals_.insert(removals_.end(), request.gone.begin(), request.gone.end());
      continue;
    }
    waiting_bytes_ += request.Cost();
    waiting_.push_back(std::move(request));
    messages = true;
  }
  incoming_.clear();
  return messages;
}

void Writer::Gather() {
  if (waiting_.size() < 2 && last_batch_ < 2) return;
  const Instant end = steady_clock::now() + kGather;
  while (waiting_.size() < kBatchMessages && waiting_bytes_ < kBatchBytes &&
         steady_clock::now() < end) {
    std::this_thread::sleep_for(kGatherStep);
    if (!Collect()) return;
  }
}

void Writer::CommitMessages(const Store::PostTo& post) {
  std::vector<Request> batch;
  std::vector<const Record*> kept;
  std::size_t bytes = 0;
  while (!waiting_.empty() && batch.size() < kBatchMessages &&
         (batch.empty() || bytes < kBatchBytes)) {
    bytes += waiting_.front().Cost();
    kept.push_back(waiting_.front().record.get());
    batch.push_back(std::move(waiting_.front()));
    waiting_.pop_front();
  }
  waiting_bytes_ -= bytes;
  last_batch_ = batch.size();
  // In ID order, rows are appended to the table; those of several loops are nearly in order. Of two
  // records with one ID, the later one replaces the other.
  std::stable_sort(kept.begin(), kept.end(),
                   [](const Record* a, const Record* b) { return a->event_id < b->event_id; });

  const auto done = Commit(kept, kRemovalsBeside);
  Complete(batch, done ? PublishResult::kStored : PublishResult::kStoreFailed, post);
  messages_since_maintenance_ += batch.size();
  if (done && database_->wal_pages() >= kWalPages) Checkpoint(false);
}

void Writer::CommitRemovals() { (void)Commit({}, kRemovalsAlone); }

Result<void, sqlite::Error> Writer::Commit(const std::vector<const Record*>& kept,
                                           std::size_t removals) {
  if (database_ == nullptr) {
    return Fail(sqlite::Error{.code = 0, .message = "cannot reopen the file"});
  }
  removals = std::min(removals, removals_.size());
  removing_.assign(removals_.begin(), removals_.begin() + static_cast<std::ptrdiff_t>(removals));
  const Instant began = steady_clock::now();
  const bool sync = options_.sync_every_commit || SyncIsDue(began);
  auto done = TryCommit(kept, sync);
  if (!done && done.error().IsBroken() && Replace(done.error().message)) {
    removing_.clear();  // the new file has none of these messages
    done = TryCommit(kept, sync);
  }
  if (!done) {
    counters_.failures.Add();
    SetHealth(false, done.error().message);
    return done;
  }
  removals_.erase(removals_.begin(), removals_.begin() + static_cast<std::ptrdiff_t>(removals));
  counters_.removed.Add(removals);
  may_shrink_ = may_shrink_ || removals > 0;
  last_removals_ = began;
  unsynced_ = !sync;
  if (sync) last_sync_ = began;
  Count(kept.size(), began);
  SetHealth(true, {});
  return done;
}

Result<void, sqlite::Error> Writer::TryCommit(const std::vector<const Record*>& kept, bool sync) {
  auto done = database_->SetSync(sync);
  if (done) done = database_->Commit(kept, removing_);
  return done;
}

void Writer::Examine(const sqlite::Error& error) {
  if (error.IsBroken() && Replace(error.message)) return;
  counters_.failures.Add();
  SetHealth(false, error.message);
}

void Writer::Count(std::size_t messages, Instant began) {
  counters_.file_bytes.Set(database_->file_bytes());
  counters_.wal_bytes.Set(database_->wal_bytes());
  if (messages == 0) return;
  const auto micros = static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - began).count());
  counters_.stored.Add(messages);
  counters_.commit_micros.Add(micros);
  counters_.commits_by_micros.at(BucketOf(kCommitMicrosBounds, micros)).Add();
  counters_.commits_by_messages.at(BucketOf(kBatchBounds, messages)).Add();
}

void Writer::Complete(std::vector<Request>& batch, PublishResult result,
                      const Store::PostTo& post) {
  std::size_t bytes = 0;
  std::vector<std::vector<Store::Done>> by_loop;
  for (Request& request : batch) {
    bytes += request.Cost();
    if (request.loop >= by_loop.size()) by_loop.resize(request.loop + 1);
    by_loop[request.loop].push_back(std::move(request.done));
  }
  queue_.Release(batch.size(), bytes);
  for (std::uint32_t loop = 0; loop < by_loop.size(); ++loop) {
    if (by_loop[loop].empty()) continue;
    post(loop, [all = std::move(by_loop[loop]), result]() mutable {
      for (Store::Done& done : all) done(result);
    });
  }
}

void Writer::SetHealth(bool healthy, const std::string& reason) {
  if (healthy_.exchange(healthy) == healthy) return;
  if (options_.on_health) options_.on_health(healthy, reason);
}

bool Writer::RemovalsAreDue(Instant now) const {
  return removals_.size() >= kRemovalsAlone ||
         (!removals_.empty() && now - last_removals_ >= kMaintenanceEvery);
}

bool Writer::SyncIsDue(Instant now) const { return now - last_sync_ >= options_.sync_interval; }

Millis Writer::UntilMaintenance() const {
  if (!healthy()) return kTryAgain;
  if (copies_) return sqlite::RequestedBackup::kStepEvery;
  if (may_shrink_ || removals_.size() >= kRemovalsAlone) return kMaintenanceSoon;
  if (unsynced_) return std::min<Millis>(kMaintenanceEvery, options_.sync_interval);
  return kMaintenanceEvery;
}

void Writer::Maintain(Instant now) {
  last_maintenance_ = now;
  if (!healthy()) return Recover();
  if (const auto found = database_->CheckFiles(); !found) return Examine(found.error());
  copies_ = database_->StepBackup();
  if (RemovalsAreDue(now) || (unsynced_ && SyncIsDue(now))) return CommitRemovals();
  if (std::exchange(messages_since_maintenance_, 0) > kBusy) return;
  if (may_shrink_) {
    const auto more = database_->Shrink();
    may_shrink_ = more && *more;
    if (!more && more.error().IsBroken()) return Examine(more.error());
  }
  if (!may_shrink_ && database_->wal_pages() >= kWalPagesAtRest) Checkpoint(true);
}

void Writer::Recover() {
  if (gave_up_) return;
  if (database_ != nullptr && !database_->HasSameIdentity()) {
    const auto saved = database_->Salvage();
    if (!saved && !(saved.error().broken && Replace(saved.error().reason))) return;
    if (saved) {
      // Closing it removes its log, under a name that the next one will use.
      database_ = nullptr;
    }
  }
  if (database_ == nullptr && !OpenAgain()) return;
  // If the log has filled the disk, it restarts after its content is in the file.
  Checkpoint(false);
  if (database_ != nullptr) CommitRemovals();
}

void Writer::Checkpoint(bool cut) {
  // If the disk has no space, the log grows. Commits fail if it cannot.
  const auto moved = database_->Checkpoint(cut);
  if (!moved && moved.error().IsBroken()) Examine(moved.error());
  if (database_ == nullptr) return;
  counters_.file_bytes.Set(database_->file_bytes());
  if (database_->HasSameIdentity()) counters_.wal_bytes.Set(database_->wal_bytes());
}

namespace {

/// Bytes of a request in addition to its message: the request, its record, their allocations.
constexpr std::size_t kOverhead = 256;

}  // namespace

std::size_t Request::Cost() const {
  return kOverhead + (record == nullptr ? 0 : record->envelope.size());
}

CommitQueue::CommitQueue(std::size_t most_bytes) : most_bytes_(most_bytes) {}

bool CommitQueue::Push(Request& request) {
  const std::size_t cost = request.Cost();
  // Racing loops may exceed the limit slightly, which is harmless. One request always fits.
  const std::size_t before = bytes_.load(std::memory_order_relaxed);
  if (before > 0 && before + cost > most_bytes_) return false;
  bytes_.fetch_add(cost, std::memory_order_relaxed);
  messages_.fetch_add(1, std::memory_order_relaxed);
  requests_.Push(std::move(request));
  return true;
}

void CommitQueue::Release(std::size_t messages, std::size_t bytes) {
  messages_.fetch_sub(messages, std::memory_order_relaxed);
  bytes_.fetch_sub(bytes, std::memory_order_relaxed);
}

}  // namespace prichal::bridge::store
