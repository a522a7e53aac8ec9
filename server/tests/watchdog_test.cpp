// What hangs says where: this binary runs itself on a test that never ends.

#include "watchdog.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

namespace prichal {
namespace {

/// Never ends: skipped in every run but the one that the test below starts.
TEST(WatchdogTest, DISABLED_Hangs) {
  while (true) pause();  // the line that is named
}

TEST(WatchdogTest, NamesTheTestThatHangsAndItsLine) {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  const std::string command =
      "env -u GTEST_TOTAL_SHARDS -u GTEST_SHARD_INDEX PRICHAL_TEST_SECONDS=1 '" + self +
      "' --gtest_also_run_disabled_tests --gtest_brief=1 "
      "--gtest_filter=WatchdogTest.DISABLED_Hangs 2>&1";
  const auto close = [](FILE* pipe) { pclose(pipe); };
  const std::unique_ptr<FILE, decltype(close)> pipe(popen(command.c_str(), "r"), close);
  ASSERT_NE(pipe, nullptr);
  std::string said;
  std::array<char, 4096> bytes{};
  while (const std::size_t got = fread(bytes.data(), 1, bytes.size(), pipe.get())) {
    said.append(bytes.data(), got);
  }
  EXPECT_NE(said.find("WatchdogTest.DISABLED_Hangs hangs"), std::string::npos) << said;
  EXPECT_NE(said.find("watchdog_test.cpp:20"), std::string::npos) << said;
}

}  // namespace
}  // namespace prichal
