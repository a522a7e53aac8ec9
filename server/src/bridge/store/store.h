#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bridge/core/client_id.h"
#include "base/clock.h"
#include "bridge/core/envelope.h"
#include "base/fingerprint.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "bridge/core/publish_result.h"
#include "bridge/store/stats.h"

namespace prichal::store {

/// A message in the store, with all that a restarted server needs to deliver it. A plain value.
struct Record {
  ClientId to;
  std::int64_t event_id = 0;
  Millis expires{0};  ///< unix time
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

/// Stores acknowledged messages. Implemented by SqliteStore and MemoryStore.
///
/// Created, loaded and started on the main thread before the loops run; stopped there after they
/// have ended. In between, the broker of each loop appends and removes, and gets its completions on
/// that loop. A store is read only by Load(): afterwards the mailboxes in memory serve all reads.
class Store {
 public:
  /// Completion of Append(): kStored, kStoreBusy (the queue is full) or kStoreFailed.
  using Done = UniqueFunction<void(bridge::PublishResult)>;
  /// Runs a task on a loop. Must be callable on any thread.
  using PostTo = std::function<void(std::uint32_t loop, Task task)>;

  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

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

}  // namespace prichal::store
