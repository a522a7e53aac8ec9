#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/hash.h"
#include "base/interface.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "bridge/core/broker.h"
#include "bridge/core/client_id.h"
#include "bridge/core/envelope.h"

namespace prichal::bridge::store {

/// Upper bounds in microseconds of the histogram of commit times. One more bucket counts the rest.
inline constexpr std::array<std::uint64_t, 12> kCommitMicrosBounds = {
    250, 500, 1'000, 2'000, 4'000, 8'000, 16'000, 32'000, 64'000, 128'000, 512'000, 2'000'000};
/// Upper bounds of the histogram of messages per commit. One more bucket counts the rest.
inline constexpr std::array<std::uint64_t, 10> kBatchBounds = {1,  2,  4,   8,   16,
                                                               32, 64, 128, 256, 512};

/// The metrics of the thread that writes a file, since the start unless stated otherwise.
template <typename Number>
struct WriterNumbers {
  Number file_bytes{};     ///< now
  Number wal_bytes{};      ///< size of the write-ahead log now
  Number stored{};         ///< messages
  Number removed{};        ///< messages that left the file
  Number failures{};       ///< commits that failed
  Number set_aside{};      ///< broken files that were replaced by a new one
  Number commit_micros{};  ///< sum of the histogram, in microseconds
  /// Commits by time and by number of messages; not cumulative.
  std::array<Number, kCommitMicrosBounds.size() + 1> commits_by_micros{};
  std::array<Number, kBatchBounds.size() + 1> commits_by_messages{};
};

/// Metrics of a store at one moment. A plain value; all zero for a store in memory.
struct Stats : WriterNumbers<std::uint64_t> {
  std::uint64_t queued_messages = 0;  ///< messages appended, not committed
  std::uint64_t queued_bytes = 0;
};

/// A message in the store, with all that a restarted server needs to deliver it. A plain value.
struct Record {
  ClientId to;
  std::int64_t event_id = 0;
  Millis expires{0};  ///< Unix time
  /// Empty: the message is for open streams only. The store keeps its event ID, so that the ID is
  /// not reused.
  Envelope envelope = {};
  Fingerprint fingerprint = {};  ///< for deduplication
  /// Replaces the record of this event ID, if there is one. Otherwise an existing record is an
  /// error.
  bool replaces = false;
};

/// Result of Store::Load(). A plain value.
struct Loaded {
  std::int64_t last_id = 0;  ///< new messages must have larger event IDs
  std::size_t messages = 0;  ///< loaded
  std::size_t expired = 0;   ///< expired meanwhile, not loaded
  /// Makes the fingerprints of these messages and of all later ones.
  Fingerprints fingerprints;
};

/// Stores acknowledged messages, in a file or nowhere. Made by MakeStore().
///
/// Created, loaded and started on the main thread before the loops run; stopped there after they
/// have ended. In between, the broker of each loop appends and removes, and gets its completions on
/// that loop. A store is read only by Load(): afterwards the mailboxes in memory serve all reads.
class Store : public Interface {
 public:
  /// Completion of Append(): kStored, kStoreBusy (the queue is full) or kStoreFailed.
  using Done = UniqueFunction<void(PublishResult)>;
  /// Runs a task on a loop. Must be callable on any thread.
  using PostTo = std::function<void(std::uint32_t loop, Task task)>;

  /// Calls `take` with each message that has not expired at `now` (Unix time), by event ID. The
  /// error is one line with path, reason and fix.
  virtual Result<Loaded, std::string> Load(Millis now, const std::function<void(Record)>& take) = 0;

  /// Starts writing. `post` is used until Stop() returns.
  virtual void Start(PostTo post) = 0;

  /// Called when the store has lost its contents. Each broker then appends its messages again,
  /// under their event IDs. Called on any thread, also within Load(), before Stats::set_aside
  /// counts the file.
  using Lost = std::function<void()>;
  /// Sets that callback. Call it before Load().
  void OnLost(Lost lost) { lost_ = std::move(lost); }

  /// Stores a message. Call it on loop `loop`; `done` is called there too, possibly before Append()
  /// returns. kStored completions come in the order of the calls. Of two records with one event ID
  /// the later one stays. A sender must not get its response before the completion.
  virtual void Append(std::uint32_t loop, Record record, Done done) = 0;

  /// Removes messages that have expired or were evicted. Any loop, after their kStored completions.
  /// The store removes them later; after a crash, Load() may return them again.
  virtual void Remove(std::vector<std::int64_t> event_ids) = 0;

  /// Writes the queue, and returns when its completions have been posted. No Append() may follow. A
  /// second call does nothing.
  virtual void Stop() = 0;

  /// False while writing fails. Any thread.
  [[nodiscard]] virtual bool healthy() const = 0;
  /// Returns the metrics. Any thread.
  [[nodiscard]] virtual Stats Snapshot() const = 0;

 protected:
  Lost lost_ = [] {};
};

/// A broken database file, as it is reported to the operator. A plain value.
struct BrokenFile {
  std::string path = {};
  std::string reason = {};
  std::string kept_as = {};  ///< path of the copy or of the renamed file; empty: none
  bool stays = false;        ///< true if it was not replaced, so that no message can be stored
};

/// Receives a report. See StoreOptions::on_broken for the thread.
using OnBrokenFile = std::function<void(const BrokenFile& file)>;

/// Kind of store; `store.kind` of the configuration.
enum class Kind { kMemory, kSqlite };

/// Action for a broken database file; `store.on_corrupt` of the configuration.
enum class OnCorrupt {
  kSetAside,  ///< rename it and continue with a new one
  kStop,      ///< leave it to the operator
};

/// Options of the store; `store.*` of the configuration. All except `kind` are for kSqlite.
struct StoreOptions {
  Kind kind = Kind::kSqlite;
  std::string folder;                  ///< created if only its last part is missing
  bool sync_every_commit = true;       ///< fsync before each acknowledgement
  Millis sync_interval{0};             ///< time between two fsyncs otherwise
  std::size_t queue_bytes = SIZE_MAX;  ///< limit of bytes to be written; above it kStoreBusy
  OnCorrupt on_corrupt = OnCorrupt::kSetAside;
  /// Called for each broken file, on the thread that finds it: the caller of MakeStore() or Load(),
  /// or the store's thread. With kStop, MakeStore() and Load() return an error instead.
  OnBrokenFile on_broken = {};
  /// Called on the store's thread when writing starts to fail or works again. `reason`: of the
  /// failure.
  std::function<void(bool healthy, const std::string& reason)> on_health = {};
};

/// Creates the store that the options name, ready for Store::Load(). Call it on the main thread
/// before the loops run. The error is one line with path, reason and fix.
Result<std::unique_ptr<Store>, std::string> MakeStore(const StoreOptions& options);

/// Checks whether MakeStore() would succeed. Changes nothing. The error is one line with path,
/// reason and fix.
[[nodiscard]] Result<void, std::string> CheckStore(const StoreOptions& options);

}  // namespace prichal::bridge::store
