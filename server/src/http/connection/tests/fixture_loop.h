#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include "base/clock.h"
#include "base/tests/fixture_await.h"
#include "http/loop/outbound_connection.h"
#include "http/loop/reactor.h"
#include "http/loop/timer_wheel.h"

namespace prichal::http {

/// For tests of objects on an Outbound: a loop that runs on the test's thread until a condition
/// holds.
class FixtureLoop final : private ReactorSink {
 public:
  FixtureLoop() : reactor_(*this), outbound_(reactor_, wheel_, now_) {
    OnTurnBegin();
    (void)wheel_.Advance(now_.steady, 0);
  }

  [[nodiscard]] Outbound& outbound() { return outbound_; }

  /// Runs turns until `enough` returns true, which is checked after every turn. Returns false if
  /// `most` passes first.
  bool RunUntil(std::function<bool()> enough, Millis most = WaitTimeout()) {
    enough_ = std::move(enough);
    deadline_ = clock_.Now().steady + most;
    if (enough_()) return true;
    FlushHooks();
    reactor_.TickAfter(Millis(0));
    reactor_.Run();
    return enough_();
  }
  /// Runs turns for this time.
  void RunFor(Millis most) {
    (void)RunUntil([] { return false; }, most);
  }

 private:
  void OnTurnBegin() override { now_ = clock_.Now(); }
  void OnReady(Token token, Readiness readiness) override { outbound_.OnReady(token, readiness); }
  void OnWake() override {}
  void OnTick() override {
    if (wheel_.Advance(now_.steady, 16)) reactor_.TurnAgain();
  }
  void OnTurnEnd() override {
    FlushHooks();
    if (enough_() || clock_.Now().steady >= deadline_) {
      reactor_.Stop();
      return;
    }
    const Millis next = std::min(wheel_.NextDue().value_or(deadline_), deadline_);
    reactor_.TickAfter(reactor_.turns_again() ? Millis(0)
                                              : std::max(Millis(0), next - now_.steady));
  }
  void FlushHooks() { outbound_.OnTurnEnd(); }

  MachineClock clock_;
  Time now_;
  Millis deadline_{0};
  std::function<bool()> enough_;
  Reactor reactor_;
  TimerWheel wheel_;
  OutboundLoop outbound_;
};

}  // namespace prichal::http
