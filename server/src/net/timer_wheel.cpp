#include "net/timer_wheel.h"

#include <algorithm>
#include <utility>

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
  return due_.IsAlone() &&
         std::all_of(slots_.begin(), slots_.end(), [](const End& end) { return end.IsAlone(); });
}

bool TimerWheel::Advance(Millis now, std::size_t most) {
  TakeDue(now);
  for (; most > 0 && !due_.IsAlone(); --most) {
    Timed& timed = *due_.next_;
    timed.Unlink();
    timed.OnTime();
  }
  return !due_.IsAlone();
}

void TimerWheel::TakeDue(Millis now) {
  const auto target = static_cast<std::uint64_t>(std::max<std::int64_t>(now / kTick, 0));
  if (target <= tick_) return;
  const std::uint64_t first = std::max(tick_ + 1, target < kSlots ? 0 : target - kSlots + 1);
  tick_ = target;
  for (std::uint64_t tick = first; tick <= target; ++tick) {
    End& slot = slots_[tick % kSlots];
    for (Timed* next = slot.next_; next != &slot;) {
      Timed& timed = *std::exchange(next, next->next_);
      if (timed.due_tick_ > target) continue;
      timed.Unlink();
      timed.LinkBefore(due_);
    }
  }
}

}  // namespace prichal::net
