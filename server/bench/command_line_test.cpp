#include "bench/command_line.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

namespace prichal::bench {
namespace {

Command Parse(std::initializer_list<const char*> arguments) {
  std::vector<const char*> all{"bridge-load"};
  all.insert(all.end(), arguments);
  return ParseCommandLine(static_cast<int>(all.size()), all.data());
}

/// What a mode says when it is run.
std::string ErrorOf(const Command& command) {
  const auto outcome = command.run();
  return outcome ? "" : outcome.error();
}

TEST(BenchCommandLine, WantsAMode) {
  const Command command = Parse({});
  EXPECT_FALSE(command.run);
  EXPECT_EQ(command.exit_code, 2);
}

TEST(BenchCommandLine, HelpIsNoMistake) {
  const Command command = Parse({"throughput", "--help"});
  EXPECT_FALSE(command.run);
  EXPECT_EQ(command.exit_code, 0);
}

TEST(BenchCommandLine, RefusesWhatAModeDoesNotKnow) {
  EXPECT_EQ(Parse({"idle", "--rate", "3"}).exit_code, 2);
  EXPECT_EQ(Parse({"idle", "--streams", "many"}).exit_code, 2);
}

TEST(BenchCommandLine, SaysWhatIsWrongAndWhatIsRight) {
  EXPECT_EQ(ErrorOf(Parse({"throughput", "--url", "https://x/bridge"})),
            "--url https://x/bridge: begins with http://, such as http://127.0.0.1:8080/bridge");
  EXPECT_EQ(ErrorOf(Parse({"latency", "--also", "x"})),
            "--url x: begins with http://, such as http://127.0.0.1:8080/bridge");
  EXPECT_EQ(ErrorOf(Parse({"throughput", "--body", "20"})),
            "--body 20: at least 43, in which each message says which it is");
  EXPECT_EQ(ErrorOf(Parse({"idle"})), "idle measures a process: name the bridge's with --pid");
  EXPECT_EQ(ErrorOf(Parse({"keep"})),
            "keep takes --send FILE before the kill, and --check FILE after it");
}

TEST(BenchCommandLine, NamesWhoDoesNotAnswer) {
  // The discard port: nobody listens there on loopback.
  const std::string error =
      ErrorOf(Parse({"connects", "--url", "http://127.0.0.1:9/bridge", "--streams", "1"}));
  EXPECT_NE(error.find("127.0.0.1:9: Connection refused"), std::string::npos) << error;
}

}  // namespace
}  // namespace prichal::bench
