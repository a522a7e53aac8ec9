// Messages reported to webhooks, without delaying their senders.

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <thread>

#include "base/tests/fixture_await.h"
#include "outbound/webhook_sender.h"
#include "tests/fixtures/bridge_fixture.h"
#include "tests/fixtures/durable_server.h"
#include "tests/fixtures/hook_listener.h"

namespace prichal::bridge {
namespace {

using prichal::testing::DurableServer;
using prichal::testing::HookListener;

class BridgeWebhook : public DeployedBridgeTest {
 protected:
  [[nodiscard]] int Post(const std::string& to, const std::string& body,
                         const std::string& more) const {
    return StatusOf(Ask(PostRequest(Id(9), to, body, "300", {}, "&no_request_source=true" + more)));
  }

  HookListener listener_;
};

/// The real binary with a single instance.
class WebhookProcess : public ::testing::Test {
 protected:
  HookListener listener_;
};

TEST_P(BridgeWebhook, NotifiesOfMessagesWithTopic) {
  Start({.webhook_url = {listener_.url("/a"), listener_.url("/b/")}, .webhook_secret = "word"});
  EXPECT_EQ(Post(Id(1), "without", {}), 200);
  EXPECT_EQ(Post(Id(1), "hello", "&topic=sendTransaction"), 200);
  auto got = listener_.Wait(2);
  ASSERT_EQ(got.size(), 2U);
  if (got[0].target > got[1].target) std::swap(got[0], got[1]);
  const std::string body = R"({"topic":"sendTransaction","hash":"hello"})";
  EXPECT_EQ(got[0].target, "/a/" + Id(9));
  EXPECT_EQ(got[1].target, "/b/" + Id(9));
  EXPECT_EQ(got[0].body, body);
  EXPECT_NE(got[0].lines.find("Content-Type: application/json\r\n"), std::string::npos);
  EXPECT_NE(got[0].lines.find("X-Hub-Signature-256: " + SignatureOf("word", body)),
            std::string::npos);
}

TEST_P(BridgeWebhook, CopiesEveryMessage) {
  Start({.copy_to_url = listener_.url("/bridge/message")});
  EXPECT_EQ(Post(Id(1), "hello", "&other=a+b"), 200);
  const auto got = listener_.Wait(1);
  EXPECT_EQ(got[0].target, "/bridge/message?client_id=" + Id(9) +
                               "&no_request_source=true&other=a+b&to=" + Id(1) +
                               "&trace_id=" + kTrace + "&ttl=300");
  EXPECT_EQ(got[0].body, "hello");
}

TEST_P(BridgeWebhook, NotifiesOncePerAcceptedMessage) {
  Start({.webhook_url = {listener_.url("/")}, .mailbox_messages = 1});
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(Post(Id(i), "hello", "&topic=t"), 200);
    EXPECT_EQ(Post(Id(i), "hello", "&topic=t"), 200);  // a retry
    EXPECT_EQ(Post(Id(i), "more", "&topic=t"), 429);
  }
  for (std::size_t i = 0; i < instances(); ++i) EXPECT_TRUE(webhooks(i).Stop(Millis(10'000)));
  EXPECT_EQ(listener_.Wait(10).size(), 10U);
}

using WebhookInstances = BridgeWebhook;

/// The message is stored despite too few replicas, so its retry is not reported again.
TEST_P(WebhookInstances, NotifiesOnceOfRetriedMessage) {
  AskForReplicas(1);
  Start({.webhook_url = {listener_.url("/")}});
  EXPECT_EQ(Post(Id(1), "hello", "&topic=t"), 503);
  EXPECT_EQ(Post(Id(1), "hello", "&topic=t"), 503);
  EXPECT_EQ(Backlog(Id(1)).messages, std::vector<std::string>{"hello"});
  for (std::size_t i = 0; i < instances(); ++i) EXPECT_TRUE(webhooks(i).Stop(Millis(10'000)));
  EXPECT_EQ(listener_.Wait(1).size(), 1U);
}

TEST_P(BridgeWebhook, SilentListenerDelaysNoMessage) {
  Start({.webhook_url = {listener_.url("/")}, .copy_to_url = listener_.url("/copy")});
  listener_.Say({}, HookListener::kSilence);
  for (int i = 0; i < 200; ++i) {
    EXPECT_EQ(Post(Id(i), "hello", "&topic=t"), 200);
  }
  // The last message is passed to the webhooks just after its sender's response.
  const auto sum = [this](std::uint64_t outbound::WebhookStats::*number) {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < instances(); ++i) all += webhooks(i).Snapshot().*number;
    return all;
  };
  Await("all webhooks wait", [&] { return sum(&outbound::WebhookStats::waiting) == 400; });
  EXPECT_EQ(sum(&outbound::WebhookStats::delivered), 0U);
}

TEST_F(WebhookProcess, SendsPendingWebhooksBeforeExit) {
  DurableServer server;
  server.Start({{"PRICHAL_BRIDGE_WEBHOOK_URL", listener_.url("/a") + "," + listener_.url("/b")},
                {"PRICHAL_BRIDGE_COPY_TO_URL", listener_.url("/c")},
                {"PRICHAL_BRIDGE_WEBHOOK_SECRET", "word"},
                {"PRICHAL_SERVER_DRAIN_DEADLINE", "10000"}});
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(StatusOf(RawClient(server.site())
                           .Ask(PostRequest(Id(9), Id(i), "hello", "300", {}, "&topic=t"))),
              200);
  }
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), 0);
  EXPECT_EQ(listener_.Wait(60).size(), 60U);
  EXPECT_EQ(server.process().err().find("word"), std::string::npos);
}

TEST_F(WebhookProcess, LogsFailureWithoutUrl) {
  DurableServer server;
  server.Start({{"PRICHAL_BRIDGE_WEBHOOK_URL", "http://127.0.0.1:1/secret-path"},
                {"PRICHAL_SERVER_DRAIN_DEADLINE", "10000"}});
  EXPECT_EQ(
      StatusOf(
          RawClient(server.site()).Ask(PostRequest(Id(9), Id(1), "hello", "300", {}, "&topic=t"))),
      200);
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), 0);
  EXPECT_NE(server.process().err().find("the webhook rejects requests or is unreachable"),
            std::string::npos);
  EXPECT_NE(server.process().err().find("bridge.webhook_url 1"), std::string::npos);
  EXPECT_EQ(server.process().err().find("secret-path"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Deployments, WebhookInstances, TwoInstances(), NameOfDeployment);
INSTANTIATE_TEST_SUITE_P(Deployments, BridgeWebhook, OneAndTwoInstances(), NameOfDeployment);

}  // namespace
}  // namespace prichal::bridge
