#include "bench/command_line.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "base/cli/command_line.h"

namespace prichal::bench {
namespace {

/// Result of a command line.
struct Said {
  int status = -1;  ///< 2: the arguments were rejected
  std::string error;
};

constexpr const char* kHere = "http://127.0.0.1:9/bridge";

Said Say(std::initializer_list<const char*> arguments) {
  std::vector<const char*> all{"load"};
  all.insert(all.end(), arguments);
  cli::Command program("load", kAbout);
  AddModes(program, "load");
  const auto parsed = cli::Parse(program, static_cast<int>(all.size()), all.data());
  if (parsed.chosen == nullptr)
    return {.status = parsed.error.empty() ? 0 : 2, .error = parsed.error};
  ::testing::internal::CaptureStderr();
  Said said{.status = parsed.chosen->run(), .error = {}};
  said.error = ::testing::internal::GetCapturedStderr();
  return said;
}

/// Error of a mode that cannot run, without the name of the program.
std::string ErrorOf(std::initializer_list<const char*> arguments) {
  const auto said = Say(arguments);
  EXPECT_EQ(said.status, 1);
  EXPECT_TRUE(said.error.starts_with("load: ")) << said.error;
  return said.error.size() < 7 ? "" : said.error.substr(6, said.error.size() - 7);
}

TEST(BenchCommandLine, RequiresAMode) { EXPECT_EQ(Say({}).status, 2); }

TEST(BenchCommandLine, PrintsHelpWithStatusZero) {
  EXPECT_EQ(Say({"throughput", "--help"}).status, 0);
}

TEST(BenchCommandLine, RejectsUnknownFlagsAndValues) {
  EXPECT_EQ(Say({"idle", "--rate", "3"}).status, 2);
  EXPECT_EQ(Say({"idle", "--streams", "many"}).status, 2);
}

TEST(BenchCommandLine, NeverLoadsWithoutAUrl) {
  for (const char* mode : {"idle", "throughput", "latency", "connects", "tls-idle",
                           "tls-handshakes", "slow", "subscribe", "backlog", "keep", "drain"}) {
    const auto said = Say({mode});
    EXPECT_EQ(said.status, 2) << mode;
    EXPECT_NE(said.error.find("--url"), std::string::npos) << said.error;
  }
}

TEST(BenchCommandLine, NamesTheProblemAndTheFix) {
  EXPECT_EQ(ErrorOf({"throughput", "--url", "https://x/bridge"}),
            "--url https://x/bridge: begins with http://, such as http://127.0.0.1:8080/bridge");
  EXPECT_EQ(ErrorOf({"latency", "--url", kHere, "--also", "x"}),
            "--url x: begins with http://, such as http://127.0.0.1:8080/bridge");
  EXPECT_EQ(ErrorOf({"throughput", "--url", kHere, "--body", "20"}),
            "--body 20: at least 43, in which each message says which it is");
  EXPECT_EQ(ErrorOf({"idle", "--url", kHere}),
            "idle measures a process: name the bridge's with --pid");
  EXPECT_EQ(ErrorOf({"tls-idle", "--url", kHere}),
            "tls-idle measures a process: name the bridge's with --pid");
  EXPECT_EQ(ErrorOf({"keep", "--url", kHere}),
            "keep needs --send FILE before the kill, or --check FILE after the restart");
}

TEST(BenchCommandLine, LoadsAnotherMachineOnlyIfItIsNamed) {
  const std::string error = ErrorOf({"throughput", "--url", "http://192.0.2.1/bridge"});
  EXPECT_TRUE(error.starts_with("192.0.2.1 is another machine")) << error;
  EXPECT_TRUE(error.ends_with("--i-may-load 192.0.2.1")) << error;
  // Each host must be named.
  EXPECT_TRUE(ErrorOf({"throughput", "--url", kHere, "--also", "http://192.0.2.2/bridge",
                       "--i-may-load", "192.0.2.1"})
                  .starts_with("192.0.2.2 is another"));
  for (const char* url : {"http://[2001:db8::1]:80/bridge", "http://[::ffff:192.0.2.1]/bridge"}) {
    EXPECT_NE(ErrorOf({"connects", "--url", url}).find(" is another machine"), std::string::npos);
  }
  // This machine and named hosts are allowed, so these fail for another reason.
  for (const auto& arguments :
       {std::initializer_list<const char*>{"idle", "--url", "http://[::ffff:127.0.0.9]:9/bridge"},
        std::initializer_list<const char*>{"idle", "--url", "http://[::1]:9/bridge"},
        std::initializer_list<const char*>{"idle", "--url", "http://192.0.2.1/bridge",
                                           "--i-may-load", "192.0.2.1"}}) {
    EXPECT_EQ(ErrorOf(arguments), "idle measures a process: name the bridge's with --pid");
  }
}

TEST(BenchCommandLine, NamesTheBridgeThatDoesNotAnswer) {
  // The discard port, where no server listens on loopback.
  const std::string error =
      ErrorOf({"connects", "--url", "http://127.0.0.1:9/bridge", "--streams", "1"});
  EXPECT_NE(error.find("127.0.0.1:9: Connection refused"), std::string::npos) << error;
}

}  // namespace
}  // namespace prichal::bench
