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
#include <utility>
#include <vector>

#include "base/background_thread.h"
#include "base/clock.h"
#include "base/counter.h"
#include "bridge/store/database.h"
#include "bridge/store/store.h"

namespace prichal::bridge::store {

/// A request of a loop to the writer: a record to store, or (with `gone`) event IDs to remove.
struct Request {
  std::uint32_t loop = 0;
  std::unique_ptr<Record> record = nullptr;  ///< null with `gone`
  Store::Done done = {};
  std::vector<std::int64_t> gone = {};

  /// Bytes that it counts against the limit of the queue.
  [[nodiscard]] std::size_t Cost() const;
};

/// Queue of requests from the loops to the writer, limited by bytes. Lock-free: any thread pushes,
/// the writer's thread takes. Owned by a SqliteStore; outlives its Writer.
class CommitQueue {
 public:
  explicit CommitQueue(std::size_t most_bytes);
  CommitQueue(const CommitQueue&) = delete;
  CommitQueue& operator=(const CommitQueue&) = delete;
  ~CommitQueue() = default;

  /// Adds a request. False if the queue is full; `request` is then unchanged. Any thread.
  [[nodiscard]] bool Push(Request& request);
  /// Adds a request without a record, also if the queue is full. Any thread.
  void PushAlways(Request request) { requests_.Push(std::move(request)); }

  // Writer's thread; see WakeQueue.
  void Wait(Millis most) { requests_.Wait(most); }
  bool TakeAll(std::vector<Request>& into) { return requests_.TakeAll(into); }
  /// Frees the bytes of requests that were committed.
  void Release(std::size_t messages, std::size_t bytes);

  /// Ends Wait(). Any thread.
  void Wake() { requests_.Wake(); }
  [[nodiscard]] std::size_t messages() const { return messages_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  const std::size_t most_bytes_;
  WakeQueue<Request> requests_;
  std::atomic<std::size_t> messages_{0};
  std::atomic<std::size_t> bytes_{0};
};

/// Group commit: one thread takes the requests of all loops, commits them together, and then posts
/// the completions. Owns the Database.
///
/// A single message is committed at once. If several are queued, the writer waits for more while
/// they keep coming, at most 2 ms, so that one fsync serves all of them. Removals join the next
/// commit. Without one, they are committed separately after a second.
///
/// If a commit fails, its messages complete with kStoreFailed, and so do later ones until a commit
/// succeeds. The writer also retries without messages, so it notices when the disk works again.
///
/// A broken file is renamed and replaced by a new one, where the current commit is retried. The
/// bridge then appends its messages in memory again (OnLost()). The writer replaces at most one
/// file a minute: if a disk breaks every file, commits fail instead.
///
/// Open() and Load() run on the main thread before Run(), which is the body of the writer's thread.
class Writer {
 public:
  Writer(StoreOptions options, CommitQueue& queue);
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() = default;

  // Before Run().
  /// Opens the file. The error is one line with path, reason and fix.
  Result<void, std::string> Open();
  /// See Store::Load(). If the file is broken, its readable messages are loaded, and the writer
  /// writes them to the new file.
  Result<Loaded, std::string> Load(Millis now, const std::function<void(Record)>& take);
  /// See Store::OnLost(). Not called for a file that Open() replaces: no message was in memory.
  void OnLost(Store::Lost lost) { lost_ = std::move(lost); }

  /// Body of the writer's thread. After Stop(), writes the queue, closes the database and returns.
  void Run(const Store::PostTo& post);
  /// Makes Run() return. Any thread.
  void Stop();

  [[nodiscard]] bool healthy() const { return healthy_.load(std::memory_order_relaxed); }
  [[nodiscard]] const WriterNumbers<Counter>& counters() const { return counters_; }

 private:
  using Instant = std::chrono::steady_clock::time_point;

  /// Takes the queue. True if it had messages.
  bool Collect();
  /// Waits for more messages to commit together.
  void Gather();
  void CommitMessages(const Store::PostTo& post);
  /// Commits removals only.
  void CommitRemovals();
  Result<void, sqlite::Error> Commit(const std::vector<const Record*>& kept, std::size_t removals);
  Result<void, sqlite::Error> TryCommit(const std::vector<const Record*>& kept, bool sync);
  /// Replaces a broken file by a new one. False if it stays, or if there is no new one yet.
  bool Replace(const std::string& reason);
  bool OpenAgain();
  /// Handles an error outside of a commit.
  void Examine(const sqlite::Error& error);
  void Count(std::size_t messages, Instant began);
  void Complete(std::vector<Request>& batch, PublishResult result, const Store::PostTo& post);
  void SetHealth(bool healthy, const std::string& reason);

  /// Periodic work, while no message is queued.
  void Maintain(Instant now);
  void Recover();
  void Checkpoint(bool cut);
  [[nodiscard]] bool RemovalsAreDue(Instant now) const;
  [[nodiscard]] bool SyncIsDue(Instant now) const;
  [[nodiscard]] Millis UntilMaintenance() const;

  const StoreOptions options_;
  const bool set_aside_;  ///< replaces a broken file by a new one; false: it stays
  CommitQueue& queue_;
  std::unique_ptr<Database> database_;  ///< null while its file cannot be opened again
  WriterNumbers<Counter> counters_;
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
  bool inherits_ = false;  ///< the next file inherits heritage_
  bool gave_up_ = false;   ///< the file is broken and stays
  bool running_ = false;
  std::optional<Instant> replaced_;
  Database::Heritage heritage_;  ///< of the file that was open last
  bool copies_ = false;          ///< a backup is under way
  bool may_shrink_ = true;       ///< true at the start too, because expired messages may have left
                                 ///< the file
};

}  // namespace prichal::bridge::store
