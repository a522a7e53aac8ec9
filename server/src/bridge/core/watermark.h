#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "bridge/core/event_ids.h"

namespace prichal::bridge {

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
