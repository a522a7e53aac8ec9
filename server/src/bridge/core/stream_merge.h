#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bridge/core/broker.h"
#include "bridge/core/frames.h"

namespace prichal::bridge {

/// Ordered merge of the messages that several shards deliver to one stream. Event IDs of the result
/// grow strictly, so one Last-Event-ID is enough for all client IDs of the stream.
///
/// A message is released when every other shard has delivered everything up to its ID, which the
/// watermarks of the shards show (AdvanceWatermarks()). A shard that still has a smaller ID under
/// way must confirm (Broker::Confirm()). With one shard, messages are released at once.
///
/// Owned by a BridgeSession, on the loop of its stream. Has no clock and no lock.
class Merge {
 public:
  /// `shards`: distinct indexes of the loops that deliver to this stream.
  explicit Merge(const std::vector<std::uint32_t>& shards);

  /// Adds a batch of a shard. Batches of one shard must come in the order in which it sent them.
  void Add(std::uint32_t shard, Batch batch);

  /// Removes and returns the next message that is released. Empty if none is.
  [[nodiscard]] std::optional<Delivery> Next();
  /// Size in bytes of the message that Next() would return. 0 if none.
  [[nodiscard]] std::size_t NextSize();

  /// Returns the shards whose next page is needed (Broker::Continue()). Each page is returned once.
  [[nodiscard]] std::vector<std::uint32_t> PagesToAsk();

  /// The smallest event ID that waits for watermarks. 0 if none.
  [[nodiscard]] std::int64_t waits_with();
  /// Applies watermarks, by shard. Read them first, then add all batches that the shards had sent
  /// by then, then call this.
  void AdvanceWatermarks(const std::vector<std::int64_t>& watermarks);
  /// A shard that must confirm an event ID (Broker::Confirm()).
  struct Confirmation {
    std::uint32_t shard = 0;
    std::int64_t event_id = 0;
  };
  /// Returns the confirmations that are needed. Each is returned once.
  [[nodiscard]] std::vector<Confirmation> ConfirmationsToAsk();

  /// True if every shard has delivered its backlog and all of it was taken.
  [[nodiscard]] bool caught_up() const;
  [[nodiscard]] std::size_t waiting_bytes() const { return waiting_bytes_; }
  [[nodiscard]] std::size_t waiting_messages() const;
  [[nodiscard]] std::vector<std::uint32_t> shards() const;

 private:
  struct Source {
    // Small types, because each idle stream has one of these. At most 256 loops.
    std::uint16_t shard = 0;
    bool more = true;         ///< its backlog has another page
    bool asked_page = true;   ///< a page is under way; Subscribe() delivers the first
    std::uint32_t first = 0;  ///< index of the oldest in `waiting`
    std::int64_t up_to = -1;
    std::int64_t asked_confirm = -1;
    std::vector<Delivery> waiting = {};

    [[nodiscard]] bool empty() const { return first == waiting.size(); }
    [[nodiscard]] std::int64_t oldest() const { return waiting[first].event_id; }
  };

  [[nodiscard]] Source* Oldest();
  /// True if the shard cannot deliver an ID up to `event_id` any more.
  [[nodiscard]] static bool IsPast(const Source& source, std::int64_t event_id) {
    return !source.empty() || source.up_to >= event_id;
  }
  /// The source of the next released message. Null if none.
  [[nodiscard]] Source* Ready();
  [[nodiscard]] Delivery Pop(Source& source);

  std::vector<Source> sources_;
  std::size_t waiting_bytes_ = 0;
  std::int64_t taken_ = -1;  ///< last event ID that was taken
};

/// The event ID up to which one shard has delivered everything. Streams that merge several shards
/// read it instead of asking each shard (Merge).
///
/// Owned by a BridgeLoop. Its loop writes; any thread reads without a lock. It has its own cache
/// line.
///
/// @warning A value holds for a reader only after the reader's loop has received everything that
/// the shard had sent before.
class alignas(64) Watermark {
 public:
  /// Call it on the shard, before it allocates an event ID while no message is under way.
  void Open(const EventIds& ids) { open_after_.store(ids.Last(), std::memory_order_release); }
  /// Call it on the shard when everything up to `event_id` is delivered and more is under way.
  void Set(std::int64_t event_id) { open_after_.store(event_id, std::memory_order_release); }
  /// Call it on the shard when no message is under way.
  void Close() { open_after_.store(kNothingOpen, std::memory_order_release); }

  /// Returns the watermark. `last`: EventIds::Last(), which must be read before. A shard that
  /// allocates an ID later allocates a larger one; a shard that did it before has called Open().
  [[nodiscard]] std::int64_t Read(std::int64_t last) const {
    return std::min(last, open_after_.load(std::memory_order_acquire));
  }

 private:
  static constexpr std::int64_t kNothingOpen = INT64_MAX;

  std::atomic<std::int64_t> open_after_{kNothingOpen};
};

}  // namespace prichal::bridge
