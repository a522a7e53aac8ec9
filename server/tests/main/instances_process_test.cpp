// Two processes on one Valkey server, as seen by an operator: readiness, metrics, replacement of an
// instance, and an outage of the server.

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <cstddef>
#include <future>
#include <optional>
#include <string>
#include <vector>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/durable_server.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::testing {
namespace {

using bridge::Id;
using bridge::PostRequest;

const std::string kOrigin = "Origin: https://dapp.example\r\n";

class InstancesProcess : public ::testing::Test {
 protected:
  void SetUp() override {
    for (DurableServer& instance : instances_) Start(instance);
    for (const DurableServer& instance : instances_) AwaitReady(instance);
  }

  void Start(DurableServer& instance) {
    instance.Start({{"PRICHAL_STORE_KIND", "valkey"},
                    {"PRICHAL_STORE_VALKEY_URI", "redis://" + NameOf(valkey_.endpoint())},
                    {"PRICHAL_SERVER_LOOPS", "1"},
                    {"PRICHAL_SERVER_DRAIN_DEADLINE", "10000"}});
  }

  static void AwaitReady(const DurableServer& instance, int status = 200) {
    Await("readiness " + std::to_string(status),
          [&] { return StatusOf(instance.Ready()) == status; });
  }

  static std::string Post(const DurableServer& instance, const std::string& text) {
    return RawClient(instance.site()).Ask(PostRequest(Id(9), Id(1), text, "300", kOrigin));
  }

  static RawClient Open(const DurableServer& instance, const std::string& lines = {}) {
    RawClient stream(instance.site());
    stream.Send(bridge::Get(bridge::EventsPath(Id(1), "&enable_queue_done_event=true"), lines));
    return stream;
  }
  static RawClient Listen(const DurableServer& instance) {
    RawClient stream = Open(instance);
    EXPECT_NE(stream.ReadUntil("data: queue_done\r\n\r\n\r\n").find("queue_done"),
              std::string::npos);
    return stream;
  }

  static std::string Next(RawClient& stream) {
    const bridge::Events events = bridge::EventsIn(stream.ReadUntil("}\n\n\r\n"));
    return events.messages.empty() ? "nothing" : events.messages.front();
  }

  static bool Says(const DurableServer& instance, const std::string& metric) {
    const std::string metrics =
        RawClient(instance.admin()).Ask("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    return metrics.find("\n" + metric + "\n") != std::string::npos;
  }

  valkey::FixtureServer valkey_;
  std::array<DurableServer, 2> instances_;
  DurableServer& a_ = instances_[0];
  DurableServer& b_ = instances_[1];
};

TEST_F(InstancesProcess, CountsPerInstance) {
  RawClient stream = Listen(b_);
  EXPECT_EQ(StatusOf(Post(a_, "one")), 200);
  EXPECT_EQ(StatusOf(Post(b_, "one")), 200);
  EXPECT_EQ(Next(stream), "one");
  EXPECT_TRUE(Says(a_, R"(prichal_valkey_messages_total{result="stored"} 1)"));
  EXPECT_TRUE(Says(a_, "prichal_bridge_messages_repeated_total 0"));
  EXPECT_TRUE(Says(b_, R"(prichal_valkey_messages_total{result="stored"} 0)"));
  EXPECT_TRUE(Says(b_, R"(prichal_valkey_messages_total{result="repeated"} 1)"));
  EXPECT_TRUE(Says(b_, "prichal_bridge_messages_repeated_total 1"));
  EXPECT_TRUE(Says(a_, "prichal_streams 0"));
  EXPECT_TRUE(Says(b_, "prichal_streams 1"));
}

TEST_F(InstancesProcess, ResumesStreamDuringRollingReplacement) {
  std::string last_id;
  int sent = 0;
  std::optional<RawClient> stream(Listen(a_));
  const auto exchange = [&](DurableServer& at) {
    const std::string text = std::to_string(sent++);
    EXPECT_EQ(StatusOf(Post(at, text)), 200);
    const bridge::Events events = bridge::EventsIn(stream->ReadUntil("}\n\n\r\n"));
    EXPECT_EQ(events.messages, std::vector<std::string>{text});
    if (!events.ids.empty()) last_id = std::to_string(events.ids.back());
  };
  exchange(a_);
  exchange(b_);
  for (const std::size_t going : {0U, 1U}) {
    DurableServer& old = instances_.at(going);
    DurableServer& other = instances_.at(1 - going);
    old.process().Signal(SIGTERM);
    EXPECT_TRUE(stream->ReadAll().ends_with("\n\n\r\n0\r\n\r\n"));
    EXPECT_EQ(old.process().Wait(), 0);
    // Messages sent while no stream is open are not lost.
    const std::string text = std::to_string(sent++);
    EXPECT_EQ(StatusOf(Post(other, text)), 200);
    stream.emplace(Open(other, "Last-Event-ID: " + last_id + "\r\n"));
    const bridge::Events events =
        bridge::EventsIn(stream->ReadUntil("data: queue_done\r\n\r\n\r\n"));
    EXPECT_EQ(events.messages, std::vector<std::string>{text});
    last_id = std::to_string(events.ids.empty() ? 0 : events.ids.back());
    exchange(other);
    Start(old);
    AwaitReady(old);
    exchange(old);
  }
}

TEST_F(InstancesProcess, ReportsValkeyOutageAndRecovers) {
  RawClient stream = Listen(b_);
  EXPECT_EQ(StatusOf(Post(a_, "before")), 200);
  EXPECT_EQ(Next(stream), "before");
  for (const bool is_killed : {false, true}) {
    is_killed ? valkey_.Kill() : valkey_.Stop();
    // A pending command detects that the server does not respond.
    auto first = std::async(std::launch::async, [&] { return Post(a_, "refused"); });
    auto second = std::async(std::launch::async, [&] { return Post(b_, "refused"); });
    for (const std::string& refused : {first.get(), second.get()}) {
      EXPECT_EQ(StatusOf(refused), 503);
      EXPECT_EQ(HeaderOf(refused, "Retry-After"), "5");
      EXPECT_EQ(HeaderOf(refused, "Access-Control-Allow-Origin"), "*");
    }
    for (const DurableServer& instance : instances_) {
      AwaitReady(instance, 503);
      EXPECT_TRUE(Says(instance, "prichal_ready 0"));
      // Requests that need no messages still work.
      EXPECT_EQ(StatusOf(RawClient(instance.site()).Ask(bridge::Get("/bridge/limits"))), 200);
      EXPECT_EQ(StatusOf(RawClient(instance.site()).Ask(bridge::Get("/"))), 200);
    }
    is_killed ? valkey_.Start() : valkey_.Continue();
    for (const DurableServer& instance : instances_) AwaitReady(instance);
    // The stopped server may still have executed the commands sent to it.
    const std::string text = is_killed ? "after the kill" : "after the stop";
    EXPECT_EQ(StatusOf(Post(a_, text)), 200);
    std::string came = Next(stream);
    while (came == "refused") came = Next(stream);
    EXPECT_EQ(came, text) << "on the stream that was open all the time";
  }
}

}  // namespace
}  // namespace prichal::testing
