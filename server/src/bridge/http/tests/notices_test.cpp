#include <gtest/gtest.h>

#include "bridge/http/message_webhooks.h"

namespace prichal::bridge {
namespace {

const std::string kTopic = "sendTransaction";

Notices::Message MessageWith(const std::string* topic) {
  return {.from = "cafe", .topic = topic, .query = "to=b&client_id=cafe&ttl=300", .body = "m<"};
}

TEST(Notices, NotifiesEachUrlIfMessageHasTopic) {
  const Notices notices({.webhook_url = {"https://a.example/hook", "http://b.example/?key=1"}});
  const auto deliveries = notices.For(MessageWith(&kTopic));
  ASSERT_EQ(deliveries.size(), 2U);
  EXPECT_EQ(deliveries[0].url, "https://a.example/hook/cafe");
  EXPECT_EQ(deliveries[0].body, R"({"topic":"sendTransaction","hash":"m\u003c"})");
  EXPECT_EQ(deliveries[0].headers, std::vector<std::string>{"Content-Type: application/json"});
  EXPECT_EQ(deliveries[1].url, "http://b.example/cafe?key=1");
  EXPECT_EQ(deliveries[1].target, 1U);
  EXPECT_EQ(notices.Targets()[deliveries[1].target], "bridge.webhook_url 2");
  EXPECT_TRUE(notices.For(MessageWith(nullptr)).empty());
  const std::string empty;
  EXPECT_EQ(notices.For(MessageWith(&empty)).size(), 2U) << "an empty topic is one";
}

TEST(Notices, CopiesEveryMessageWithSortedParameters) {
  const Notices notices(
      {.webhook_url = {"https://a.example"}, .copy_to_url = "https://c.example/in?x=1"});
  const auto deliveries = notices.For(MessageWith(nullptr));
  ASSERT_EQ(deliveries.size(), 1U);
  EXPECT_EQ(deliveries[0].url, "https://c.example/in?client_id=cafe&to=b&ttl=300");
  EXPECT_EQ(deliveries[0].body, "m<");
  EXPECT_TRUE(deliveries[0].headers.empty());
  EXPECT_EQ(notices.Targets()[deliveries[0].target], "bridge.copy_to_url");
  EXPECT_EQ(notices.For(MessageWith(&kTopic)).size(), 2U);
}

TEST(Notices, SignsWithSecret) {
  // RFC 4231, test case 2.
  EXPECT_EQ(SignatureOf("Jefe", "what do ya want for nothing?"),
            "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  const Notices notices({.webhook_url = {"https://a.example"}, .webhook_secret = "word"});
  const auto deliveries = notices.For(MessageWith(&kTopic));
  EXPECT_EQ(deliveries[0].headers[1],
            "X-Hub-Signature-256: " + SignatureOf("word", deliveries[0].body));
}

}  // namespace
}  // namespace prichal::bridge
