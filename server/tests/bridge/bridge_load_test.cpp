// The load generator of server/tools/bench counts correctly: short runs of each mode against the
// real binary. Durations are not checked.

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <regex>
#include <string>
#include <thread>

#include "base/tests/fixture_tree.h"
#include "tests/fixtures/durable_server.h"

namespace prichal::testing {
namespace {

/// Counters of a run by name.
using Figures = std::map<std::string, double>;

class BridgeLoadTest : public ::testing::Test {
 protected:
  void SetUp() override { server_.Start(); }

  /// Runs `bridge-load MODE` against the server until it ends.
  [[nodiscard]] Figures Run(const std::string& mode) const { return Parse(Say(mode)); }

  [[nodiscard]] std::string Say(const std::string& mode) const {
    // It waits for events; the long timeout is for a busy machine.
    const std::string command = std::string(PRICHAL_BRIDGE_LOAD) + " " + mode +
                                " --patience 60 --json --url http://" + server_.site() +
                                "/bridge 2>&1";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
    std::string said;
    for (int c = std::fgetc(pipe.get()); c != EOF; c = std::fgetc(pipe.get())) {
      said += static_cast<char>(c);
    }
    return said;
  }

  [[nodiscard]] static Figures Parse(const std::string& said) {
    Figures figures;
    EXPECT_EQ(said.find("{\"mode\":"), 0U) << said;
    static const std::regex kFigure(R"raw("(\w+)":(-?[0-9.e+-]+))raw");
    for (std::sregex_iterator at(said.begin(), said.end(), kFigure), end; at != end; ++at) {
      figures[(*at)[1]] = std::stod((*at)[2]);
    }
    return figures;
  }

  [[nodiscard]] std::string Pid() const {
    return " --pid " + std::to_string(server_.process().pid());
  }

  FixtureTree files_;
  mutable DurableServer server_;
};

TEST_F(BridgeLoadTest, CountsStreamsThatBeginInsideABurst) {
  const Figures figures = Run("subscribe --streams 10 --burst 20 --rounds 3");
  EXPECT_EQ(figures.at("subscribes"), 30);
  EXPECT_EQ(figures.at("acknowledged"), 600);
  EXPECT_EQ(figures.at("refused"), 0);
  EXPECT_EQ(figures.at("lost"), 0);
  EXPECT_EQ(figures.at("repeated"), 0);
  EXPECT_EQ(figures.at("out_of_order"), 0);
}

TEST_F(BridgeLoadTest, CountsBacklog) {
  const Figures figures = Run("backlog --messages 1000 --senders 4");
  EXPECT_EQ(figures.at("acknowledged"), 1000);
  EXPECT_EQ(figures.at("arrived"), 1000);
  EXPECT_EQ(figures.at("lost"), 0);
  EXPECT_EQ(figures.at("out_of_order"), 0);
}

TEST_F(BridgeLoadTest, CountsDeliveriesToSlowReader) {
  const Figures figures = Run("slow --streams 2 --messages 100 --body 20000 --senders 2");
  EXPECT_EQ(figures.at("acknowledged"), 200);
  EXPECT_EQ(figures.at("delivered_after_reconnect"), 200);
  EXPECT_EQ(figures.at("silent_gaps"), 0);
  EXPECT_EQ(figures.at("lost"), 0);
}

TEST_F(BridgeLoadTest, MeasuresThroughputAndLatencyWithoutLoss) {
  for (const std::string mode :
       {"throughput --seconds 0.2 --warm-up 0.1 --streams 20 --senders 4",
        "latency --seconds 0.2 --warm-up 0.1 --streams 20 --senders 4 --no-request-source"}) {
    const Figures figures = Run(mode + Pid());
    EXPECT_EQ(figures.count("deliver_p99_ms"), 1U) << mode;
    EXPECT_EQ(figures.at("lost"), 0) << mode;
    EXPECT_EQ(figures.at("repeated"), 0) << mode;
  }
}

TEST_F(BridgeLoadTest, MeasuresIdleStreamsAndConnects) {
  EXPECT_EQ(Run("idle --streams 50 --seconds 0.1" + Pid()).at("streams_lost"), 0);
  EXPECT_GT(Run("connects --streams 50" + Pid()).at("streams_per_second"), 0);
}

TEST_F(BridgeLoadTest, CountsMessagesKeptAfterKill) {
  const std::string file = files_.path("acknowledged");
  auto sending = std::async(std::launch::async, [&] {
    return Say("keep --messages 500 --streams 5 --senders 8 --send " + file);
  });
  // The sender aborts if the server does not accept its data.
  while (!std::filesystem::exists(file + ".ready") &&
         sending.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) {
  }
  server_.Kill();
  const Figures sent = Parse(sending.get());
  EXPECT_GE(sent.at("acknowledged"), 500);
  server_.Start();
  const Figures kept = Run("keep --check " + file);
  EXPECT_EQ(kept.at("kept"), sent.at("acknowledged"));
  EXPECT_EQ(kept.at("lost"), 0);
}

TEST_F(BridgeLoadTest, CountsStreamsEndedCleanlyOnDrain) {
  const Figures figures = Run("drain --streams 30 --rate 200 --seconds 0.2" + Pid());
  EXPECT_EQ(figures.at("streams_ended_cleanly"), 30);
  EXPECT_EQ(figures.at("streams_cut"), 0);
  EXPECT_EQ(server_.process().Wait(), 0);
}

}  // namespace
}  // namespace prichal::testing
