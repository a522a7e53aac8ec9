#include "bridge/core/counters.h"

#include <gtest/gtest.h>

#include <numeric>

#include "base/telemetry/counter_sum.h"
#include "bridge/core/frames.h"

namespace prichal::bridge {
namespace {

TEST(BridgeCounters, CountsDeliveriesByAge) {
  Counters counters;
  for (const int age : {-3, 0, 5, 6, 60'000, 60'001, 300'000, 300'001}) {
    CountDelivery(counters, Millis(age));
  }
  Stats stats;
  telemetry::AddTo(stats, counters);
  telemetry::AddTo(stats, counters);
  EXPECT_EQ(stats.delivered, 16U);
  EXPECT_EQ(stats.delivery_millis, 2U * (5 + 6 + 60'000 + 60'001 + 300'000 + 300'001));
  const auto& buckets = stats.delivered_by_millis;
  EXPECT_EQ(std::accumulate(buckets.begin(), buckets.end(), std::uint64_t{0}), stats.delivered);
  EXPECT_EQ(buckets.front(), 6U) << "an id that is ahead of the clock, 0 and 5 ms";
  EXPECT_EQ(buckets.at(1), 2U) << "6 ms";
  EXPECT_EQ(buckets.at(8), 2U) << "60 s, as the bound says";
  EXPECT_EQ(buckets.at(9), 4U) << "to 300 s";
  EXPECT_EQ(buckets.back(), 2U);
}

TEST(BridgeCounters, ReadsArrivalTimeFromEventId) {
  constexpr Millis kNow{1'790'000'000'123};
  EventIds ids;
  EXPECT_EQ(EventIds::TimeOf(ids.Next(kNow)), kNow);
  EXPECT_EQ(EventIds::TimeOf(ids.Next(kNow)), kNow);
}

}  // namespace
}  // namespace prichal::bridge
