// What a hub lets go, and what it remembers: confirmed and repeated messages, restarts.

#include <gtest/gtest.h>

#include <vector>

#include "bridge/hub_fixture.h"

namespace prichal::bridge {
namespace {

using HubMemory = HubTest;

TEST_F(HubMemory, ALaterCursorLetsGoWhatOneStreamAloneWasGiven) {
  const std::int64_t first = Post(Id('a'));
  const std::int64_t second = Post(Id('a'));
  Subscribe(1, {Id('a')});
  EXPECT_TRUE(hub.TakeGone().empty()) << "handing over is not receiving";
  hub.Unsubscribe(Stream(1));
  const std::int64_t third = Post(Id('a'));
  Subscribe(2, {Id('a'), Id('b')}, second);
  EXPECT_EQ(Ids(2), std::vector{third});
  EXPECT_EQ(hub.TakeGone(), (std::vector{first, second}));
  EXPECT_EQ(counters.confirmed.Get(), 2U);
  EXPECT_EQ(counters.messages_waiting.Get(), 1U);
  EXPECT_TRUE(hub.TakeGone().empty());
  Pass(Millis(400'000));
  EXPECT_EQ(hub.TakeGone(), std::vector{third});
  EXPECT_EQ(counters.expired.Get(), 0U);
  EXPECT_EQ(counters.bytes_waiting.Get(), 0U);
}

TEST_F(HubMemory, WhatAnotherStreamMayStillMissStays) {
  const std::int64_t both = Post(Id('a'));
  Subscribe(1, {Id('a')});
  Subscribe(2, {Id('a')});
  const std::int64_t live = Post(Id('a'));
  Subscribe(3, {Id('a')}, live);
  EXPECT_TRUE(hub.TakeGone().empty());
  Subscribe(4, {Id('a')});
  EXPECT_EQ(Ids(4), (std::vector{both, live}));
}

TEST_F(HubMemory, WhatAStreamThatCatchesUpStillMissesStays) {
  for (int i = 0; i < 4; ++i) Post(Id('a'));
  Subscribe(1, {Id('a')});
  const std::int64_t live = Post(Id('a'));  // to the first stream alone
  Subscribe(2, {Id('a')});                  // its first page ends before it
  hub.Unsubscribe(Stream(1));
  Subscribe(3, {Id('a')}, live);
  hub.Continue(Stream(2), now.steady);
  EXPECT_EQ(Ids(2).size(), 5U);
}

TEST_F(HubMemory, ACursorThatWasNeverGivenConfirmsNothing) {
  const std::int64_t waiting = Post(Id('a'));
  Subscribe(1, {Id('a')}, INT64_MAX);
  EXPECT_TRUE(Ids(1).empty());
  Subscribe(2, {Id('a')}, waiting);  // not given to anybody yet
  Subscribe(3, {Id('a')});
  EXPECT_EQ(Ids(3), std::vector{waiting});
  Subscribe(4, {Id('a')}, event_ids.Last() + 1);
  EXPECT_TRUE(hub.TakeGone().empty());
}

TEST_F(HubMemory, KnowsAMessageThatComesAgain) {
  const Fingerprint one = Fingerprints().Of({"one"});
  EXPECT_FALSE(hub.Repeated(one, now.steady));
  const auto first =
      hub.Accept({.to = Id('a'), .envelope = "{}", .ttl = Millis(60'000), .fingerprint = one}, now);
  ASSERT_TRUE(hub.Repeated(one, now.steady));
  EXPECT_EQ(hub.Repeated(one, now.steady)->event_id, first->event_id);
  EXPECT_FALSE(hub.Repeated(one, now.steady)->settled);
  hub.Settled(first->event_id, true, now.steady);
  EXPECT_TRUE(hub.Repeated(one, now.steady)->settled);
  Subscribe(1, {Id('a')});
  Subscribe(2, {Id('a')}, first->event_id);
  EXPECT_EQ(hub.TakeGone(), std::vector{first->event_id});
  EXPECT_TRUE(hub.Repeated(one, now.steady)) << "delivered and confirmed is no reason to repeat it";
  Pass(Millis(60'000));
  EXPECT_FALSE(hub.Repeated(one, now.steady));
}

TEST_F(HubMemory, WhatWasNotStoredMayComeAgain) {
  const Fingerprint one = Fingerprints().Of({"one"});
  const auto earlier = hub.Accept({.to = Id('a'), .envelope = "{}", .ttl = Millis(60'000)}, now);
  const auto first =
      hub.Accept({.to = Id('a'), .envelope = "{}", .ttl = Millis(60'000), .fingerprint = one}, now);
  hub.Settled(first->event_id, false, now.steady);
  EXPECT_FALSE(hub.Repeated(one, now.steady));
  hub.Settled(earlier->event_id, true, now.steady);
  hub.Restore(Id('b'), event_ids.Next(now.unix_time), Millis(1'000), "frame", now.steady, one);
  EXPECT_TRUE(hub.Repeated(one, now.steady)->settled) << "also after a restart";
}

TEST_F(HubMemory, TtlZeroIsNoMatterForTheStore) {
  for (int i = 0; i < 5; ++i) Post(Id('a'));
  Subscribe(1, {Id('a')});
  Post(Id('a'), 0);
  hub.Continue(Stream(1), now.steady);
  Pass(Millis(60'000));
  EXPECT_TRUE(hub.TakeGone().empty());
  EXPECT_EQ(counters.messages_waiting.Get(), 5U);
}

TEST_F(HubMemory, RestoresWhatAStoreHasKept) {
  event_ids.StartAfter(1000);
  hub.Restore(Id('a'), 1000, Millis(2'000), "frame", now.steady);
  Subscribe(1, {Id('a')});
  EXPECT_EQ(Ids(1), std::vector<std::int64_t>{1000});
  EXPECT_GT(Post(Id('a')), 1000);
  Pass(Millis(4'000));
  EXPECT_EQ(counters.messages_waiting.Get(), 1U);
}

}  // namespace
}  // namespace prichal::bridge
