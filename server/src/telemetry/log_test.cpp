#include "telemetry/log.h"

#include <gtest/gtest.h>

#include <future>
#include <mutex>
#include <regex>
#include <string>
#include <thread>
#include <vector>

namespace prichal::telemetry {
namespace {

/// What a log wrote until it was gone.
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

TEST(Log, TextLinesForPeople) {
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

TEST(Log, JsonLinesForMachines) {
  const auto lines = Lines(Level::kDebug, Format::kJson, [](Log& log) {
    log.Write(Level::kDebug, "a \"b\"", {{"text", "x\ny"}, {"number", -1}});
  });
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_TRUE(std::regex_match(
      lines[0], std::regex(R"(\{"time":"[0-9T:.-]+Z","level":"debug","message":"a \\"b\\"",)"
                           R"("text":"x\\ny","number":-1\}\n)")))
      << lines[0];
}

TEST(Log, LeavesOutWhatIsLessImportant) {
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

TEST(Log, ErrorsPassAQueueThatIsFull) {
  std::promise<void> release;
  const auto released = release.get_future().share();
  std::vector<std::string> errors;
  std::uint64_t dropped = 0;
  {
    std::thread writer;
    Log log(Level::kInfo, Format::kText, [&](std::string_view line) {
      released.wait();
      if (line.find(" error ") != std::string_view::npos) errors.emplace_back(line);
    });
    for (int i = 0; i < 20'000; ++i) log.Write(Level::kInfo, "line");
    dropped = log.dropped();
    writer = std::thread([&] { log.Write(Level::kError, "lost?"); });
    release.set_value();
    writer.join();
  }
  EXPECT_GE(dropped, 10'000U);
  EXPECT_EQ(errors.size(), 1U);
}

TEST(Log, KnowsTheNamesOfLevels) {
  EXPECT_EQ(LevelNamed("debug"), Level::kDebug);
  EXPECT_EQ(LevelNamed("info"), Level::kInfo);
  EXPECT_EQ(LevelNamed("warn"), Level::kWarn);
  EXPECT_EQ(LevelNamed("error"), Level::kError);
}

}  // namespace
}  // namespace prichal::telemetry
