// Limits of streams and mailboxes, and the effect of an attack on other clients.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/abuse_fixture.h"

namespace prichal::bridge {
namespace {

using AbuseStreams = AbuseTest;

TEST_F(AbuseStreams, LeavesNothingAfterConnectAndReset) {
  Start(TakingTtlZero({.total_ids = 64, .id_rate = 0, .events_rate = 0, .connections_limit = 32}),
        {}, TrustingLoopback());
  for (int i = 0; i < 2000; ++i) {
    RawClient client = Connect();
    client.Send(Get(EventsPath(Id(i % 8)), For("203.0.113.9")));
    if (i % 3 == 0) (void)client.ReadBytes(1);
    client.Reset();
    if (i % 50 == 0) {
      EXPECT_EQ(StatusOf(Ask(PostRequest(Id(100), Id(i % 8), std::to_string(i), "0"))), 200);
    }
  }
  Await("all connections end", [&] {
    return server().Stats().streams == 0 && server().Stats().connections == 0 &&
           service().Stats().subscriptions == 0;
  });
  std::vector<RawClient> streams;
  for (int i = 0; i < 32; ++i) {
    Await("the stream is admitted", [&] {
      RawClient stream = Connect();
      stream.Send(Get(EventsPath(Id(2 * i) + "," + Id(2 * i + 1)), For("203.0.113.9")));
      const bool open = StatusOf(stream.ReadUntil("\r\n\r\n")) == 200;
      if (open) streams.push_back(std::move(stream));
      return open;
    });
  }
}

TEST_F(AbuseStreams, LeavesNoSubscriptionBehindFullSocket) {
  Start();
  constexpr std::uint64_t kBatch = 8;
  std::string batch;
  for (std::uint64_t i = 0; i < kBatch; ++i) batch += Get("/bridge/nothing");
  RawClient client = Connect(4096);
  std::uint64_t asked = 0;
  // Until the kernel has accepted nothing for so long that the pending responses exceed the limit
  // of a slow reader.
  std::uint64_t sent = 0;
  for (std::uint64_t waiting = 0; waiting < 100;) {
    client.Send(batch);
    asked += kBatch;
    Await("the batch is answered", [&] { return server().Stats().responses[0][4] == asked; });
    EndTurns();
    const std::uint64_t before = std::exchange(sent, server().Stats().bytes_sent);
    waiting = sent == before ? waiting + kBatch : 0;
  }
  client.Send(batch + Get(EventsPath(Id(1))));
  Await("the response begins", [&] { return server().Stats().responses[0][2] == 1; });
  EXPECT_EQ(server().Stats().streams, 1U) << "it has ended before anybody could end it";
  client.Reset();
  Await("all connections end", [&] { return server().Stats().connections == 0; });
  ExpectServing();  // on both loops, after the work that the stream's loop has left for the shards
  Await("all subscriptions end", [&] { return service().Stats().subscriptions == 0; });
}

TEST_F(AbuseStreams, EndsStreamsOfStalledReaders) {
  Start(TakingTtlZero());
  std::vector<RawClient> readers;
  for (int i = 0; i < 5; ++i) {
    readers.push_back(Listen(Id(1), {}, 4096));
  }
  RawClient sender = Connect();
  int sent = 0;
  while (server().Stats().streams_too_slow < readers.size()) {
    ASSERT_EQ(StatusOf(sender.Ask(
                  PostRequest(Id(2), Id(1), std::to_string(sent) + std::string(30'000, 'x'), "0"))),
              200);
    ++sent;
  }
  EXPECT_EQ(server().Stats().streams, 0U);
  ExpectServing();
}

TEST_F(AbuseStreams, LimitsMailboxOnlyForItsFlooder) {
  Start({.rate_limit = 0,
         .byte_rate = 0,
         .id_rate = 0,
         .mailbox_messages = 100,
         .mailbox_bytes = 1'000'000},
        {}, TrustingLoopback());
  RawClient stranger = Connect();
  const auto flood = [&](std::size_t size) {
    int refused = 0;
    for (int i = 0; refused == 0 && i < 1000; ++i) {
      const std::string body = std::to_string(i) + std::string(size, 'x');
      const std::string response =
          stranger.Ask(PostRequest(Id(9), Id(2), body, "300", For("203.0.113.9")));
      if (StatusOf(response) == 429) ++refused;
    }
    EXPECT_EQ(refused, 1);
  };
  std::vector<std::string> sent;
  for (int i = 0; i < 20; ++i) {
    flood(i % 2 == 0 ? 50'000 : 10);
    sent.push_back("friend " + std::to_string(i));
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(1), Id(2), sent.back(), "300", For("198.51.100.7")))),
              200)
        << i;
  }
  RawClient stream = Listen(Id(2));
  auto events = EventsIn(Unchunk(stream.ReadUntil("queue_done")));
  std::erase_if(events.messages,
                [](const std::string& text) { return !text.starts_with("friend"); });
  EXPECT_EQ(events.messages, sent);
  EXPECT_GE(service().Stats().mailbox_full, 20U);
}

TEST_F(AbuseStreams, LimitsStreamsPerId) {
  Start({.streams_per_id = 4}, {}, TrustingLoopback());
  RawClient owner = Listen(Id(1));
  SkipToLive(owner);
  std::vector<RawClient> streams;
  for (int i = 0; i < 20; ++i) {
    streams.push_back(Connect());
    streams.back().Send(Get(EventsPath(Id(1)), For("203.0.113.9")));
    EXPECT_EQ(StatusOf(streams.back().ReadUntil("\r\n\r\n")), 200);
  }
  Await("four streams are left", [&] { return server().Stats().streams == 4; });
  EXPECT_NE(streams.back().ReadUntil("0\r\n\r\n").find("retry: 5000"), std::string::npos);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), "still mine"))), 200);
  EXPECT_NE(owner.ReadUntil("\n\n\r\n").find("still mine"), std::string::npos);
  EXPECT_EQ(service().Stats().streams_crowded, 17U);
}

TEST_F(AbuseStreams, DeliversMessageToManyStreams) {
  Start(TakingTtlZero({.streams_per_id = 300}));
  std::vector<RawClient> streams;
  for (int i = 0; i < 200; ++i) {
    streams.push_back(Listen(Id(1)));
    SkipToLive(streams.back());
  }
  for (const auto* text : {"one", "two", "three"}) {
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(2), Id(1), text, "0"))), 200);
  }
  for (RawClient& stream : streams) {
    EXPECT_EQ(EventsIn(stream.ReadUntil("three")).ids.size(), 3U);
  }
}

TEST_F(AbuseStreams, InvalidTtlAffectsNoOtherMessages) {
  Start(TakingTtlZero());
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(1), Id(2), "first"))), 200);
  for (const auto* ttl :
       {"-2147483648", "-2147483649", "-300", "-60", "-1", "301", "2147483647", "2147483648",
        "9223372036854775807", "99999999999999999999", "", "x", "1e2", "0x10", "%2060"}) {
    EXPECT_EQ(StatusOf(Ask(PostRequest(Id(3), Id(2), "bad", ttl))), 400) << ttl;
  }
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(3), Id(2), "now", "0"))), 200);
  EXPECT_EQ(StatusOf(Ask(PostRequest(Id(3), Id(2), "last", "1"))), 200);
  RawClient stream = Listen(Id(2));
  const auto events = EventsIn(Unchunk(stream.ReadUntil("queue_done")));
  ASSERT_FALSE(events.messages.empty());
  EXPECT_EQ(events.messages.front(), "first");
}

}  // namespace
}  // namespace prichal::bridge
