#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "http/loop/outbound.h"
#include "http/loop/reactor.h"
#include "http/loop/timer_wheel.h"

namespace prichal::net {

/// Outbound, of an EventLoop, which tells it what its reactor reports.
class OutboundLoop final : public Outbound {
 public:
  /// Tokens with this bit in their slot are reported here.
  static constexpr std::uint32_t kSlotBit = 1U << 31U;

  /// All of them must outlive it.
  OutboundLoop(Reactor& reactor, TimerWheel& wheel, const Time& now)
      : reactor_(reactor), wheel_(wheel), now_(now) {}

  [[nodiscard]] Time now() const override { return now_; }
  [[nodiscard]] std::unique_ptr<Watch> WatchFor(Watcher& watcher, int fd) override;
  void Schedule(Timer& timer, Millis due) override { wheel_.Schedule(timer, due); }
  void Cancel(Timer& timer) override { wheel_.Cancel(timer); }
  void AtTurnEnd(TurnEnd& hook) override { hooks_.push_back(&hook); }
  void ForgetTurnEnd(TurnEnd& hook) override;

  void OnReady(Token token, Readiness readiness);
  /// Calls the hooks of this turn.
  void OnTurnEnd();
  /// Some have been asked for since.
  [[nodiscard]] bool has_hooks() const { return !hooks_.empty(); }

 private:
  class Entry;
  struct Place {
    Watcher* watcher = nullptr;
    std::uint32_t generation = 0;  ///< grows when a watch leaves
  };

  Reactor& reactor_;
  TimerWheel& wheel_;
  const Time& now_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> free_;
  std::vector<TurnEnd*> hooks_;
  std::vector<TurnEnd*> calling_;  ///< those of the turn that ends; null: forgotten meanwhile
};

}  // namespace prichal::net
