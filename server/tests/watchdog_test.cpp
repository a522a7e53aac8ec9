// Diagnostics for hanging and dying tests: this binary runs itself with tests that never end.

#include "tests/watchdog.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "base/tests/sanitized.h"

namespace prichal {
namespace {

// Skipped except in the runs that the tests below start.
TEST(WatchdogTest, DISABLED_Hangs) {
  while (true) pause();  // the expected line
}
TEST(WatchdogTest, DISABLED_Dies) { std::abort(); }

/// Returns the output of a run of only this test.
std::string SaidBy(const std::string& test) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const std::string command =
      "env -u GTEST_TOTAL_SHARDS -u GTEST_SHARD_INDEX PRICHAL_TEST_SECONDS=1 '" + self +
      "' --gtest_also_run_disabled_tests --gtest_brief=1 --gtest_filter=" + test + " 2>&1";
  const auto close = [](FILE* pipe) { pclose(pipe); };
  const std::unique_ptr<FILE, decltype(close)> pipe(popen(command.c_str(), "r"), close);
  std::string said;
  std::array<char, 4096> bytes{};
  while (const std::size_t got = fread(bytes.data(), 1, bytes.size(), pipe.get())) {
    said.append(bytes.data(), got);
  }
  return said;
}

TEST(WatchdogTest, NamesHangingTestAndItsLine) {
  const std::string said = SaidBy("WatchdogTest.DISABLED_Hangs");
  EXPECT_NE(said.find("WatchdogTest.DISABLED_Hangs hangs"), std::string::npos) << said;
  EXPECT_NE(said.find("watchdog_test.cpp:22"), std::string::npos) << said;
}

TEST(WatchdogTest, NamesTestThatEndsTheProcess) {
  // Sanitizers report the location themselves.
  if (kSanitized) GTEST_SKIP() << "not under a sanitizer";
  const std::string said = SaidBy("WatchdogTest.DISABLED_Dies");
  EXPECT_NE(said.find("WatchdogTest.DISABLED_Dies dies"), std::string::npos) << said;
}

}  // namespace
}  // namespace prichal
