#include "bench/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace prichal::bench {
namespace {

TEST(Histogram, IsEmptyAtFirst) {
  const Histogram histogram;
  EXPECT_EQ(histogram.count(), 0U);
  EXPECT_EQ(histogram.At(0.99), 0);
}

TEST(Histogram, CountsSmallValuesExactly) {
  Histogram histogram;
  for (int i = 1; i <= 200; ++i) histogram.Add(i);
  EXPECT_EQ(histogram.At(0), 1);
  EXPECT_EQ(histogram.At(0.5), 100);
  EXPECT_EQ(histogram.At(0.99), 198);
  EXPECT_EQ(histogram.At(1), 200);
}

TEST(Histogram, ReturnsQuantilesAtMostOnePercentAboveExact) {
  std::mt19937_64 chance(7);
  std::lognormal_distribution<double> spread(12, 3);
  Histogram histogram;
  std::vector<std::int64_t> values;
  for (int i = 0; i < 50'000; ++i) {
    values.push_back(static_cast<std::int64_t>(spread(chance)));
    histogram.Add(values.back());
  }
  std::sort(values.begin(), values.end());
  for (const double share : {0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1.0}) {
    const auto rank = static_cast<std::size_t>(std::ceil(share * 50'000.0)) - 1;
    const auto exact = static_cast<double>(values[rank]);
    EXPECT_GE(static_cast<double>(histogram.At(share)), exact) << share;
    EXPECT_LE(static_cast<double>(histogram.At(share)), exact * 1.01 + 1) << share;
  }
  EXPECT_EQ(histogram.max(), values.back());
}

TEST(Histogram, PutsEveryBoundaryIntoItsOwnBucket) {
  for (int bit = 0; bit < 40; ++bit) {
    for (const std::int64_t value :
         {(std::int64_t{1} << bit) - 1, std::int64_t{1} << bit, (std::int64_t{1} << bit) + 1}) {
      Histogram histogram;
      histogram.Add(value);
      histogram.Add((std::int64_t{1} << 40) - 1);
      EXPECT_GE(histogram.At(0.5), value);
      EXPECT_LE(histogram.At(0.5), value + value / 128);
    }
  }
}

TEST(Histogram, ClampsOutOfRangeValues) {
  Histogram histogram;
  histogram.Add(-5);
  EXPECT_EQ(histogram.At(1), 0);
  histogram.Add(std::int64_t{1} << 60);
  EXPECT_EQ(histogram.At(1), (std::int64_t{1} << 40) - 1);
}

}  // namespace
}  // namespace prichal::bench
