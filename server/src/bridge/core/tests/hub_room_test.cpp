// Limits of a hub: which messages are evicted when a mailbox or the hub is full, and which never.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bridge/core/tests/hub_fixture.h"

namespace prichal::bridge {
namespace {

constexpr Sender kStranger{.address = 1, .id = 11};
constexpr Sender kFriend{.address = 2, .id = 22};

using HubRoom = HubTest;

TEST_F(HubRoom, EvictsMessagesOfLargestSenderFirst) {
  // Sizes halve: 5,000, 2,500, … until no message fits.
  int refused = 0;
  for (std::size_t size = 5'000; refused < 3;) {
    if (PostFrom(kStranger, Id('a'), std::string(size, 'x')) == 0) ++refused;
    size = std::max<std::size_t>(size / 2, 1);
  }
  std::vector<std::int64_t> kept;
  for (int i = 0; i < 4; ++i) {
    kept.push_back(PostFrom(kFriend, Id('a')));
    EXPECT_GT(kept.back(), 0) << i;
    PostFrom(kStranger, Id('a'), std::string(4'000, 'x'));
  }
  Subscribe(1, {Id('a')});
  while (port.streams[1].more) hub.Continue(Stream(1), now.steady);
  for (const std::int64_t id : kept) EXPECT_EQ(std::count(Ids(1).begin(), Ids(1).end(), id), 1);
  EXPECT_GT(counters.evicted_waiting.Get(), 0U);
  EXPECT_EQ(counters.evicted_taken.Get(), 0U);
}

TEST_F(HubRoom, EvictsLargestClientIdWithinOneAddress) {
  const Sender neighbour{.address = kStranger.address, .id = 12};
  for (int i = 0; i < 10; ++i) EXPECT_GT(PostFrom(kStranger, Id('a')), 0);
  for (int i = 0; i < 4; ++i) EXPECT_GT(PostFrom(neighbour, Id('a')), 0) << i;
}

TEST_F(HubRoom, EvictsDeliveredMessagesFirst) {
  Subscribe(1, {Id('a')});
  for (int i = 0; i < 100; ++i) EXPECT_GT(PostFrom(kFriend, Id('a')), 0) << i;
  EXPECT_EQ(Ids(1).size(), 100U);
  EXPECT_EQ(counters.evicted_taken.Get(), 90U);
  EXPECT_EQ(counters.messages_waiting.Get(), 10U);
  // Messages that the stream may not have received yet stay.
  hub.Unsubscribe(Stream(1));
  EXPECT_EQ(PostFrom(kFriend, Id('a')), 0);
  Subscribe(2, {Id('a')}, Ids(1)[97]);
  EXPECT_EQ(Ids(2), (std::vector{Ids(1)[98], Ids(1)[99]}));
}

TEST_F(HubRoom, FreesMailboxEmptiedBeforeExpiry) {
  for (int i = 0; i < 8; ++i) PostFrom(kStranger, Id('a'), std::string(1'200, 'x'), 3'600);
  Subscribe(1, {Id('a')}, event_ids.Last());
  int others = 0;
  while (counters.evicted_taken.Get() < 8 && others < 10) {
    EXPECT_GT(PostFrom(kFriend, Id('b')), 0);
    ++others;
  }
  EXPECT_EQ(counters.messages_waiting.Get(), static_cast<std::uint64_t>(others));
  hub.Unsubscribe(Stream(1));
  EXPECT_EQ(counters.mailboxes.Get(), 1U);
  Pass(std::chrono::hours(2));
  EXPECT_EQ(counters.mailboxes.Get(), 0U);
}

TEST_F(HubRoom, CountsMessagesNotDeliveredToEveryStream) {
  Subscribe(1, {Id('a')});
  for (int i = 0; i < 6; ++i) PostFrom(kFriend, Id('a'));
  Subscribe(2, {Id('a')});  // receives the first page of four
  for (int i = 0; i < 4; ++i) EXPECT_GT(PostFrom(kFriend, Id('a')), 0);
  EXPECT_GT(PostFrom(kFriend, Id('a')), 0);
  EXPECT_GT(PostFrom(kFriend, Id('a')), 0);
  EXPECT_EQ(PostFrom(kFriend, Id('a')), 0) << "two of its page may still be on their way";
}

TEST_F(HubRoom, KeepsUndeliveredMessageDespiteForeignCursor) {
  const std::int64_t waiting = PostFrom(kFriend, Id('a'));
  Subscribe(1, {Id('a')}, event_ids.Last(), kStranger.address);
  for (int i = 0; i < 200; ++i) PostFrom(kStranger, Id('a'), std::string(500, 'x'));
  for (int i = 0; i < 200; ++i) PostFrom(kStranger, Id('b'), std::string(500, 'x'));
  hub.Unsubscribe(Stream(1));
  Subscribe(2, {Id('a')});
  ASSERT_FALSE(Ids(2).empty());
  EXPECT_EQ(Ids(2).front(), waiting);
}

TEST_F(HubRoom, ReportsEvictedUndeliveredMessages) {
  const std::int64_t one = PostFrom(kStranger, Id('a'));
  for (int i = 0; i < 9; ++i) PostFrom(kStranger, Id('a'));
  EXPECT_TRUE(hub.TakeGone().all.empty());
  PostFrom(kFriend, Id('a'));
  const Hub::Gone first = hub.TakeGone();
  EXPECT_EQ(first.untaken.front(), one);
  EXPECT_EQ(first.untaken, first.all);

  Subscribe(1, {Id('b')});
  for (int i = 0; i < 20; ++i) PostFrom(kFriend, Id('b'));
  const Hub::Gone second = hub.TakeGone();
  EXPECT_FALSE(second.all.empty());
  EXPECT_TRUE(second.untaken.empty()) << "it was taken: once is enough";
}

TEST_F(HubRoom, LimitsShareOfOneAddress) {
  addresses_count = true;
  int accepted = 0;
  for (char id = 'a'; id <= 'f'; ++id) {
    for (int i = 0; i < 5; ++i) {
      if (PostFrom(kStranger, Id(id), std::string(300, 'x')) > 0) ++accepted;
    }
  }
  EXPECT_GT(accepted, 2);
  EXPECT_LE(counters.bytes_waiting.Get(), limits.total_bytes / 8);
  const auto refused = hub.Accept({.to = Id('9'),
                                   .envelope = EnvelopeOf(std::string(300, 'x')),
                                   .ttl = Millis(1'000),
                                   .sender = kStranger,
                                   .address_counts = true},
                                  now);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), PublishResult::kAddressFull);
  EXPECT_GT(PostFrom(kFriend, Id('a'), std::string(300, 'x')), 0);
  Pass(Millis(400'000));
  EXPECT_GT(PostFrom(kStranger, Id('a'), std::string(300, 'x')), 0) << "room again";
}

TEST_F(HubRoom, EvictsDeliveredMessagesAtHalfOfTotalLimit) {
  Subscribe(1, {Id('a')});
  Subscribe(2, {Id('b')});
  std::vector<std::int64_t> small;
  for (int i = 0; i < 3; ++i) small.push_back(PostFrom(kFriend, Id('b'), "{}"));
  for (int i = 0; i < 200; ++i) {
    const char id = i % 2 == 0 ? 'a' : 'b';
    Post(Id(id), 300, std::string(1'000, 'x'));
    EXPECT_LE(counters.bytes_waiting.Get(), limits.total_bytes * 3 / 4) << i;
  }
  EXPECT_GT(counters.evicted_taken.Get(), 100U);
  EXPECT_EQ(counters.evicted_waiting.Get(), 0U);
  Subscribe(3, {Id('b')});
  EXPECT_TRUE(std::includes(Ids(3).begin(), Ids(3).end(), small.begin(), small.end()))
      << "of who holds least nothing leaves";
}

}  // namespace
}  // namespace prichal::bridge
