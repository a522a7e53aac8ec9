// State that a hub keeps and reports: cursors, watermarks, restarts.

#include <gtest/gtest.h>

#include <vector>

#include "bridge/core/tests/hub_fixture.h"

namespace prichal::bridge {
namespace {

using HubMemory = HubTest;

TEST_F(HubMemory, CursorHidesMessagesOnlyFromItsOwnStream) {
  const std::int64_t first = Post(Id('a'));
  Subscribe(1, {Id('a')});  // a client that knows the ID
  hub.Unsubscribe(Stream(1));
  const std::int64_t second = Post(Id('a'));
  Subscribe(2, {Id('a')}, second);  // the client reconnects with the last event ID
  EXPECT_TRUE(Ids(2).empty());
  hub.Unsubscribe(Stream(2));
  Subscribe(3, {Id('a')}, INT64_MAX);
  Subscribe(4, {Id('a')});
  EXPECT_EQ(Ids(4), (std::vector{first, second}));
  EXPECT_TRUE(hub.TakeGone().all.empty());
  Pass(Millis(400'000));
  EXPECT_EQ(hub.TakeGone().all, (std::vector{first, second}));
  EXPECT_EQ(counters.expired.Get(), 0U);
  EXPECT_EQ(counters.bytes_waiting.Get(), 0U);
}

TEST_F(HubMemory, TracksUncommittedMessages) {
  const auto first =
      hub.Accept({.to = Id('a'), .envelope = EnvelopeOf("{}"), .ttl = Millis(1)}, now);
  const auto later =
      hub.Accept({.to = Id('a'), .envelope = EnvelopeOf("{}"), .ttl = Millis(1)}, now);
  EXPECT_TRUE(hub.IsOpen(*first));
  hub.OnCommit(*later, true, now.steady);
  EXPECT_FALSE(hub.IsOpen(*later)) << "settled, though it cannot be delivered before the first";
  hub.OnCommit(*first, false, now.steady);
  EXPECT_FALSE(hub.IsOpen(*first));
  EXPECT_FALSE(hub.IsOpen(*later + 1));
}

TEST_F(HubMemory, WatermarkIsJustBelowFirstOpenMessage) {
  EXPECT_EQ(watermark.Read(event_ids.Last()), event_ids.Last());
  const std::int64_t elsewhere = event_ids.Next(now.unix_time);
  const auto first =
      hub.Accept({.to = Id('a'), .envelope = EnvelopeOf("{}"), .ttl = Millis(1)}, now);
  const auto second =
      hub.Accept({.to = Id('a'), .envelope = EnvelopeOf("{}"), .ttl = Millis(1)}, now);
  EXPECT_EQ(watermark.Read(event_ids.Last()), elsewhere);
  hub.OnCommit(*first, true, now.steady);
  EXPECT_EQ(watermark.Read(event_ids.Last()), *second - 1);
  hub.OnCommit(*second, true, now.steady);
  const std::int64_t later = event_ids.Next(now.unix_time);
  EXPECT_EQ(watermark.Read(event_ids.Last()), later);
  EXPECT_FALSE(hub.Accept({.to = Id('a'), .envelope = EnvelopeOf(std::string(20'000, 'x'))}, now));
  EXPECT_EQ(watermark.Read(event_ids.Last()), event_ids.Last()) << "refused is not open";
}

TEST_F(HubMemory, WatermarkWaitsForStreamsBehind) {
  for (std::uint32_t slot = 1; slot <= 4; ++slot) Subscribe(slot, {Id('a')});
  const std::int64_t first = Post(Id('a'));
  EXPECT_TRUE(Ids(4).empty()) << "three are served in a turn";
  EXPECT_LT(watermark.Read(event_ids.Last()), first);
  hub.DeliverMore(now.steady);
  EXPECT_EQ(Ids(4), std::vector{first});
  EXPECT_EQ(watermark.Read(event_ids.Last()), first);
}

TEST_F(HubMemory, IgnoresZeroTtlMessagesInStoreRemovals) {
  for (int i = 0; i < 5; ++i) Post(Id('a'));
  Subscribe(1, {Id('a')});
  Post(Id('a'), 0);
  hub.Continue(Stream(1), now.steady);
  Pass(Millis(60'000));
  EXPECT_TRUE(hub.TakeGone().all.empty());
  EXPECT_EQ(counters.messages_waiting.Get(), 5U);
}

TEST_F(HubMemory, RestoresStoredMessages) {
  event_ids.StartAfter(1000);
  hub.Restore(Id('a'), 1000, Millis(2'000), EnvelopeOf("m"), now.steady);
  Subscribe(1, {Id('a')});
  EXPECT_EQ(Ids(1), std::vector<std::int64_t>{1000});
  EXPECT_GT(Post(Id('a')), 1000);
  Pass(Millis(4'000));
  EXPECT_EQ(counters.messages_waiting.Get(), 1U);
}

}  // namespace
}  // namespace prichal::bridge
