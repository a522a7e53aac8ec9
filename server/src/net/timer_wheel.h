#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/clock.h"

namespace prichal::net {

/// Something with one deadline. Links itself out of the wheel when it is destroyed.
class Timed {
 public:
  Timed() = default;
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;
  virtual ~Timed() { Unlink(); }

 protected:
  /// The deadline has passed. May schedule again, and may end anything, itself too.
  virtual void OnTime() = 0;

 private:
  friend class TimerWheel;

  [[nodiscard]] bool IsAlone() const { return next_ == this; }
  void Unlink();
  void LinkBefore(Timed& place);

  Timed* previous_ = this;
  Timed* next_ = this;
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
  void Schedule(Timed& timed, Millis due);
  void Cancel(Timed& timed);

  /// Fires what is due at `now`, `most` at once. True: more is due, and fires when this is called
  /// again. Time that jumps costs at most one round of the wheel.
  [[nodiscard]] bool Advance(Millis now, std::size_t most);

  /// Looks at every slot.
  [[nodiscard]] bool empty() const;

 private:
  /// Ends a list; is never due.
  class End final : public Timed {
    void OnTime() override {}
  };

  static constexpr std::size_t kSlots = 512;  // 25.6 s a round: heartbeats and most deadlines fit

  void TakeDue(Millis now);

  std::array<End, kSlots> slots_;
  End due_;                 ///< what has been taken off the slots and not fired yet
  std::uint64_t tick_ = 0;  ///< everything due up to here has fired
};

}  // namespace prichal::net
