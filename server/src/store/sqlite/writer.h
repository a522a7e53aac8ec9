#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/counter.h"
#include "store/sqlite/commit_queue.h"
#include "store/sqlite/database.h"
#include "store/stats.h"
#include "store/store.h"

namespace prichal::store {

struct WriterOptions {
  std::string folder;
  /// False: acknowledged when the operating system has it, and put on the disk every
  /// `sync_interval`.
  bool sync_every_commit = true;
  Millis sync_interval{1'000};
  /// Called on the writer's thread when it changes whether messages can be kept; `reason` says why
  /// they cannot.
  std::function<void(bool healthy, const std::string& reason)> on_health = {};
};

/// What the writer counts; read by any thread.
struct WriterCounters {
  Counter file_bytes;
  Counter wal_bytes;
  Counter stored;
  Counter removed;
  Counter failures;
  Counter commit_micros;
  std::array<Counter, kCommitMicrosBounds.size() + 1> commits_by_micros;
  std::array<Counter, kBatchBounds.size() + 1> commits_by_messages;
};

/// The one thread that writes: takes what has come from all loops, commits it together, and only
/// then lets the loops know. Owns the database while it runs.
///
/// A message that comes alone is committed at once. When several come, it waits for more, as long
/// as they keep coming and never longer than 2 ms: one fsync then serves all of them. What is
/// removed joins the commits of others, or waits up to a second for one of its own.
///
/// When a commit fails, its messages are told so, and so are those that follow, until one succeeds;
/// the writer tries by itself too, so that it notices without any message that the disk is back.
class Writer {
 public:
  Writer(WriterOptions options, CommitQueue& queue, std::unique_ptr<Database> database);
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() = default;

  /// The thread's body. Ends after Stop() when everything has been written, and closes the
  /// database.
  void Run(const Store::PostTo& post);
  /// Any thread.
  void Stop();

  [[nodiscard]] bool healthy() const { return healthy_.load(std::memory_order_relaxed); }
  [[nodiscard]] const WriterCounters& counters() const { return counters_; }

 private:
  using Instant = std::chrono::steady_clock::time_point;

  /// Takes what has come; true when there were messages.
  bool Collect();
  /// Waits for company of the messages that have come.
  void Gather();
  void CommitMessages(const Store::PostTo& post);
  /// Removes without waiting for messages.
  void CommitRemovals();
  Result<void, SqliteError> Commit(const std::vector<const Record*>& kept, std::size_t removals);
  void Count(std::size_t messages, Instant began);
  void Settle(std::vector<Request>& batch, Outcome outcome, const Store::PostTo& post);
  void SetHealth(bool healthy, const std::string& reason);

  /// What there is time for when no message waits.
  void Tidy(Instant now);
  void Recover();
  void Checkpoint(bool cut);
  [[nodiscard]] bool RemovalsAreDue(Instant now) const;
  [[nodiscard]] bool SyncIsDue(Instant now) const;
  [[nodiscard]] Millis UntilTidy() const;

  const WriterOptions options_;
  CommitQueue& queue_;
  std::unique_ptr<Database> database_;  ///< null while its file cannot be opened again
  WriterCounters counters_;
  std::atomic<bool> healthy_{true};
  std::atomic<bool> stopping_{false};

  std::vector<Request> incoming_;
  std::deque<Request> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::deque<std::int64_t> removals_;
  std::vector<std::int64_t> removing_;  ///< those in the commit under way
  std::size_t last_batch_ = 0;
  std::size_t messages_since_tidy_ = 0;
  Instant last_sync_{};
  Instant last_removals_{};
  Instant last_tidy_{};
  bool unsynced_ = false;
  bool may_shrink_ = true;  ///< at the start too: what expired meanwhile has left the file
};

}  // namespace prichal::store
