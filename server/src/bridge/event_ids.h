#pragma once

#include <atomic>
#include <cstdint>

#include "base/clock.h"

namespace prichal::bridge {

/// The event ids of all loops of the process: strictly growing, also when the clock steps back, and
/// below 2^53, so that JavaScript keeps them whole. An id is the time in milliseconds with 11 bits
/// for what falls into one of them; a busier millisecond borrows from the next. (2^53 is reached in
/// the year 2109.) Any thread.
class EventIds {
 public:
  static constexpr std::int64_t kLargest = (std::int64_t{1} << 53) - 1;

  /// The first id of a millisecond. Other brokers of this bridge make their ids alike.
  [[nodiscard]] static constexpr std::int64_t FirstIn(Millis unix_time) {
    return (unix_time.count() << kBitsInAMilli) & kLargest;
  }
  /// When the message with this id came; a little later than that where many came at once.
  [[nodiscard]] static constexpr Millis TimeOf(std::int64_t id) {
    return Millis(id >> kBitsInAMilli);
  }

  [[nodiscard]] std::int64_t Next(Millis unix_time);

  /// No later Next() gives this or less.
  [[nodiscard]] std::int64_t Last() const { return last_.load(std::memory_order_acquire); }

  /// For ids that a store has kept from before a restart.
  void StartAfter(std::int64_t id);

  /// For ids that no store has kept: what a process before this one has given out up to and within
  /// the millisecond `unix_time` is not given again.
  void StartAfter(Millis unix_time);

 private:
  static constexpr int kBitsInAMilli = 11;

  std::atomic<std::int64_t> last_{0};
};

}  // namespace prichal::bridge
