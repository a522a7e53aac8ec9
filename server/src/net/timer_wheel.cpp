#include "net/timer_wheel.h"

#include <algorithm>

namespace prichal::net {

void Timed::Unlink() {
  previous_->next_ = next_;
  next_->previous_ = previous_;
  previous_ = this;
  next_ = this;
}

void Timed::LinkBefore(Timed& place) {
  previous_ = place.previous_;
  next_ = &place;
  previous_->next_ = this;
  place.previous_ = this;
}

void TimerWheel::Schedule(Timed& timed, Millis due) {
  const auto ticks = (due.count() + kTick.count() - 1) / kTick.count();
  const auto tick = static_cast<std::uint64_t>(std::max<std::int64_t>(ticks, 0));
  timed.Unlink();
  // What is overdue fires with the next tick.
  timed.due_tick_ = std::max(tick, tick_ + 1);
  timed.LinkBefore(slots_[timed.due_tick_ % kSlots]);
}

void TimerWheel::Cancel(Timed& timed) { timed.Unlink(); }

bool TimerWheel::empty() const {
  return std::all_of(slots_.begin(), slots_.end(), [](const End& end) { return end.IsAlone(); });
}

void TimerWheel::Advance(Millis now) {
  const auto target = static_cast<std::uint64_t>(std::max<std::int64_t>(now / kTick, 0));
  if (target <= tick_) return;
  const std::uint64_t first = std::max(tick_ + 1, target < kSlots ? 0 : target - kSlots + 1);
  tick_ = target;
  for (std::uint64_t tick = first; tick <= target; ++tick) {
    End& slot = slots_[tick % kSlots];
    // Off the slot first: what fires may schedule into the same slot again.
    End batch;
    while (slot.next_ != &slot) {
      Timed& timed = *slot.next_;
      timed.Unlink();
      timed.LinkBefore(batch);
    }
    while (batch.next_ != &batch) {
      Timed& timed = *batch.next_;
      timed.Unlink();
      if (timed.due_tick_ > target) {
        timed.LinkBefore(slot);
      } else {
        timed.OnTime();
      }
    }
  }
}

}  // namespace prichal::net
