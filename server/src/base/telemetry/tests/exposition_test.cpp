#include "base/telemetry/exposition.h"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <limits>

namespace prichal::telemetry {
namespace {

TEST(Exposition, WritesThePrometheusTextFormat) {
  Exposition exposition;
  exposition.Counter("a_total", "How many.", 3, {{"route", "page"}, {"code", "2xx"}});
  exposition.Gauge("b", "Now.", 0.5);
  exposition.Counter("a_total", "How many.", 1e15, {{"route", "a\"\\\n"}, {"code", "4xx"}});
  EXPECT_EQ(exposition.Text(),
            "# HELP a_total How many.\n"
            "# TYPE a_total counter\n"
            "a_total{route=\"page\",code=\"2xx\"} 3\n"
            "a_total{route=\"a\\\"\\\\\\n\",code=\"4xx\"} 1000000000000000\n"
            "# HELP b Now.\n"
            "# TYPE b gauge\n"
            "b 0.5\n");
}

TEST(Exposition, EscapesHelpTextsAndWritesNumbersThatAreNotFinite) {
  Exposition exposition;
  exposition.Gauge("a", "One\nline, a \\ and a \".", std::numeric_limits<double>::infinity());
  exposition.Gauge("a", "", -std::numeric_limits<double>::infinity());
  exposition.Gauge("a", "", std::numeric_limits<double>::quiet_NaN());
  exposition.Gauge("a", "", 3e-6);
  EXPECT_EQ(exposition.Text(),
            "# HELP a One\\nline, a \\\\ and a \".\n"
            "# TYPE a gauge\n"
            "a +Inf\n"
            "a -Inf\n"
            "a NaN\n"
            "a 3e-06\n");
}

TEST(Exposition, WritesCumulativeHistogramBuckets) {
  Exposition exposition;
  constexpr std::array<std::uint64_t, 2> kBounds{1, 5};
  constexpr std::array<std::uint64_t, 3> kCounts{2, 3, 4};
  exposition.Histogram("h", "Sizes.", kBounds, kCounts, 70);
  exposition.Histogram("h", "Sizes.", kBounds, kCounts, 0.07, 1e-3, {{"kind", "k"}});
  EXPECT_EQ(exposition.Text(),
            "# HELP h Sizes.\n"
            "# TYPE h histogram\n"
            "h_count 9\n"
            "h_sum 70\n"
            "h_bucket{le=\"1\"} 2\n"
            "h_bucket{le=\"5\"} 5\n"
            "h_bucket{le=\"+Inf\"} 9\n"
            "h_count{kind=\"k\"} 9\n"
            "h_sum{kind=\"k\"} 0.07000000000000001\n"
            "h_bucket{kind=\"k\",le=\"0.001\"} 2\n"
            "h_bucket{kind=\"k\",le=\"0.005\"} 5\n"
            "h_bucket{kind=\"k\",le=\"+Inf\"} 9\n");
}

TEST(Metric, TableDeclaresSumAndExposition) {
  struct Group {
    Counter open;
    Counter good;
    Counter bad;
  };
  using Row = Metric<Group, Counter>;
  constexpr std::array kTable{
      Row{&Group::open, MetricType::kGauge, "open", "Now."},
      Row{&Group::good, MetricType::kCounter, "all_total", "By result.", "result", "good"},
      Row{&Group::bad, MetricType::kCounter, "all_total", "", "result", "bad"},
  };
  Group loop;
  loop.open.Set(2);
  loop.good.Set(3);
  loop.bad.Set(4);
  Group sum;
  AddToSum(sum, kTable, loop);
  AddToSum(sum, kTable, loop);
  Exposition exposition;
  AddTable(exposition, kTable, sum);
  EXPECT_EQ(exposition.Text(),
            "# HELP open Now.\n"
            "# TYPE open gauge\n"
            "open 4\n"
            "# HELP all_total By result.\n"
            "# TYPE all_total counter\n"
            "all_total{result=\"good\"} 6\n"
            "all_total{result=\"bad\"} 8\n");
}

TEST(Process, ReadsKernelStatistics) {
  const auto process = ReadProcess();
  EXPECT_GT(process.cpu_seconds, 0);
  EXPECT_GT(process.resident_bytes, 1 << 20);
  EXPECT_GE(process.open_fds, 3);
  EXPECT_GE(process.max_fds, process.open_fds);
  const auto now =
      std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  EXPECT_LE(process.start_seconds, now + 1);
  EXPECT_GT(process.start_seconds, now - 86400);
}

TEST(Process, UsesStandardMetricNames) {
  Exposition exposition;
  AddProcess(exposition, {.cpu_seconds = 1.5, .open_fds = 7});
  const auto text = exposition.Text();
  for (const auto* line :
       {"\nprocess_cpu_seconds_total 1.5\n", "\nprocess_resident_memory_bytes 0\n",
        "\nprocess_open_fds 7\n", "\nprocess_max_fds 0\n", "\nprocess_start_time_seconds 0\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace prichal::telemetry
