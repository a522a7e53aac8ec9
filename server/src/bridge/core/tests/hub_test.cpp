#include "bridge/core/hub.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bridge/core/tests/hub_fixture.h"

namespace prichal::bridge {
namespace {

TEST_F(HubTest, DeliversBacklogBeforeNewMessages) {
  const std::int64_t waiting = Post(Id('a'));
  Subscribe(1, {Id('a')});
  EXPECT_EQ(Ids(1), std::vector{waiting});
  const std::int64_t live = Post(Id('a'));
  EXPECT_EQ(Ids(1), (std::vector{waiting, live}));
  Post(Id('b'));
  EXPECT_EQ(Ids(1).size(), 2U);
}

TEST_F(HubTest, KeepsDeliveredMessagesAndHonorsCursor) {
  const std::int64_t first = Post(Id('a'));
  const std::int64_t second = Post(Id('a'));
  Subscribe(1, {Id('a')});
  Subscribe(2, {Id('a')}, first);
  Subscribe(3, {Id('a')}, second);
  Subscribe(4, {Id('a')}, INT64_MAX);
  EXPECT_EQ(Ids(1), (std::vector{first, second}));
  EXPECT_EQ(Ids(2), std::vector{second});
  EXPECT_TRUE(Ids(3).empty());
  const std::int64_t third = Post(Id('a'));
  EXPECT_EQ(Ids(3), std::vector{third});
  EXPECT_TRUE(Ids(4).empty()) << "a cursor far in the future is silence, not an error";
}

TEST_F(HubTest, DeliversSeveralIdsInOneOrder) {
  const std::int64_t a1 = Post(Id('a'));
  const std::int64_t b1 = Post(Id('b'));
  const std::int64_t a2 = Post(Id('a'), 60);
  Subscribe(1, {Id('b'), Id('a')});
  EXPECT_EQ(Ids(1), (std::vector{a1, b1, a2}));
}

TEST_F(HubTest, DeliversLongBacklogInPages) {
  std::vector<std::int64_t> posted;
  for (int i = 0; i < 5; ++i) {
    posted.push_back(Post(Id('a')));
    posted.push_back(Post(Id('b')));
  }
  Subscribe(1, {Id('a'), Id('b')});
  EXPECT_EQ(Ids(1).size(), 4U);
  EXPECT_TRUE(port.streams[1].more);
  EXPECT_EQ(port.streams[1].up_to, posted[3]);
  posted.push_back(Post(Id('a')));  // the stream catches up: delivered with a later page
  EXPECT_EQ(Ids(1).size(), 4U);
  hub.Continue(Stream(1), now.steady);
  hub.Continue(Stream(1), now.steady);
  EXPECT_FALSE(port.streams[1].more);
  EXPECT_EQ(Ids(1), posted);
  posted.push_back(Post(Id('b')));
  EXPECT_EQ(Ids(1), posted);
  hub.Continue(Stream(1), now.steady);  // too late: changes nothing
  EXPECT_EQ(Ids(1), posted);
}

TEST_F(HubTest, DeliversToEveryStreamOfAnId) {
  Subscribe(1, {Id('a')});
  Subscribe(2, {Id('a')});
  Post(Id('a'));
  hub.Unsubscribe(Stream(1));
  Post(Id('a'));
  EXPECT_EQ(Ids(1).size(), 1U);
  EXPECT_EQ(Ids(2).size(), 2U);
  EXPECT_EQ(counters.subscriptions.Get(), 1U);
  hub.Unsubscribe(Stream(1));
  hub.Unsubscribe(Stream(2));
  EXPECT_EQ(counters.subscriptions.Get(), 0U);
}

TEST_F(HubTest, RemovesExpiredMessagesAndEmptyMailboxes) {
  const std::int64_t shorter = Post(Id('a'), 1);
  const std::int64_t longer = Post(Id('a'), 10);
  EXPECT_EQ(counters.messages_waiting.Get(), 2U);
  Pass(Millis(1'001));
  Subscribe(1, {Id('a')});
  EXPECT_EQ(Ids(1), std::vector{longer}) << shorter;
  Pass(Millis(12'000));
  EXPECT_EQ(counters.messages_waiting.Get(), 0U);
  EXPECT_EQ(counters.bytes_waiting.Get(), 0U);
  EXPECT_EQ(counters.expired.Get(), 1U) << "the other was given";
  EXPECT_EQ(counters.mailboxes.Get(), 1U);
  hub.Unsubscribe(Stream(1));
  EXPECT_EQ(counters.mailboxes.Get(), 0U);
}

TEST_F(HubTest, KeepsLongerTtlDespiteLaterShorterOne) {
  const std::int64_t longer = Post(Id('a'), 300);
  Post(Id('a'), 1);
  Pass(Millis(60'000));
  Subscribe(1, {Id('a')});
  EXPECT_EQ(Ids(1), std::vector{longer});
}

TEST_F(HubTest, DeliversZeroTtlOnlyToOpenStreams) {
  Post(Id('a'), 0);
  Subscribe(1, {Id('a')});
  EXPECT_TRUE(Ids(1).empty());
  EXPECT_EQ(counters.expired.Get(), 1U);
  const std::int64_t live = Post(Id('a'), 0);
  EXPECT_EQ(Ids(1), std::vector{live});
  Subscribe(2, {Id('a')});
  EXPECT_TRUE(Ids(2).empty());
}

TEST_F(HubTest, DeliversZeroTtlToStreamStillCatchingUp) {
  for (int i = 0; i < 5; ++i) Post(Id('a'));
  Subscribe(1, {Id('a')});
  const std::int64_t live = Post(Id('a'), 0);
  Subscribe(2, {Id('a')});  // opened after the message was published
  hub.Continue(Stream(1), now.steady);
  hub.Continue(Stream(2), now.steady);
  EXPECT_EQ(Ids(1).back(), live);
  EXPECT_EQ(Ids(1).size(), 6U);
  EXPECT_EQ(Ids(2).size(), 5U);
}

TEST_F(HubTest, DeliversOnlyAfterCommit) {
  Subscribe(1, {Id('a')});
  const auto first =
      hub.Accept({.to = Id('a'), .envelope = EnvelopeOf("{}"), .ttl = Millis(1'000)}, now);
  const auto lost =
      hub.Accept({.to = Id('a'), .envelope = EnvelopeOf("{}"), .ttl = Millis(1'000)}, now);
  const auto last =
      hub.Accept({.to = Id('a'), .envelope = EnvelopeOf("{}"), .ttl = Millis(1'000)}, now);
  EXPECT_TRUE(Ids(1).empty());
  hub.OnCommit(*last, true, now.steady);  // the store commits out of order
  EXPECT_TRUE(Ids(1).empty());
  hub.OnCommit(*lost, false, now.steady);
  hub.OnCommit(*first, true, now.steady);
  EXPECT_EQ(Ids(1), (std::vector{*first, *last}));
  EXPECT_EQ(counters.accepted.Get(), 2U);
  hub.OnCommit(*first, true, now.steady);  // repeated: ignored
  EXPECT_EQ(Ids(1).size(), 2U);
}

TEST_F(HubTest, ConfirmsOnlyWhenNoSmallerIdCanFollow) {
  Subscribe(1, {Id('a')});
  const std::int64_t elsewhere = event_ids.Next(now.unix_time);
  hub.Confirm(Stream(1), elsewhere);
  EXPECT_GE(port.streams[1].up_to, elsewhere);

  const auto pending =
      hub.Accept({.to = Id('b'), .envelope = EnvelopeOf("{}"), .ttl = Millis(1'000)}, now);
  const std::int64_t later = event_ids.Next(now.unix_time);
  const int batches = port.streams[1].batches;
  hub.Confirm(Stream(1), later);
  EXPECT_EQ(port.streams[1].batches, batches) << "a smaller one is under way";
  hub.OnCommit(*pending, true, now.steady);
  EXPECT_GE(port.streams[1].up_to, later);
  hub.Confirm(Stream(9), later);  // an unknown stream: ignored
}

TEST_F(HubTest, DeliversToManyStreamsInOrderedSlices) {
  for (std::uint32_t slot = 1; slot <= 4; ++slot) Subscribe(slot, {Id('a')});
  const std::int64_t first = Post(Id('a'));
  EXPECT_TRUE(Ids(4).empty()) << "three a turn";
  EXPECT_TRUE(hub.HasMoreToDeliver());
  const std::int64_t second = Post(Id('a'), 0);  // TTL 0: not for later streams
  hub.Confirm(Stream(4), second);
  hub.DeliverMore(now.steady);
  for (std::uint32_t slot = 1; slot <= 4; ++slot) {
    EXPECT_EQ(Ids(slot), (std::vector{first, second})) << slot;
    EXPECT_GE(port.streams[slot].up_to, second);
  }
  EXPECT_FALSE(hub.HasMoreToDeliver());
  hub.Unsubscribe(Stream(1));
  const std::int64_t third = Post(Id('a'));
  EXPECT_EQ(Ids(4).back(), third) << "caught up: at once again";
  EXPECT_FALSE(hub.HasMoreToDeliver());
}

TEST_F(HubTest, ClosesLatestStreamOfAddressWithMostStreams) {
  Subscribe(1, {Id('a')}, 0, 7);
  for (std::uint32_t slot = 2; slot <= 4; ++slot) Subscribe(slot, {Id('a')}, 0, 9);
  EXPECT_TRUE(port.ended.empty());
  Subscribe(5, {Id('a')}, 0, 9);
  EXPECT_EQ(port.ended, std::vector<std::uint32_t>{5});
  Subscribe(6, {Id('a')}, 0, 8);  // a stream of another address fits
  EXPECT_EQ(port.ended, (std::vector<std::uint32_t>{5, 4}));
  hub.Unsubscribe(Stream(4));
  hub.Unsubscribe(Stream(5));
  Subscribe(7, {Id('b')}, 0, 9);
  EXPECT_EQ(port.ended.size(), 2U);
  EXPECT_EQ(counters.streams_crowded.Get(), 2U);
}

TEST_F(HubTest, ReportsEachExceededLimit) {
  for (int i = 0; i < 10; ++i) Post(Id('a'));
  // All messages are of one sender, so none is evicted for it.
  const auto full =
      hub.Accept({.to = Id('a'), .envelope = EnvelopeOf("{}"), .ttl = Millis(1'000)}, now);
  ASSERT_FALSE(full.has_value());
  EXPECT_EQ(full.error(), PublishResult::kMailboxFull);
  EXPECT_EQ(hub.Accept({.to = Id('b'),
                        .envelope = EnvelopeOf(std::string(11'000, 'x')),
                        .ttl = Millis(1'000)},
                       now)
                .error(),
            PublishResult::kTooLarge);
  Post(Id('b'), 300, std::string(6'000, 'x'));
  EXPECT_EQ(
      hub.Accept(
             {.to = Id('b'), .envelope = EnvelopeOf(std::string(6'000, 'x')), .ttl = Millis(1'000)},
             now)
          .error(),
      PublishResult::kMailboxFull);
  Post(Id('c'), 300, std::string(8'000, 'x'));
  EXPECT_EQ(
      hub.Accept(
             {.to = Id('d'), .envelope = EnvelopeOf(std::string(6'000, 'x')), .ttl = Millis(1'000)},
             now)
          .error(),
      PublishResult::kTotalFull);
  Pass(Millis(400'000));
  Post(Id('d'), 300, std::string(6'000, 'x'));  // fits again
}

}  // namespace
}  // namespace prichal::bridge
