// The bridge with each store: the same messages in the same order, independent of the store and the
// number of instances.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/fixtures/bridge_fixture.h"

namespace prichal::bridge {
namespace {

class BridgeStore : public DeployedBridgeTest {
 protected:
  [[nodiscard]] static bool keeps() { return GetParam() != Deployment::kMemory; }
};

TEST_P(BridgeStore, DeliversBacklogBeforeNewMessages) {
  Start();
  RawClient sender = Connect();
  std::vector<std::string> expected;
  std::string burst;
  for (int i = 0; i < 500; ++i) {
    expected.push_back(std::to_string(i));
    burst += PostRequest(Id(9), Id(1 + i % 3), expected.back(), i % 2 == 0 ? "300" : "60");
  }
  sender.Send(burst);
  for (int i = 0; i < 500; ++i) ASSERT_EQ(StatusOf(sender.ReadResponse()), 200);
  RawClient stream = Listen(Id(1) + "," + Id(2) + "," + Id(3));
  const Events all = EventsIn(Unchunk(stream.ReadUntil("data: queue_done\r\n\r\n\r\n")));
  EXPECT_EQ(all.ids.size(), 500U);
  EXPECT_TRUE(std::is_sorted(all.ids.begin(), all.ids.end()));
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(9), Id(2), "new"))), 200);
  EXPECT_EQ(EventsIn(stream.ReadUntil("\n\n\r\n")).messages, std::vector<std::string>{"new"});
}

TEST_P(BridgeStore, LosesNothingWhileSubscribing) {
  Start();
  std::vector<std::string> expected;
  for (int i = 0; i < 40; ++i) expected.push_back(std::to_string(i));
  for (int round = 0; round < 20; ++round) {
    const std::string to = Id(round);
    std::thread sending([&] {
      RawClient sender = Connect();
      for (const std::string& body : expected) {
        EXPECT_EQ(StatusOf(sender.Ask(PostRequest(Id(9999), to, body))), 200);
      }
    });
    RawClient stream = Listen(to);
    std::string bytes;
    while (EventsIn(bytes).ids.size() < expected.size()) {
      const std::string more = stream.ReadUntil("}\n\n\r\n");
      if (more.empty()) break;
      bytes += more;
    }
    sending.join();
    EXPECT_EQ(EventsIn(bytes).messages, expected) << "round " << round;
  }
}

TEST_P(BridgeStore, DeliversDuplicateOnceAndAcknowledgesAll) {
  Start();
  const std::string once = PostRequest(Id(1), Id(2), "sealed");
  RawClient sender = Connect();
  // Pipelined, so that the later ones arrive while the first is being stored.
  sender.Send(once + once + once);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(StatusOf(sender.ReadResponse()), 200);
  EXPECT_EQ(StatusOf(Ask(once)), 200);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(3), Id(2), "sealed"))), 200) << "another sender";
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(1), Id(4), "sealed"))), 200) << "another receiver";
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(1), Id(2), "other"))), 200);
  EXPECT_EQ(Backlog(Id(2)).messages, (std::vector<std::string>{"sealed", "sealed", "other"}));
  EXPECT_EQ(Counted(&Stats::duplicates), 3U);
  EXPECT_EQ(Counted(&Stats::accepted), 4U);

  Restart();
  EXPECT_EQ(StatusOf(Ask(once)), 200);
  EXPECT_EQ(Backlog(Id(2)).messages.size(), keeps() ? 3U : 1U);
}

TEST_P(BridgeStore, DeliversZeroTtlMessageAgain) {
  Start(TakingTtlZero());
  RawClient stream = Listen(Id(2));
  SkipToLive(stream);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(1), Id(2), "now", "0"))), 200);
    EXPECT_EQ(EventsIn(stream.ReadUntil("\n\n\r\n")).messages, std::vector<std::string>{"now"});
  }
}

TEST_P(BridgeStore, KeepsMessagesAfterRestartIfDurable) {
  Start();
  std::vector<std::int64_t> ids;
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(1), Id(i % 4), std::to_string(i)))), 200);
  }
  const std::string all = Id(0) + "," + Id(1) + "," + Id(2) + "," + Id(3);
  const Events before = Backlog(all);
  Restart();
  const Events after = Backlog(all);
  EXPECT_EQ(after.ids, keeps() ? before.ids : std::vector<std::int64_t>());
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(1), Id(1), "later"))), 200);
  const Events rest = Backlog(all, "&last_event_id=" + std::to_string(before.ids.back()));
  EXPECT_EQ(rest.messages, std::vector<std::string>{"later"});
}

TEST_P(BridgeStore, KeepsOrderPerReceiverUnderLoad) {
  Start();
  constexpr int kSenders = 4;
  constexpr int kEach = 400;
  std::vector<std::thread> senders;
  for (int s = 0; s < kSenders; ++s) {
    senders.emplace_back([this, s] {
      RawClient sender = Connect();
      std::string burst;
      for (int i = 0; i < kEach; ++i) {
        burst += PostRequest(Id(100 + s), Id(i % 8), std::to_string(s) + "-" + std::to_string(i));
      }
      sender.Send(burst);
      for (int i = 0; i < kEach; ++i) EXPECT_EQ(StatusOf(sender.ReadResponse()), 200);
    });
  }
  for (std::thread& sender : senders) sender.join();
  std::size_t count = 0;
  for (int r = 0; r < 8; ++r) {
    const Events events = Backlog(Id(r));
    EXPECT_TRUE(std::is_sorted(events.ids.begin(), events.ids.end()));
    count += events.ids.size();
    // Messages of one sender are in order.
    std::vector<int> last(kSenders, -1);
    for (const std::string& message : events.messages) {
      const int number = std::stoi(message.substr(2));
      int& before = last.at(static_cast<std::size_t>(message[0] - '0'));
      EXPECT_GT(number, before);
      before = number;
    }
  }
  EXPECT_EQ(count, static_cast<std::size_t>(kSenders * kEach));
}

INSTANTIATE_TEST_SUITE_P(Deployments, BridgeStore, EveryDeployment(), NameOfDeployment);

}  // namespace
}  // namespace prichal::bridge
