// Messages arrive completely and in order, even with slow, ending and concurrent streams.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/bridge_fixture.h"

namespace prichal::bridge {
namespace {

using BridgeDelivery = DeployedBridgeTest;

TEST_P(BridgeDelivery, DeliversBodiesAsOpaqueText) {
  Start();
  RawClient stream = Listen(Id(1));
  SkipToLive(stream);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), ""))), 200);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), "\xff\n\xe2\x80\xa8"))), 200);
  EXPECT_EQ(EventsIn(stream.ReadUntil("\\u2028")).messages,
            (std::vector<std::string>{"", "\\ufffd\\n\\u2028"}));
  const std::string large(200'000, 'y');
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), large))), 200);
  EXPECT_EQ(EventsIn(stream.ReadUntil("\n\n\r\n") + stream.ReadUntil("\n\n\r\n")).messages.back(),
            large);
}

TEST_P(BridgeDelivery, DeliversBacklogInOrderThenQueueDone) {
  Start();
  RawClient sender = Connect();
  constexpr int kMessages = 3000;
  const std::string ids = Id(1) + "," + Id(2) + "," + Id(3);
  std::string burst;
  for (int i = 0; i < kMessages; ++i) {
    burst += PostRequest(Id(9), Id(1 + i % 3), std::to_string(i), i % 2 == 0 ? "300" : "60");
    if (i % 100 != 99) continue;
    sender.Send(std::exchange(burst, {}));
    for (int j = 0; j < 100; ++j) ASSERT_EQ(StatusOf(sender.ReadResponse()), 200);
  }
  RawClient stream = Listen(ids);
  const Events all = EventsIn(Unchunk(stream.ReadUntil("data: queue_done\r\n\r\n\r\n")));
  ASSERT_EQ(all.ids.size(), static_cast<std::size_t>(kMessages));
  EXPECT_TRUE(std::is_sorted(all.ids.begin(), all.ids.end()));
  EXPECT_EQ(all.messages.back(), std::to_string(kMessages - 1));

  RawClient rest = Connect();
  rest.Send(Get(EventsPath(ids, "&enable_queue_done_event=true"),
                "Last-Event-ID: " + std::to_string(all.ids.at(2000)) + "\r\n"));
  rest.ReadUntil("\r\n\r\n");
  const Events after = EventsIn(Unchunk(rest.ReadUntil("data: queue_done\r\n\r\n\r\n")));
  EXPECT_EQ(after.ids, std::vector(all.ids.begin() + 2001, all.ids.end()));
}

TEST_P(BridgeDelivery, KeepsStreamOpenForLargeBacklogMessages) {
  Start();
  const std::string large(200'000, 'l');
  for (int i = 0; i < 20; ++i) {
    const std::string body = std::to_string(i) + (i % 2 == 0 ? large : "small");
    ASSERT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), body))), 200);
  }
  RawClient stream = Listen(Id(1), {}, 4096);
  EXPECT_EQ(EventsIn(Unchunk(stream.ReadUntil("data: queue_done\r\n\r\n\r\n"))).ids.size(), 20U);
  EXPECT_EQ(Counted(&http::Stats::streams_too_slow), 0U);
}

TEST_P(BridgeDelivery, AnswersUnavailableIfLoopIsOverloaded) {
  Start({}, {.mailbox_tasks = 0});  // no new tasks pass between loops
  int stored = 0;
  int refused = 0;
  for (int i = 0; i < 40; ++i) {
    const std::string response = Ask(PostRequest(Id(99), Id(i), "x"));
    if (StatusOf(response) == 200) ++stored;
    if (StatusOf(response) == 503 && HeaderOf(response, "Retry-After") == "5") ++refused;
  }
  EXPECT_EQ(stored + refused, 40);
  if (shared()) {
    EXPECT_EQ(refused, 0) << "a message passes no other loop on its way to Valkey";
    return;
  }
  EXPECT_GT(refused, 0);
  EXPECT_GE(Counted(&http::Stats::mailbox_full), static_cast<std::uint64_t>(refused));
  // A stream that cannot be notified of its messages ends, so that it does not miss them.
  for (int i = 0; i < 40; ++i) {
    RawClient stream = Listen(Id(i));
    const std::string bytes = stream.ReadUntil("\r\n\r\n");
    EXPECT_TRUE(bytes.ends_with("queue_done\r\n\r\n") || bytes.ends_with("\r\n0\r\n\r\n"));
  }
}

TEST_P(BridgeDelivery, LosesNothingWhileSubscribing) {
  Start();
  constexpr int kBurst = 60;
  std::vector<std::string> expected;
  expected.reserve(kBurst);
  for (int i = 0; i < kBurst; ++i) expected.push_back(std::to_string(i));
  for (int round = 0; round < 100; ++round) {
    // Two IDs, so that in half of the rounds their shards are on different loops.
    const std::string one = Id(2 * round);
    const std::string two = Id(2 * round + 1);
    std::thread sending([&] {
      RawClient sender = Connect();
      for (int i = 0; i < kBurst; ++i) {
        const std::string& to = i % 2 == 0 ? one : two;
        EXPECT_EQ(
            StatusOf(sender.Ask(PostRequest(Id(9999), to, expected[static_cast<std::size_t>(i)]))),
            200);
      }
    });
    RawClient stream = Listen(std::string(one).append(",").append(two));
    std::string bytes;
    while (EventsIn(bytes).ids.size() < kBurst) {
      const std::string more = stream.ReadUntil("}\n\n\r\n");
      if (more.empty()) break;
      bytes += more;
    }
    sending.join();
    EXPECT_EQ(EventsIn(bytes).messages, expected) << "round " << round;
  }
}

TEST_P(BridgeDelivery, DeliversToEverySubscriber) {
  Start();
  std::vector<RawClient> streams;
  streams.reserve(6);
  for (int i = 0; i < 6; ++i) {
    streams.push_back(Listen(Id(1)));
    SkipToLive(streams.back());
  }
  streams.back().Reset();
  streams.pop_back();
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), "hello"))), 200);
  for (RawClient& stream : streams) {
    EXPECT_EQ(EventsIn(stream.ReadUntil("\n\n\r\n")).messages, std::vector<std::string>{"hello"});
  }
}

TEST_P(BridgeDelivery, EndsSlowStreamCleanlyAndResumes) {
  Start();
  RawClient stream = Listen(Id(1), {}, 4096);
  SkipToLive(stream);
  RawClient sender = Connect();
  constexpr std::size_t kMessages = 1000;
  const std::string body(20'000, 'z');
  std::size_t sent = 0;
  while (sent < kMessages && Counted(&http::Stats::streams_too_slow) == 0) {
    ASSERT_EQ(StatusOf(sender.Ask(PostRequest(Id(2), Id(1), std::to_string(sent) + body))), 200);
    ++sent;
  }
  ASSERT_LT(sent, kMessages) << "the stream should have been ended";
  const std::string bytes = stream.ReadUntil("\r\n0\r\n\r\n");
  EXPECT_TRUE(bytes.ends_with("\n\n\r\n0\r\n\r\n"));
  Events got = EventsIn(bytes);

  stream.Send(Get(EventsPath(Id(1), "&enable_queue_done_event=true"),
                  "Last-Event-ID: " + std::to_string(got.ids.back()) + "\r\n"));
  const Events rest = EventsIn(stream.ReadUntil("data: queue_done\r\n\r\n\r\n"));
  got.ids.insert(got.ids.end(), rest.ids.begin(), rest.ids.end());
  EXPECT_EQ(got.ids.size(), sent);
  EXPECT_TRUE(std::is_sorted(got.ids.begin(), got.ids.end()));
}

TEST_P(BridgeDelivery, LeavesNothingAfterConnectAndReset) {
  Start(TakingTtlZero());
  for (int i = 0; i < 1000; ++i) {
    RawClient client = Connect();
    client.Send(Get(EventsPath(Id(i % 8))));
    client.Reset();
  }
  for (int i = 0; i < 8; ++i) EXPECT_EQ(StatusOf(Ask(PostRequest(Id(9), Id(i), "x", "0"))), 200);
  Await("all subscriptions end", [&] { return Counted(&Stats::subscriptions) == 0; });
  Await("all mailboxes close", [&] { return Counted(&Stats::mailboxes) == 0; });
}

INSTANTIATE_TEST_SUITE_P(Deployments, BridgeDelivery, OneAndTwoInstances(), NameOfDeployment);

}  // namespace
}  // namespace prichal::bridge
