#include <gtest/gtest.h>

#include "http/h2/flood_budget.h"

namespace prichal::http::h2 {
namespace {

constexpr Millis kStart{1'000'000};

TEST(FloodBudget, EndsForGoodWhenOverspent) {
  FloodBudget patience;
  ASSERT_TRUE(patience.Spend(1, kStart));
  int pings = 0;
  while (patience.Spend(FloodBudget::kPing, kStart)) ++pings;
  EXPECT_EQ(pings, (FloodBudget::kMost - 1) / FloodBudget::kPing);
  // Neither time nor useful work refills an exhausted budget.
  patience.Earn(FloodBudget::kMost);
  EXPECT_FALSE(patience.Spend(1, kStart + Millis(60'000)));
}

TEST(FloodBudget, RefillsWithTime) {
  FloodBudget patience;
  for (int second = 0; second < 100; ++second) {
    for (int i = 0; i < FloodBudget::kEachSecond; ++i) {
      ASSERT_TRUE(patience.Spend(1, kStart + Millis(second * 1'000))) << second;
    }
  }
  EXPECT_TRUE(
      patience.Spend(FloodBudget::kMost - FloodBudget::kEachSecond, kStart + Millis(99'000)));
  EXPECT_FALSE(patience.Spend(2 * FloodBudget::kEachSecond, kStart + Millis(99'000)));
}

TEST(FloodBudget, RefillsByWorkUpToMaximum) {
  FloodBudget patience;
  ASSERT_TRUE(patience.Spend(900, kStart));
  patience.Earn(5'000);
  EXPECT_TRUE(patience.Spend(FloodBudget::kMost, kStart));
  EXPECT_FALSE(patience.Spend(1, kStart));
}

}  // namespace
}  // namespace prichal::http::h2
