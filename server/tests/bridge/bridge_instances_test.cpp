// Delivery across instances: messages, cursors, TTLs, streams that move; and counters per instance.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/bridge_fixture.h"

namespace prichal::bridge {
namespace {

using BridgeCursors = DeployedBridgeTest;
using BridgeInstances = DeployedBridgeTest;

/// Index of the first instance. With a single process, it is also the last one.
constexpr std::size_t kFirst = 0;

std::vector<std::string> Texts(std::size_t count) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < count; ++i) texts.push_back(std::to_string(i));
  return texts;
}

/// Reads `count` messages, or fewer if no more arrive.
Events ReadMessages(RawClient& stream, std::size_t count) {
  std::string bytes;
  while (EventsIn(bytes).ids.size() < count) {
    const std::string more = stream.ReadUntil("}\n\n\r\n");
    if (more.empty()) break;
    bytes += more;
  }
  return EventsIn(bytes);
}

/// IDs in Valkey are multiples of this; the values between are for several messages with one ID
/// (decision 32).
constexpr std::int64_t kIdStep = 16;

/// Returns the messages in order. `shared`: messages of two mailboxes with the same ID have no
/// defined order.
std::vector<std::string> Order(const Events& events, bool shared) {
  std::vector<std::string> messages = events.messages;
  auto begin = messages.begin();
  for (std::size_t i = 0; shared && i < events.ids.size(); ++i) {
    if (events.ids[i] % kIdStep != 0) continue;
    const auto end = messages.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    std::sort(begin, end);
    begin = end;
  }
  return messages;
}

TEST_P(BridgeCursors, KeepsOneOrderAtAllInstances) {
  Start();
  constexpr int kEach = 100;
  const std::size_t last = instances() - 1;
  const std::string ids = Id(1) + "," + Id(2);
  RawClient one = ListenAt(kFirst, ids);
  RawClient other = ListenAt(last, ids);
  SkipToLive(one);
  SkipToLive(other);
  std::vector<std::thread> senders;
  for (const std::size_t at : {kFirst, last}) {
    senders.emplace_back([this, at, number = senders.size()] {
      RawClient sender = ConnectTo(at);
      for (int i = 0; i < kEach; ++i) {
        const std::string text = std::to_string(number) + "-" + std::to_string(i);
        EXPECT_EQ(StatusOf(sender.Ask(PostRequest(Id(9), Id(1 + i % 2), text))), 200);
      }
    });
  }
  for (std::thread& sender : senders) sender.join();
  const Events given = ReadMessages(one, 2 * kEach);
  const Events there = ReadMessages(other, 2 * kEach);
  EXPECT_EQ(given.ids, there.ids);
  EXPECT_EQ(Order(given, shared()), Order(there, shared()));
  EXPECT_TRUE(std::is_sorted(given.ids.begin(), given.ids.end()));
  EXPECT_EQ(std::adjacent_find(given.ids.begin(), given.ids.end()), given.ids.end());
  // A cursor from one instance is valid at the other.
  std::size_t seen = kEach;
  while (shared() && given.ids.at(seen - 1) % kIdStep != 0) ++seen;
  const Events rest = EventsIn(
      Unchunk(ListenAt(last, ids, "&last_event_id=" + std::to_string(given.ids.at(seen - 1)))
                  .ReadUntil("data: queue_done\r\n\r\n\r\n")));
  const auto from = static_cast<std::ptrdiff_t>(seen);
  const Events expected{.messages = {given.messages.begin() + from, given.messages.end()},
                        .ids = {given.ids.begin() + from, given.ids.end()}};
  EXPECT_EQ(rest.ids, expected.ids);
  EXPECT_EQ(Order(rest, shared()), Order(expected, shared()));
}

TEST_P(BridgeCursors, AppliesCursorAtOtherInstance) {
  Start();
  const std::vector<std::string> texts = Texts(6);
  for (const std::string& text : texts) {
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(9), Id(1), text))), 200);
  }
  RawClient stream = ListenAt(kFirst, Id(1));
  const Events all = ReadMessages(stream, texts.size());
  ASSERT_EQ(all.messages, texts);
  for (std::size_t seen = 1; seen <= texts.size(); ++seen) {
    const Events rest = Backlog(Id(1), "&last_event_id=" + std::to_string(all.ids[seen - 1]));
    EXPECT_EQ(rest.messages,
              std::vector(texts.begin() + static_cast<std::ptrdiff_t>(seen), texts.end()));
  }
  // A Last-Event-ID in the future hides all messages, but only from this stream.
  RawClient silent = Listen(Id(1), "&last_event_id=9007199254740991");
  SkipToLive(silent);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(9), Id(1), "new"))), 200);
  EXPECT_EQ(ReadMessages(stream, 1).messages, std::vector<std::string>{"new"});
  EXPECT_EQ(Backlog(Id(1)).messages.size(), texts.size() + 1);
  for (std::size_t i = 0; i < instances(); ++i) (void)Drain(i);
  EXPECT_TRUE(EventsIn(silent.ReadAll()).ids.empty());
}

TEST_P(BridgeCursors, ExpiresMessagesAtAllInstances) {
  Start(TakingTtlZero());
  const std::size_t last = instances() - 1;
  RawClient stream = ListenAt(last, Id(1));
  SkipToLive(stream);
  RawClient sender = ConnectTo(kFirst);
  EXPECT_EQ(StatusOf(sender.Ask(PostRequest(Id(9), Id(1), "now", "0"))), 200);
  EXPECT_EQ(StatusOf(sender.Ask(PostRequest(Id(9), Id(1), "short", "1"))), 200);
  EXPECT_EQ(StatusOf(sender.Ask(PostRequest(Id(9), Id(1), "long", "300"))), 200);
  EXPECT_EQ(ReadMessages(stream, 3).messages, (std::vector<std::string>{"now", "short", "long"}));
  const std::vector<std::string> left{"long"};
  for (std::size_t i = 0; i < 2 * instances(); ++i) {
    Await("it has expired", [&] { return Backlog(Id(1)).messages == left; });
  }
}

/// A wallet or page reconnects while its instance is replaced.
TEST_P(BridgeInstances, ResumesDrainedStreamAtOtherInstance) {
  Start();
  const std::vector<std::string> texts = Texts(300);
  const std::string ids = Id(1) + "," + Id(2);
  RawClient stream = ListenAt(kFirst, ids);
  SkipToLive(stream);
  std::thread sending([&] {
    RawClient sender = ConnectTo(1);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string& to = i % 3 == 0 ? Id(2) : Id(1);
      EXPECT_EQ(StatusOf(sender.Ask(PostRequest(Id(9), to, texts[i]))), 200);
    }
  });
  Events got = ReadMessages(stream, texts.size() / 4);
  EXPECT_TRUE(Drain(kFirst));
  const std::string last_words = Unchunk(stream.ReadAll());
  EXPECT_NE(last_words.find("retry: "), std::string::npos);
  const Events more = EventsIn(last_words);
  got.ids.insert(got.ids.end(), more.ids.begin(), more.ids.end());
  got.messages.insert(got.messages.end(), more.messages.begin(), more.messages.end());

  RawClient again = ConnectTo(1);
  again.Send(Get(EventsPath(ids), "Last-Event-ID: " + std::to_string(got.ids.back()) + "\r\n"));
  const Events rest = ReadMessages(again, texts.size() - got.messages.size());
  sending.join();
  got.messages.insert(got.messages.end(), rest.messages.begin(), rest.messages.end());
  EXPECT_EQ(got.messages, texts) << "each once, in the order in which they were taken";
}

TEST_P(BridgeInstances, SharesMailboxLimitsBetweenInstances) {
  Start({.mailbox_messages = 4});
  const auto send = [this](std::size_t at, const std::string& text, const std::string& lines = {}) {
    return StatusOf(ConnectTo(at).Ask(PostRequest(Id(9), Id(1), text, "300", lines)));
  };
  for (const std::string& text : Texts(4)) EXPECT_EQ(send(0, text), 200);
  EXPECT_EQ(send(1, "one more"), 429) << "it would have to give way to itself";
  EXPECT_EQ(send(0, "one more"), 429);
  EXPECT_EQ(StatusOf(ConnectTo(1).Ask(PostRequest(Id(8), Id(1), "of another"))), 200);
  EXPECT_EQ(Backlog(Id(1)).messages, (std::vector<std::string>{"1", "2", "3", "of another"}));
}

/// As documented in docs/site/operations/instances.md.
TEST_P(BridgeInstances, LimitsAddressesPerInstance) {
  const auto proxies =
      http::TrustedProxies::Parse({"127.0.0.1"}, http::ForwardedHeader::kXForwardedFor).value();
  Start({.rate_limit = 1, .rate_burst = 1, .connections_limit = 1}, {}, proxies);
  const std::string client = "X-Forwarded-For: 192.0.2.1\r\n";
  std::vector<RawClient> streams;
  for (std::size_t i = 0; i < instances(); ++i) {
    streams.push_back(ConnectTo(i));
    streams.back().Send(Get(EventsPath(Id(1)), client));
    EXPECT_EQ(StatusOf(streams.back().ReadUntil("\r\n\r\n")), 200);
    EXPECT_EQ(StatusOf(ConnectTo(i).Ask(Get(EventsPath(Id(1)), client))), 429);
  }
  for (std::size_t i = 0; i < instances(); ++i) {
    RawClient sender = ConnectTo(i);
    // On a busy machine a second may pass between two of them.
    std::vector<int> said;
    for (const char* text : {"a", "b", "c", "d", "e"}) {
      said.push_back(
          StatusOf(sender.Ask(PostRequest(Id(9), Id(1), std::to_string(i) + text, "60", client))));
    }
    EXPECT_EQ(said.front(), 200) << "whatever was sent to the other";
    EXPECT_NE(std::find(said.begin(), said.end(), 429), said.end());
  }
}

TEST_P(BridgeInstances, LimitsStreamsPerIdOnEachLoop) {
  Start({.streams_per_id = 1});
  RawClient one = ListenAt(0, Id(1));
  RawClient other = ListenAt(1, Id(1));
  SkipToLive(one);
  SkipToLive(other);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(9), Id(1), "to both"))), 200);
  EXPECT_EQ(ReadMessages(one, 1).messages, ReadMessages(other, 1).messages);
  EXPECT_EQ(Counted(&Stats::streams_crowded), 0U);
  // Two loops per instance.
  constexpr std::size_t kMore = 10;
  std::vector<RawClient> more;
  for (std::size_t i = 0; i < kMore; ++i) more.push_back(ListenAt(0, Id(1)));
  Await("all but one of each loop have ended",
        [&] { return service(0).Stats().streams_crowded >= kMore + 1 - 2; });
  EXPECT_EQ(service(1).Stats().streams_crowded, 0U);
}

INSTANTIATE_TEST_SUITE_P(Deployments, BridgeCursors, OneAndTwoInstances(), NameOfDeployment);
INSTANTIATE_TEST_SUITE_P(Deployments, BridgeInstances, TwoInstances(), NameOfDeployment);

}  // namespace
}  // namespace prichal::bridge
