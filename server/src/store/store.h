#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/client_id.h"
#include "base/clock.h"
#include "base/envelope.h"
#include "base/fingerprint.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "bridge/publish_result.h"
#include "store/stats.h"

namespace prichal::store {

/// One message as it is kept: everything that a restart needs to deliver it.
struct Record {
  ClientId to;
  std::int64_t event_id = 0;
  Millis expires{0};  ///< unix time
  /// Empty: nothing to keep but the id, which is not given again.
  Envelope envelope = {};
  Fingerprint fingerprint = {};  ///< by which a repetition is known
  /// The store may have kept one under this id, which it replaces: a message that lives longer, or
  /// that is written anew. Without it, an id that is there already is an error.
  bool replaces = false;
};

/// What a store has kept from before a restart.
struct Loaded {
  std::int64_t last_id = 0;  ///< no smaller id and not this one may be given again
  std::size_t messages = 0;
  std::size_t expired = 0;  ///< were there and are not given any more
  /// Those by which repetitions of these messages are known, and of what is kept from now on.
  Fingerprints fingerprints;
};

/// Where acknowledged messages are kept.
///
/// Made, loaded and started on the main thread before the loops run, stopped there after they have
/// ended. In between the loop of the shard of a client id appends and removes, and gets its
/// completions. Only the messages' shard reads them, from memory: a store is read once, by Load().
class Store {
 public:
  using Done = UniqueFunction<void(bridge::PublishResult)>;
  /// Runs a task on a loop. Called on any thread.
  using PostTo = std::function<void(std::uint32_t loop, Task task)>;

  Store() = default;
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;
  virtual ~Store() = default;

  /// Gives every message that has not expired at `now` (unix time), by growing event id. The error
  /// is a line that names the file and the way out.
  virtual Result<Loaded, std::string> Load(Millis now, const std::function<void(Record)>& take) = 0;

  /// `post` is used until Stop() returns.
  virtual void Start(PostTo post) = 0;

  /// The store has lost its contents: each broker appends the messages that it has in memory
  /// again, under their own ids. Called before Stats::set_aside counts the lost file, on any
  /// thread, also within Load().
  using Lost = std::function<void()>;
  /// Must be called before Load(). A store that cannot lose its contents never calls it.
  void OnLost(Lost lost) { lost_ = std::move(lost); }

  /// Called on loop `loop`; `done` is called there too, possibly before this returns. Of two under
  /// one id the later one stays. Completions
  /// that are kStored come in the order in which that loop appended. Until then the message is not
  /// acknowledged to a sender.
  virtual void Append(std::uint32_t loop, Record record, Done done) = 0;

  /// These are not needed any more: expired, or confirmed by their receiver. Any loop, after their
  /// kStored. They go when it suits the store; what is still there at a crash is loaded again.
  virtual void Remove(std::vector<std::int64_t> event_ids) = 0;

  /// Writes what waits, and returns when its completions have been posted. Nothing may be appended
  /// afterwards. A second call does nothing.
  virtual void Stop() = 0;

  /// False while appending fails. Any thread.
  [[nodiscard]] virtual bool healthy() const = 0;
  /// Any thread.
  [[nodiscard]] virtual Stats Snapshot() const = 0;

 protected:
  Lost lost_ = [] {};
};

}  // namespace prichal::store
