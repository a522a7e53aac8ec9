#include "net/timer_wheel.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <random>
#include <vector>

namespace prichal::net {
namespace {

class Probe final : public Timed {
 public:
  int fired = 0;
  std::function<void()> then;

 private:
  void OnTime() override {
    ++fired;
    if (then) then();
  }
};

TEST(TimerWheel, FiresOnceAndNeverEarly) {
  TimerWheel wheel;
  Probe probe;
  wheel.Schedule(probe, Millis(1000));
  EXPECT_FALSE(wheel.empty());
  wheel.Advance(Millis(999));
  EXPECT_EQ(probe.fired, 0);
  wheel.Advance(Millis(1000) + TimerWheel::kTick);
  EXPECT_EQ(probe.fired, 1);
  EXPECT_TRUE(wheel.empty());
  wheel.Advance(Millis(100'000));
  EXPECT_EQ(probe.fired, 1);
}

TEST(TimerWheel, ALaterScheduleReplacesAnEarlier) {
  TimerWheel wheel;
  Probe probe;
  wheel.Schedule(probe, Millis(100));
  wheel.Schedule(probe, Millis(500));
  wheel.Advance(Millis(300));
  EXPECT_EQ(probe.fired, 0);
  wheel.Cancel(probe);
  wheel.Advance(Millis(1000));
  EXPECT_EQ(probe.fired, 0);
}

TEST(TimerWheel, DeadlinesLongerThanARoundWait) {
  TimerWheel wheel;
  Probe probe;
  wheel.Schedule(probe, Millis(7'200'000));
  for (Millis now{0}; now < Millis(7'200'000); now += Millis(1000)) wheel.Advance(now);
  EXPECT_EQ(probe.fired, 0);
  wheel.Advance(Millis(7'200'050));
  EXPECT_EQ(probe.fired, 1);
}

TEST(TimerWheel, WhatFiresMayScheduleCancelAndDestroy) {
  TimerWheel wheel;
  Probe again;
  auto doomed = std::make_unique<Probe>();
  Probe cancelled;
  again.then = [&] {
    doomed.reset();
    wheel.Cancel(cancelled);
    wheel.Schedule(again, Millis(0));  // overdue: with the next tick, not in this one
  };
  wheel.Schedule(again, Millis(100));
  wheel.Schedule(*doomed, Millis(100));
  wheel.Schedule(cancelled, Millis(100));
  wheel.Advance(Millis(200));
  EXPECT_EQ(again.fired, 1);
  EXPECT_EQ(cancelled.fired, 0);
  wheel.Advance(Millis(250));
  EXPECT_EQ(again.fired, 2);
}

TEST(TimerWheel, AgreesWithAListWhateverTheSteps) {
  std::mt19937 random(7);  // the same steps in every run
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
      wheel.Advance(now);
      for (std::size_t i = 0; i < probes.size(); ++i) {
        const int fired = probes[i]->fired;
        EXPECT_FALSE(dues[i] > now && fired != 0);
        EXPECT_FALSE(dues[i] + 2 * TimerWheel::kTick <= now && fired != 1);
      }
    }
  }
}

}  // namespace
}  // namespace prichal::net
