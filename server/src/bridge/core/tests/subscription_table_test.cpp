#include "bridge/core/subscription_table.h"

#include <gtest/gtest.h>

#include <vector>

namespace prichal::bridge {
namespace {

StreamHandle HandleOf(std::uint32_t slot) { return {.slot = slot, .generation = 1}; }

class SubscriptionTableTest : public ::testing::Test {
 protected:
  Subscription& Add(std::uint32_t slot, std::uint32_t address = 0) {
    Subscription* subscription = table.Add(HandleOf(slot), 0, 100, address);
    SubscriptionTable::Listen(*subscription, topic);
    return *subscription;
  }
  [[nodiscard]] std::uint32_t CrowdedOut(std::size_t most) const {
    const Subscription* crowded = SubscriptionTable::Crowded(topic, most);
    return crowded == nullptr ? 0 : crowded->stream.slot;
  }

  Topic topic;
  SubscriptionTable table;
};

TEST_F(SubscriptionTableTest, KeepsStreamOnceUntilRemoved) {
  const Subscription& one = Add(1);
  EXPECT_EQ(table.Add(HandleOf(1), 0, 100, 0), nullptr);
  EXPECT_EQ(table.Find(HandleOf(1)), &one);
  EXPECT_EQ(table.Find({.slot = 1, .generation = 2}), nullptr);
  Add(2);
  std::vector<Topic*> left;
  table.Remove(HandleOf(1), [&](Topic& from) { left.push_back(&from); });
  table.Remove(HandleOf(1), [&](Topic& from) { left.push_back(&from); });
  EXPECT_EQ(left, std::vector<Topic*>{&topic});
  ASSERT_EQ(topic.subscriptions.size(), 1U);
  EXPECT_EQ(topic.subscriptions.front()->stream, HandleOf(2));
}

TEST_F(SubscriptionTableTest, TreatsFutureCursorAsSilentStream) {
  EXPECT_EQ(table.Add(HandleOf(1), 100, 100, 0)->cursor, 100);
  const Subscription* silent = table.Add(HandleOf(2), 101, 100, 0);
  EXPECT_TRUE(silent->silent);
  EXPECT_EQ(silent->delivered, 101);
  EXPECT_EQ(silent->cursor, 0);
}

TEST_F(SubscriptionTableTest, EvictsLatestStreamOfAddressWithMostStreams) {
  Add(1, 7);
  Add(2, 8);
  Add(3, 8);
  EXPECT_EQ(CrowdedOut(3), 0U);
  Add(4, 7);
  Add(5, 7);
  EXPECT_EQ(CrowdedOut(4), 5U);
  EXPECT_EQ(CrowdedOut(4), 0U) << "it is on its way out";
  Add(6, 9);
  EXPECT_EQ(CrowdedOut(4), 4U) << "of two that have as many, the latest stream";
}

TEST_F(SubscriptionTableTest, ServesStreamsBehindInTurnUntilLive) {
  for (std::uint32_t slot = 1; slot <= 3; ++slot) Add(slot).delivered = slot;
  EXPECT_EQ(table.DeliveredToAllBehind(), INT64_MAX);
  EXPECT_FALSE(table.anyone_behind());
  for (const std::uint32_t slot : {2U, 1U, 3U}) table.FallBehind(*table.Find(HandleOf(slot)));
  EXPECT_EQ(table.DeliveredToAllBehind(), 1);
  table.Remove(HandleOf(1), [](Topic& /*from*/) {});
  EXPECT_EQ(table.DeliveredToAllBehind(), 2);
  std::vector<std::uint32_t> served;
  const auto serve = [&](Subscription& subscription) {
    served.push_back(subscription.stream.slot);
    if (served.size() > 1) subscription.pace = Subscription::Pace::kLive;
  };
  table.ServeBehind(1, serve);
  EXPECT_TRUE(table.anyone_behind()) << "it has not caught up: it waits again";
  table.ServeBehind(3, serve);
  EXPECT_FALSE(table.anyone_behind());
  EXPECT_EQ(served, (std::vector<std::uint32_t>{2, 3, 2}));
}

TEST_F(SubscriptionTableTest, NotifiesLiveStreamsOfWatermark) {
  Add(1).pace = Subscription::Pace::kLive;
  Add(2).pace = Subscription::Pace::kBehind;
  for (const std::int64_t id : {5, 3}) {
    table.AwaitWatermark(*table.Find(HandleOf(1)), id);
    table.AwaitWatermark(*table.Find(HandleOf(2)), id);
  }
  std::vector<std::uint32_t> notified;
  const auto tell = [&](const Subscription& to) { notified.push_back(to.stream.slot); };
  table.Reached(4, tell);
  EXPECT_TRUE(notified.empty());
  table.Reached(5, tell);
  EXPECT_EQ(notified, std::vector<std::uint32_t>{1});
  table.Find(HandleOf(2))->pace = Subscription::Pace::kLive;
  table.Reached(5, tell);
  table.Reached(6, tell);
  EXPECT_EQ(notified, (std::vector<std::uint32_t>{1, 2}));
}

}  // namespace
}  // namespace prichal::bridge
