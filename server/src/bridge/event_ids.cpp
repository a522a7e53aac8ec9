#include "bridge/event_ids.h"

#include <algorithm>

namespace prichal::bridge {

std::int64_t EventIds::Next(Millis unix_time) {
  static constexpr int kBitsInAMilli = 11;
  const std::int64_t from_clock = (unix_time.count() << kBitsInAMilli) & kLargest;
  std::int64_t last = last_.load(std::memory_order_relaxed);
  std::int64_t next = 0;
  do {
    next = std::max(last + 1, from_clock);
  } while (!last_.compare_exchange_weak(last, next, std::memory_order_acq_rel,
                                        std::memory_order_relaxed));
  return next;
}

void EventIds::StartAfter(std::int64_t id) {
  std::int64_t last = last_.load(std::memory_order_relaxed);
  while (last < id && !last_.compare_exchange_weak(last, id)) {
  }
}

}  // namespace prichal::bridge
