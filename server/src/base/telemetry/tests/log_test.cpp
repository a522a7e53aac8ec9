#include "base/telemetry/log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <mutex>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "base/tests/fixture_await.h"

namespace prichal::telemetry {
namespace {

/// Returns the lines that a log wrote until it was destroyed.
std::vector<std::string> Lines(Level least, Format format, const std::function<void(Log&)>& write) {
  std::vector<std::string> lines;
  std::mutex mutex;
  {
    Log log(least, format, [&](std::string_view line) {
      const std::lock_guard lock(mutex);
      lines.emplace_back(line);
    });
    write(log);
  }
  return lines;
}

TEST(Log, WritesTextLines) {
  const auto lines = Lines(Level::kInfo, Format::kText, [](Log& log) {
    log.Write(Level::kInfo, "listening", {{"address", "127.0.0.1:1"}, {"loops", 2}});
    log.Write(Level::kWarn, "odd", {{"value", "a b\n\"c\""}, {"empty", ""}});
  });
  ASSERT_EQ(lines.size(), 2U);
  const std::string time = R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z )";
  EXPECT_TRUE(std::regex_match(
      lines[0], std::regex(time + "info    listening address=127\\.0\\.0\\.1:1 loops=2\n")))
      << lines[0];
  EXPECT_TRUE(std::regex_match(
      lines[1], std::regex(time + R"(warning odd value="a b\\n\\"c\\"" empty=""\n)")))
      << lines[1];
}

TEST(Log, WritesJsonLines) {
  const auto lines = Lines(Level::kDebug, Format::kJson, [](Log& log) {
    log.Write(Level::kDebug, "a \"b\"", {{"text", "x\ny"}, {"number", -1}});
  });
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(std::regex_match(
      lines[0], std::regex(R"(\{"time":"[0-9T:.-]+Z","level":"debug","message":"a \\"b\\"",)"
                           R"("text":"x\\ny","number":-1\}\n)")))
      << lines[0];
}

TEST(Log, DropsLinesBelowLevel) {
  EXPECT_EQ(Lines(Level::kWarn, Format::kText,
                  [](Log& log) {
                    log.Write(Level::kDebug, "no");
                    log.Write(Level::kInfo, "no");
                    log.Write(Level::kWarn, "yes");
                    log.Write(Level::kError, "yes");
                    EXPECT_FALSE(log.Writes(Level::kInfo));
                  })
                .size(),
            2U);
}

TEST(Log, NeverBlocksOnStuckReaderAndReportsLosses) {
  std::promise<void> release;
  const auto released = release.get_future().share();
  std::vector<std::string> lines;
  std::mutex mutex;
  std::uint64_t dropped = 0;
  {
    Log log(Level::kInfo, Format::kText, [&](std::string_view line) {
      released.wait();
      const std::lock_guard lock(mutex);
      lines.emplace_back(line);
    });
    auto writer = std::async(std::launch::async, [&] {
      for (int i = 0; i < 20'000; ++i) log.Write(Level::kInfo, "line");
      log.Write(Level::kError, "lost?");
      for (int i = 0; i < 20'000; ++i) log.Write(Level::kInfo, "line");
    });
    EXPECT_EQ(writer.wait_for(WaitTimeout()), std::future_status::ready)
        << "whoever writes an error waits for who reads it";
    dropped = log.dropped();
    release.set_value();
    writer.wait();
  }
  EXPECT_GE(dropped, 30'000U);
  const auto count = [&](const std::string& text) {
    return std::count_if(lines.begin(), lines.end(), [&](const std::string& line) {
      return line.find(text) != std::string::npos;
    });
  };
  EXPECT_EQ(count(" error   lost?"), 1) << "lines of others have not driven it out";
  EXPECT_GE(count(" warning log lines were dropped because writing was too slow lines="), 1);
  EXPECT_EQ(count("lines=0"), 0);
}

TEST(Log, ParsesLevelNames) {
  EXPECT_EQ(LevelNamed("debug"), Level::kDebug);
  EXPECT_EQ(LevelNamed("info"), Level::kInfo);
  EXPECT_EQ(LevelNamed("warn"), Level::kWarn);
  EXPECT_EQ(LevelNamed("error"), Level::kError);
}

}  // namespace
}  // namespace prichal::telemetry
