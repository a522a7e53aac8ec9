#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/counter.h"
#include "store/broken_file.h"
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
  Millis sync_interval{0};
  /// A broken file is renamed and a new one takes its place; false: it stays as it is.
  bool set_aside = true;
  /// See StoreOptions::on_broken.
  OnBrokenFile on_broken = {};
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
  Counter set_aside;
  Counter commit_micros;
  std::array<Counter, kCommitMicrosBounds.size() + 1> commits_by_micros;
  std::array<Counter, kBatchBounds.size() + 1> commits_by_messages;
};

/// Group commit: the one thread that writes takes what has come from all loops, commits it
/// together, and only then lets the loops know. Owns the database while it runs.
///
/// A message that comes alone is committed at once. When several come, it waits for more, as long
/// as they keep coming and never longer than 2 ms: one fsync then serves all of them. What is
/// removed joins the commits of others, or waits up to a second for one of its own.
///
/// When a commit fails, its messages are told so, and so are those that follow, until one succeeds;
/// the writer tries by itself too, so that it notices without any message that the disk is back.
///
/// A file that turns out to be broken is set aside: renamed, and a new one takes its place, where
/// the current commit is retried. The bridge then appends the messages that it has in memory again
/// (OnLost()), together with new ones. The writer replaces a file once a minute at most: if a disk
/// breaks every file, writing fails instead.
class Writer {
 public:
  Writer(WriterOptions options, CommitQueue& queue);
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() = default;

  // Before Run().
  /// Opens the file. The error is a line that names the path, the reason and the way out.
  Result<void, std::string> Open();
  /// See Store::Load(). What can be read of a broken file is given, and written into the new one
  /// when the writer runs.
  Result<Loaded, std::string> Load(Millis now, const std::function<void(Record)>& take);
  /// See Store::OnLost(). A file that Open() replaces has lost nothing that is in memory.
  void OnLost(Store::Lost lost) { lost_ = std::move(lost); }

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
  Result<void, sqlite::Error> Commit(const std::vector<const Record*>& kept, std::size_t removals);
  Result<void, sqlite::Error> TryCommit(const std::vector<const Record*>& kept, bool sync);
  /// Puts a new file in the place of a broken one. False: it stays, or there is no new one yet.
  bool Replace(const std::string& reason);
  bool OpenAgain();
  /// What went wrong outside of a commit.
  void Examine(const sqlite::Error& error);
  void Count(std::size_t messages, Instant began);
  void Complete(std::vector<Request>& batch, bridge::PublishResult result,
                const Store::PostTo& post);
  void SetHealth(bool healthy, const std::string& reason);

  /// What there is time for when no message waits.
  void Maintain(Instant now);
  void Recover();
  void Checkpoint(bool cut);
  [[nodiscard]] bool RemovalsAreDue(Instant now) const;
  [[nodiscard]] bool SyncIsDue(Instant now) const;
  [[nodiscard]] Millis UntilMaintenance() const;

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
  std::size_t messages_since_maintenance_ = 0;
  Instant last_sync_{};
  Instant last_removals_{};
  Instant last_maintenance_{};
  bool unsynced_ = false;
  Store::Lost lost_ = [] {};
  bool inherits_ = false;  ///< the next file goes on with heritage_
  bool gave_up_ = false;   ///< the file is broken and stays
  bool running_ = false;
  std::optional<Instant> replaced_;
  Database::Heritage heritage_;  ///< of the file that was open last
  bool copies_ = false;          ///< a backup is under way
  bool may_shrink_ = true;       ///< at the start too: what expired meanwhile has left the file
};

}  // namespace prichal::store
