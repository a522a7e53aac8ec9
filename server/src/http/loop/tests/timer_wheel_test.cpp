#include "http/loop/timer_wheel.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>
#include <vector>

namespace prichal::http {
namespace {

class Probe final : public Timer {
 public:
  int fired = 0;
  std::function<void()> then;

 private:
  void OnExpired() override {
    ++fired;
    if (then) then();
  }
};

/// Fires all timers that are due.
void Fire(TimerWheel& wheel, Millis now) {
  while (wheel.Advance(now, 1'000)) {
  }
}

TEST(TimerWheel, FiresOnceAndNeverEarly) {
  TimerWheel wheel;
  Probe probe;
  wheel.Schedule(probe, Millis(1000));
  EXPECT_TRUE(wheel.NextDue().has_value());
  Fire(wheel, Millis(999));
  EXPECT_EQ(probe.fired, 0);
  Fire(wheel, Millis(1000) + TimerWheel::kTick);
  EXPECT_EQ(probe.fired, 1);
  EXPECT_FALSE(wheel.NextDue().has_value());
  Fire(wheel, Millis(100'000));
  EXPECT_EQ(probe.fired, 1);
}

TEST(TimerWheel, ReportsNextDueTime) {
  TimerWheel wheel;
  Probe late;
  Probe early;
  EXPECT_FALSE(wheel.NextDue());
  wheel.Schedule(late, Millis(20'000));
  EXPECT_EQ(wheel.NextDue(), Millis(20'000));
  wheel.Schedule(early, Millis(1'000));
  EXPECT_EQ(wheel.NextDue(), Millis(1'000));
  Fire(wheel, Millis(1'050));
  EXPECT_EQ(early.fired, 1);
  EXPECT_EQ(wheel.NextDue(), Millis(20'000));
  Fire(wheel, Millis(20'050));
  EXPECT_FALSE(wheel.NextDue());
}

TEST(TimerWheel, ReplacesEarlierSchedule) {
  TimerWheel wheel;
  Probe probe;
  wheel.Schedule(probe, Millis(100));
  wheel.Schedule(probe, Millis(500));
  Fire(wheel, Millis(300));
  EXPECT_EQ(probe.fired, 0);
  wheel.Cancel(probe);
  Fire(wheel, Millis(1000));
  EXPECT_EQ(probe.fired, 0);
}

TEST(TimerWheel, SupportsDeadlinesBeyondOneRound) {
  TimerWheel wheel;
  Probe probe;
  wheel.Schedule(probe, Millis(7'200'000));
  for (Millis now{0}; now < Millis(7'200'000); now += Millis(1000)) Fire(wheel, now);
  EXPECT_EQ(probe.fired, 0);
  Fire(wheel, Millis(7'200'050));
  EXPECT_EQ(probe.fired, 1);
}

TEST(TimerWheel, AllowsChangesFromCallbacks) {
  TimerWheel wheel;
  Probe again;
  auto doomed = std::make_unique<Probe>();
  Probe cancelled;
  again.then = [&] {
    doomed.reset();
    wheel.Cancel(cancelled);
    wheel.Schedule(again, Millis(0));  // overdue: fires at the next tick, not in this one
  };
  wheel.Schedule(again, Millis(100));
  wheel.Schedule(*doomed, Millis(100));
  wheel.Schedule(cancelled, Millis(100));
  Fire(wheel, Millis(200));
  EXPECT_EQ(again.fired, 1);
  EXPECT_EQ(cancelled.fired, 0);
  Fire(wheel, Millis(250));
  EXPECT_EQ(again.fired, 2);
}

TEST(TimerWheel, LimitsTimersPerAdvance) {
  TimerWheel wheel;
  std::vector<Probe> probes(10);
  int fired = 0;
  for (Probe& probe : probes) {
    probe.then = [&] { ++fired; };
    wheel.Schedule(probe, Millis(100));
  }
  EXPECT_TRUE(wheel.Advance(Millis(200), 4));
  EXPECT_EQ(fired, 4);
  // Timers that are due but have not fired can be moved and cancelled.
  wheel.Schedule(probes[8], Millis(1'000));
  wheel.Cancel(probes[9]);
  EXPECT_TRUE(wheel.Advance(Millis(200), 1));
  EXPECT_TRUE(wheel.NextDue().has_value());
  EXPECT_FALSE(wheel.Advance(Millis(200), 100));
  EXPECT_EQ(fired, 8);
  EXPECT_FALSE(wheel.Advance(Millis(1'100), 1));
  EXPECT_EQ(fired, 9);
  EXPECT_FALSE(wheel.NextDue().has_value());
}

TEST(TimerWheel, MatchesListModel) {
  std::mt19937 random(7);  // same values in each run
  for (int round = 0; round < 20; ++round) {
    TimerWheel wheel;
    std::vector<std::unique_ptr<Probe>> probes;
    std::vector<Millis> dues;
    for (int i = 0; i < 50; ++i) {
      probes.push_back(std::make_unique<Probe>());
      dues.emplace_back(random() % 60'000);
      wheel.Schedule(*probes.back(), dues.back());
    }
    for (Millis now{0}; now < Millis(62'000); now += Millis(random() % 30'000)) {
      Fire(wheel, now);
      for (std::size_t i = 0; i < probes.size(); ++i) {
        const int fired = probes[i]->fired;
        EXPECT_FALSE(dues[i] > now && fired != 0);
        EXPECT_FALSE(dues[i] + 2 * TimerWheel::kTick <= now && fired != 1);
      }
    }
  }
}

}  // namespace
}  // namespace prichal::http
