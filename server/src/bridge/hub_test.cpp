#include "bridge/hub.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace prichal::bridge {
namespace {

/// Takes what a hub gives.
class Recorder final : public DeliveryPort {
 public:
  void Give(const StreamRef& stream, Batch batch) override {
    Got& got = streams[stream.slot];
    for (const Delivery& delivery : batch.messages) got.ids.push_back(delivery.event_id);
    got.up_to = batch.up_to;
    got.more = batch.more;
    ++got.batches;
  }

  struct Got {
    std::vector<std::int64_t> ids;
    std::int64_t up_to = -1;
    bool more = false;
    int batches = 0;
  };
  std::map<std::uint32_t, Got> streams;
};

ClientId Id(char c) { return *ClientId::Parse(std::string(64, c)); }

StreamRef Stream(std::uint32_t slot) { return {.slot = slot, .generation = 1}; }

class HubTest : public ::testing::Test {
 protected:
  /// Accepted and stored.
  std::int64_t Post(const ClientId& to, int ttl_seconds = 300, std::string_view body = "{}") {
    const auto accepted = hub.Accept(to, body, std::chrono::seconds(ttl_seconds), now);
    EXPECT_TRUE(accepted.has_value());
    hub.Settled(accepted->event_id, true, now.steady);
    return accepted->event_id;
  }

  void Pass(Millis time) {
    now.steady += time;
    now.unix_time += time;
    hub.Expire(now.steady);
  }

  void Subscribe(std::uint32_t slot, const std::vector<ClientId>& ids, std::int64_t after = 0) {
    hub.Subscribe(Stream(slot), ids, after, now.steady);
  }

  [[nodiscard]] const std::vector<std::int64_t>& Ids(std::uint32_t slot) {
    return port.streams[slot].ids;
  }

  Time now{.steady = Millis(5'000), .unix_time = Millis(1'700'000'000'000)};
  EventIds event_ids;
  SipHash hash;
  Recorder port;
  Counters counters;
  HubLimits limits{.mailbox_messages = 10,
                   .mailbox_bytes = 10'000,
                   .total_bytes = 20'000,
                   .page_messages = 4,
                   .page_bytes = 4'000};
  Hub hub{limits, event_ids, hash, port, counters};
};

TEST_F(HubTest, BacklogFirstThenWhatIsNew) {
  const std::int64_t waiting = Post(Id('a'));
  Subscribe(1, {Id('a')});
  EXPECT_EQ(Ids(1), std::vector{waiting});
  const std::int64_t live = Post(Id('a'));
  EXPECT_EQ(Ids(1), (std::vector{waiting, live}));
  Post(Id('b'));
  EXPECT_EQ(Ids(1).size(), 2U);
}

TEST_F(HubTest, ALaterCursorLetsGoWhatOneStreamAloneWasGiven) {
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

TEST_F(HubTest, WhatAnotherStreamMayStillMissStays) {
  const std::int64_t both = Post(Id('a'));
  Subscribe(1, {Id('a')});
  Subscribe(2, {Id('a')});
  const std::int64_t live = Post(Id('a'));
  Subscribe(3, {Id('a')}, live);
  EXPECT_TRUE(hub.TakeGone().empty());
  Subscribe(4, {Id('a')});
  EXPECT_EQ(Ids(4), (std::vector{both, live}));
}

TEST_F(HubTest, ACursorThatWasNeverGivenConfirmsNothing) {
  const std::int64_t waiting = Post(Id('a'));
  Subscribe(1, {Id('a')}, INT64_MAX);
  EXPECT_TRUE(Ids(1).empty());
  Subscribe(2, {Id('a')}, waiting);  // not given to anybody yet
  Subscribe(3, {Id('a')});
  EXPECT_EQ(Ids(3), std::vector{waiting});
  Subscribe(4, {Id('a')}, event_ids.Last() + 1);
  EXPECT_TRUE(hub.TakeGone().empty());
}

TEST_F(HubTest, KnowsAMessageThatComesAgain) {
  const Fingerprint one = Fingerprint::Of({"one"});
  EXPECT_FALSE(hub.Repeated(one, now.steady));
  const auto first = hub.Accept(Id('a'), "{}", Millis(60'000), now, one);
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

TEST_F(HubTest, WhatWasNotStoredMayComeAgain) {
  const Fingerprint one = Fingerprint::Of({"one"});
  const auto earlier = hub.Accept(Id('a'), "{}", Millis(60'000), now);
  const auto first = hub.Accept(Id('a'), "{}", Millis(60'000), now, one);
  hub.Settled(first->event_id, false, now.steady);
  EXPECT_FALSE(hub.Repeated(one, now.steady));
  hub.Settled(earlier->event_id, true, now.steady);
  hub.Restore(Id('b'), event_ids.Next(now.unix_time), Millis(1'000), Share("frame"), now.steady,
              one);
  EXPECT_TRUE(hub.Repeated(one, now.steady)->settled) << "also after a restart";
}

TEST_F(HubTest, TtlZeroIsNoMatterForTheStore) {
  for (int i = 0; i < 5; ++i) Post(Id('a'));
  Subscribe(1, {Id('a')});
  Post(Id('a'), 0);
  hub.Continue(Stream(1), now.steady);
  Pass(Millis(60'000));
  EXPECT_TRUE(hub.TakeGone().empty());
  EXPECT_EQ(counters.messages_waiting.Get(), 5U);
}

TEST_F(HubTest, NothingIsGoneAfterDeliveryAndTheCursorCounts) {
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

TEST_F(HubTest, SeveralIdsComeInOneOrder) {
  const std::int64_t a1 = Post(Id('a'));
  const std::int64_t b1 = Post(Id('b'));
  const std::int64_t a2 = Post(Id('a'), 60);
  Subscribe(1, {Id('b'), Id('a')});
  EXPECT_EQ(Ids(1), (std::vector{a1, b1, a2}));
}

TEST_F(HubTest, ALongBacklogComesPageByPageAndLosesNothing) {
  std::vector<std::int64_t> posted;
  for (int i = 0; i < 5; ++i) {
    posted.push_back(Post(Id('a')));
    posted.push_back(Post(Id('b')));
  }
  Subscribe(1, {Id('a'), Id('b')});
  EXPECT_EQ(Ids(1).size(), 4U);
  EXPECT_TRUE(port.streams[1].more);
  EXPECT_EQ(port.streams[1].up_to, posted[3]);
  posted.push_back(Post(Id('a')));  // while it catches up: not at once, but with a later page
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

TEST_F(HubTest, TwoStreamsOfOneIdBothGetAllAndOneMayGo) {
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

TEST_F(HubTest, MessagesGoWithTheirTtlAndMailboxesWithThem) {
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

TEST_F(HubTest, ALaterShorterTtlDoesNotShortenAnEarlier) {
  const std::int64_t longer = Post(Id('a'), 300);
  Post(Id('a'), 1);
  Pass(Millis(60'000));
  Subscribe(1, {Id('a')});
  EXPECT_EQ(Ids(1), std::vector{longer});
}

TEST_F(HubTest, TtlZeroIsForOpenStreamsOnly) {
  Post(Id('a'), 0);
  Subscribe(1, {Id('a')});
  EXPECT_TRUE(Ids(1).empty());
  EXPECT_EQ(counters.expired.Get(), 1U);
  const std::int64_t live = Post(Id('a'), 0);
  EXPECT_EQ(Ids(1), std::vector{live});
  Subscribe(2, {Id('a')});
  EXPECT_TRUE(Ids(2).empty());
}

TEST_F(HubTest, TtlZeroReachesAnOpenStreamThatStillCatchesUp) {
  for (int i = 0; i < 5; ++i) Post(Id('a'));
  Subscribe(1, {Id('a')});
  const std::int64_t live = Post(Id('a'), 0);
  Subscribe(2, {Id('a')});  // opened after it came
  hub.Continue(Stream(1), now.steady);
  hub.Continue(Stream(2), now.steady);
  EXPECT_EQ(Ids(1).back(), live);
  EXPECT_EQ(Ids(1).size(), 6U);
  EXPECT_EQ(Ids(2).size(), 5U);
}

TEST_F(HubTest, NothingIsGivenBeforeItIsStored) {
  Subscribe(1, {Id('a')});
  const auto first = hub.Accept(Id('a'), "{}", Millis(1'000), now);
  const auto lost = hub.Accept(Id('a'), "{}", Millis(1'000), now);
  const auto last = hub.Accept(Id('a'), "{}", Millis(1'000), now);
  EXPECT_TRUE(Ids(1).empty());
  hub.Settled(last->event_id, true, now.steady);  // a store that answers out of order
  EXPECT_TRUE(Ids(1).empty());
  hub.Settled(lost->event_id, false, now.steady);
  hub.Settled(first->event_id, true, now.steady);
  EXPECT_EQ(Ids(1), (std::vector{first->event_id, last->event_id}));
  EXPECT_EQ(counters.accepted.Get(), 2U);
  hub.Settled(first->event_id, true, now.steady);  // twice: ignored
  EXPECT_EQ(Ids(1).size(), 2U);
}

TEST_F(HubTest, ConfirmsWhenNothingSmallerCanCome) {
  Subscribe(1, {Id('a')});
  const std::int64_t elsewhere = event_ids.Next(now.unix_time);
  hub.Confirm(Stream(1), elsewhere);
  EXPECT_GE(port.streams[1].up_to, elsewhere);

  const auto pending = hub.Accept(Id('b'), "{}", Millis(1'000), now);
  const std::int64_t later = event_ids.Next(now.unix_time);
  const int batches = port.streams[1].batches;
  hub.Confirm(Stream(1), later);
  EXPECT_EQ(port.streams[1].batches, batches) << "a smaller one is under way";
  hub.Settled(pending->event_id, true, now.steady);
  EXPECT_GE(port.streams[1].up_to, later);
  hub.Confirm(Stream(9), later);  // nobody: nothing
}

TEST_F(HubTest, BoundsHaveAnAnswer) {
  for (int i = 0; i < 10; ++i) Post(Id('a'));
  const auto full = hub.Accept(Id('a'), "{}", Millis(1'000), now);
  ASSERT_FALSE(full.has_value());
  EXPECT_EQ(full.error(), AcceptError::kMailboxFull);
  EXPECT_EQ(hub.Accept(Id('b'), std::string(11'000, 'x'), Millis(1'000), now).error(),
            AcceptError::kTooLarge);
  Post(Id('b'), 300, std::string(6'000, 'x'));
  EXPECT_EQ(hub.Accept(Id('b'), std::string(6'000, 'x'), Millis(1'000), now).error(),
            AcceptError::kMailboxFull);
  Post(Id('c'), 300, std::string(8'000, 'x'));
  EXPECT_EQ(hub.Accept(Id('d'), std::string(6'000, 'x'), Millis(1'000), now).error(),
            AcceptError::kTotalFull);
  Pass(Millis(400'000));
  Post(Id('d'), 300, std::string(6'000, 'x'));  // room again
}

TEST_F(HubTest, RestoresWhatAStoreHasKept) {
  event_ids.StartAfter(1000);
  hub.Restore(Id('a'), 1000, Millis(2'000), Share("frame"), now.steady);
  Subscribe(1, {Id('a')});
  EXPECT_EQ(Ids(1), std::vector<std::int64_t>{1000});
  EXPECT_GT(Post(Id('a')), 1000);
  Pass(Millis(4'000));
  EXPECT_EQ(counters.messages_waiting.Get(), 1U);
}

}  // namespace
}  // namespace prichal::bridge
