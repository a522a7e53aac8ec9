#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "base/clock.h"

namespace prichal::net {

/// Something with one deadline. Links itself out of the wheel when it is destroyed.
class Timer {
 public:
  Timer() = default;
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  virtual ~Timer() { Unlink(); }

 protected:
  /// The deadline has passed. May schedule again, and may end anything, itself too.
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

/// All deadlines of one loop, hashed into slots by their tick: scheduling, moving and cancelling
/// cost a few pointer writes and no memory, which a timer object a connection would. Fires up to
/// one tick late, never early. Does not know what time it is: it is told.
class TimerWheel {
 public:
  static constexpr Millis kTick{50};

  TimerWheel() = default;

  /// Sets the one deadline of `timed`, in place of an earlier one.
  void Schedule(Timer& timed, Millis due);
  void Cancel(Timer& timed);

  /// Fires what is due at `now`, `most` at once. True: more is due, and fires when this is called
  /// again. Time that jumps costs at most one round of the wheel.
  [[nodiscard]] bool Advance(Millis now, std::size_t most);

  /// When Advance() has to be called next. Never too late; too early where what was due then has
  /// been moved or waits for a later round. Nothing: nothing is scheduled.
  [[nodiscard]] std::optional<Millis> NextDue() const {
    if (nearest_ == kNone) return std::nullopt;
    return kTick * static_cast<std::int64_t>(nearest_);
  }

 private:
  /// Ends a list; is never due.
  class End final : public Timer {
    void OnExpired() override {}
  };

  static constexpr std::size_t kSlots = 512;  // 25.6 s a round: heartbeats and most deadlines fit

  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  void TakeDue(Millis now);
  /// The next tick whose slot is not empty.
  [[nodiscard]] std::uint64_t NearestTick() const;

  std::array<End, kSlots> slots_;
  End due_;                 ///< what has been taken off the slots and not fired yet
  std::uint64_t tick_ = 0;  ///< everything due up to here has fired
  std::uint64_t nearest_ = kNone;
};

}  // namespace prichal::net
