#include "bridge/core/event_ids.h"

#include <algorithm>

namespace prichal::bridge {

std::int64_t EventIds::Next(Millis unix_time) {
  const std::int64_t from_clock = FirstIn(unix_time);
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

void EventIds::StartAfter(Millis unix_time) { StartAfter(FirstIn(unix_time + Millis(1)) - 1); }

}  // namespace prichal::bridge
