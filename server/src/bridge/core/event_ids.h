#pragma once

#include <atomic>
#include <cstdint>

#include "base/clock.h"

namespace prichal::bridge {

/// Allocates the event IDs of all loops of the process. IDs grow strictly, also if the clock steps
/// back, and stay below 2^53, so JavaScript represents them exactly (until the year 2109). An ID is
/// the Unix time in milliseconds followed by 11 bits; a busier millisecond borrows IDs from the
/// next.
///
/// One object per process, in BridgeShared. Any thread.
class EventIds {
 public:
  static constexpr std::int64_t kLargest = (std::int64_t{1} << 53) - 1;

  /// Returns the first ID of a millisecond. The Valkey scripts build their IDs in the same way.
  [[nodiscard]] static constexpr std::int64_t FirstIn(Millis unix_time) {
    return (unix_time.count() << kBitsInAMilli) & kLargest;
  }
  /// Returns the time at which an ID was allocated, or slightly later after a burst.
  [[nodiscard]] static constexpr Millis TimeOf(std::int64_t id) {
    return Millis(id >> kBitsInAMilli);
  }

  /// Allocates the next ID.
  [[nodiscard]] std::int64_t Next(Millis unix_time);

  /// Returns the last ID. Later calls of Next() return larger ones.
  [[nodiscard]] std::int64_t Last() const { return last_.load(std::memory_order_acquire); }

  /// Makes Next() return IDs above `id`, the last one that a store has from before a restart.
  void StartAfter(std::int64_t id);

  /// Makes Next() return IDs after the millisecond `unix_time`, so that IDs of a previous process
  /// without a store are not reused.
  void StartAfter(Millis unix_time);

 private:
  static constexpr int kBitsInAMilli = 11;

  std::atomic<std::int64_t> last_{0};
};

}  // namespace prichal::bridge
