#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "base/clock.h"

namespace prichal::http {

/// Base of objects with a deadline. The destructor removes the object from its wheel.
class Timer {
 public:
  Timer() = default;
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  virtual ~Timer() { Unlink(); }

 protected:
  /// The deadline has passed. It can schedule again and can destroy any object, including this one.
  virtual void OnExpired() = 0;

 private:
  friend class TimerWheel;

  [[nodiscard]] bool IsAlone() const { return next_ == this; }
  void Unlink();
  void LinkBefore(Timer& place);

  Timer* previous_ = this;
  Timer* next_ = this;
  std::uint64_t due_tick_ = 0;
};

/// The deadlines of one loop, hashed into slots by tick. Scheduling, moving and cancelling take a
/// few pointer writes and no allocation. Fires up to one tick late, never early. The caller
/// supplies the time. The loop's thread.
class TimerWheel {
 public:
  static constexpr Millis kTick{50};

  TimerWheel() = default;

  /// Sets the deadline of `timed` and replaces an earlier one. `due`: steady time.
  void Schedule(Timer& timed, Millis due);
  void Cancel(Timer& timed);

  /// Fires at most `most` deadlines that are due at `now`. Returns true if more are due; call it
  /// again for them. A jump of the clock costs at most one round of the wheel.
  [[nodiscard]] bool Advance(Millis now, std::size_t most);

  /// Returns the time for the next call to Advance(). Never too late, but too early if a deadline
  /// was moved or is in a later round. Empty if nothing is scheduled.
  [[nodiscard]] std::optional<Millis> NextDue() const {
    if (nearest_ == kNone) return std::nullopt;
    return kTick * static_cast<std::int64_t>(nearest_);
  }

 private:
  /// Sentinel of a list; never due.
  class End final : public Timer {
    void OnExpired() override {}
  };

  static constexpr std::size_t kSlots = 512;  // 25.6 s per round: covers most deadlines

  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  void TakeDue(Millis now);
  /// Returns the next tick with a non-empty slot.
  [[nodiscard]] std::uint64_t NearestTick() const;

  std::array<End, kSlots> slots_;
  End due_;                 ///< removed from the slots but not fired yet
  std::uint64_t tick_ = 0;  ///< everything due until this tick has fired
  std::uint64_t nearest_ = kNone;
};

}  // namespace prichal::http
