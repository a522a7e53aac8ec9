#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "bridge/event_ids.h"

namespace prichal::bridge {

/// How far one shard has got: whatever it still delivers has a larger event id, so a stream that
/// merges what several shards deliver may go on up to there without asking any of them. Written by
/// its shard, read by any thread; in a cache line of its own.
///
/// What a reader makes of it holds once everything is read that the shard has sent to the reader's
/// loop before.
class alignas(64) Watermark {
 public:
  /// The shard, before it draws an event id with nothing open.
  void Open(const EventIds& ids) { open_after_.store(ids.Last(), std::memory_order_release); }
  /// The shard: all up to `event_id` has been delivered, and more is open.
  void Set(std::int64_t event_id) { open_after_.store(event_id, std::memory_order_release); }
  /// The shard: nothing is open.
  void Close() { open_after_.store(kNothingOpen, std::memory_order_release); }

  /// `last`: EventIds::Last(), read before this is called. A shard that draws an id afterwards
  /// draws a larger one; one that drew it before has said so.
  [[nodiscard]] std::int64_t Read(std::int64_t last) const {
    return std::min(last, open_after_.load(std::memory_order_acquire));
  }

 private:
  static constexpr std::int64_t kNothingOpen = INT64_MAX;

  std::atomic<std::int64_t> open_after_{kNothingOpen};
};

}  // namespace prichal::bridge
