#include "bench/report.h"

#include <gtest/gtest.h>

#include <limits>

namespace prichal::bench {
namespace {

TEST(Report, WritesSameFiguresAsJsonAndTable) {
  Report report("trial");
  report.Add("messages_per_second", 67'123.4);
  report.Add("lost", std::uint64_t{0});
  report.Add("share", 0.123456);
  EXPECT_EQ(report.Json(),
            "{\"mode\":\"trial\",\"figures\":"
            "{\"messages_per_second\":67123,\"lost\":0,\"share\":0.1235}}\n");
  EXPECT_EQ(report.Table(),
            "trial\n"
            "  messages_per_second         67123\n"
            "  lost                            0\n"
            "  share                      0.1235\n");
}

TEST(Report, WritesZeroForNanAndInfinity) {
  Report report("trial");
  report.Add("x", std::numeric_limits<double>::quiet_NaN());
  report.Add("y", std::numeric_limits<double>::infinity());
  EXPECT_EQ(report.Json(), "{\"mode\":\"trial\",\"figures\":{\"x\":0,\"y\":0}}\n");
}

TEST(Report, ReportsTimesInMilliseconds) {
  Histogram times;
  times.Add(2'000'000);
  Report report("trial");
  report.AddTimes("deliver", times);
  EXPECT_EQ(report.Json(),
            "{\"mode\":\"trial\",\"figures\":{\"deliver_p50_ms\":2,\"deliver_p95_ms\":2,"
            "\"deliver_p99_ms\":2,\"deliver_p999_ms\":2,\"deliver_max_ms\":2}}\n");
}

}  // namespace
}  // namespace prichal::bench
