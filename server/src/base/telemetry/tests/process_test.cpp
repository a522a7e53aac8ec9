#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <limits>
#include <string>

#include "base/telemetry/exposition.h"

namespace prichal::telemetry {
namespace {

/// Returns the kernel's boot time. 0 if it is not available.
double BootSeconds() {
  std::ifstream machine("/proc/stat");
  double boot = 0;
  for (std::string word; machine >> word; machine.ignore(std::numeric_limits<int>::max(), '\n')) {
    if (word == "btime") machine >> boot;
  }
  return boot;
}

TEST(Process, ReportsStartTimeBetweenBootAndNow) {
  const double start = ReadProcess().start_seconds;
  EXPECT_GT(start, BootSeconds() - 2);
  EXPECT_LE(
      start,
      std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count());
  EXPECT_EQ(ReadProcess().start_seconds, start);
}

}  // namespace
}  // namespace prichal::telemetry
