#include "http/loop/timer_wheel.h"

#include <algorithm>
#include <utility>

namespace prichal::http {

void Timer::Unlink() {
  previous_->next_ = next_;
  next_->previous_ = previous_;
  previous_ = this;
  next_ = this;
}

void Timer::LinkBefore(Timer& place) {
  previous_ = place.previous_;
  next_ = &place;
  previous_->next_ = this;
  place.previous_ = this;
}

void TimerWheel::Schedule(Timer& timed, Millis due) {
  const auto ticks = (due.count() + kTick.count() - 1) / kTick.count();
  const auto tick = static_cast<std::uint64_t>(std::max<std::int64_t>(ticks, 0));
  timed.Unlink();
  // Overdue timers fire at the next tick.
  timed.due_tick_ = std::max(tick, tick_ + 1);
  timed.LinkBefore(slots_[timed.due_tick_ % kSlots]);
  nearest_ = std::min(nearest_, timed.due_tick_);
}

void TimerWheel::Cancel(Timer& timed) { timed.Unlink(); }

std::uint64_t TimerWheel::NearestTick() const {
  if (!due_.IsAlone()) return tick_;
  for (std::uint64_t tick = tick_ + 1; tick <= tick_ + kSlots; ++tick) {
    if (!slots_[tick % kSlots].IsAlone()) return tick;
  }
  return kNone;
}

bool TimerWheel::Advance(Millis now, std::size_t most) {
  TakeDue(now);
  for (; most > 0 && !due_.IsAlone(); --most) {
    Timer& timed = *due_.next_;
    timed.Unlink();
    timed.OnExpired();
  }
  nearest_ = NearestTick();
  return !due_.IsAlone();
}

void TimerWheel::TakeDue(Millis now) {
  const auto target = static_cast<std::uint64_t>(std::max<std::int64_t>(now / kTick, 0));
  if (target <= tick_) return;
  const std::uint64_t first = std::max(tick_ + 1, target < kSlots ? 0 : target - kSlots + 1);
  tick_ = target;
  for (std::uint64_t tick = first; tick <= target; ++tick) {
    End& slot = slots_[tick % kSlots];
    for (Timer* next = slot.next_; next != &slot;) {
      Timer& timed = *std::exchange(next, next->next_);
      if (timed.due_tick_ > target) continue;
      timed.Unlink();
      timed.LinkBefore(due_);
    }
  }
}

}  // namespace prichal::http
