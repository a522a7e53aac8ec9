// Brokers of two instances on real servers, plain and in a cluster.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "bridge/valkey/tests/fixture_fleet.h"

namespace prichal::bridge {
namespace {

class ValkeyBrokerServer : public ::testing::TestWithParam<bool> {};

TEST_P(ValkeyBrokerServer, DeliversMessagesAcceptedByOtherInstance) {
  valkey::FixtureServer server;
  FixtureFleet fleet({server.endpoint()}, GetParam());
  fleet.b.Open(1, {FleetId('a'), FleetId('b')});
  fleet.Await("the stream is live", [&] { return !fleet.b.live.empty(); });
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "one"), PublishResult::kStored);
  EXPECT_EQ(fleet.Publish(fleet.a, 'b', "two"), PublishResult::kStored);
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "three"), PublishResult::kStored);
  // Each mailbox is in order. "two" and "three" may have IDs of the same millisecond.
  fleet.Await("all three", [&] {
    return fleet.Has(fleet.b, 1, {"one", "two", "three"}) ||
           fleet.Has(fleet.b, 1, {"one", "three", "two"});
  });
  // The other instance recognizes duplicates, and the cursor of a stream of this one.
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "one"), PublishResult::kDuplicate);
  fleet.b.Close(1);
  EXPECT_EQ(fleet.Publish(fleet.b, 'b', "four"), PublishResult::kStored);
  const std::int64_t cursor = fleet.b.cursors[1];
  fleet.a.Open(2, {FleetId('a'), FleetId('b')}, cursor);
  fleet.Await("the rest", [&] { return fleet.Has(fleet.a, 2, {"four"}); });
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "five"), PublishResult::kStored);
  fleet.Await("what is new", [&] { return fleet.Has(fleet.a, 2, {"four", "five"}); });
}

TEST_P(ValkeyBrokerServer, DeliversBacklogInPages) {
  valkey::FixtureServer server;
  FixtureFleet fleet({server.endpoint()}, GetParam());
  std::vector<std::string> bodies;
  for (int i = 0; i < 50; ++i) {
    bodies.push_back(std::to_string(i));
    ASSERT_EQ(fleet.Publish(fleet.a, i % 2 == 0 ? 'a' : 'b', bodies.back()),
              PublishResult::kStored);
  }
  fleet.b.Open(1, {FleetId('a'), FleetId('b'), FleetId('c')});
  fleet.Await("all of it", [&] { return fleet.Has(fleet.b, 1, bodies); });
  fleet.Await("the end of it", [&] { return !fleet.b.live.empty(); });
}

TEST_P(ValkeyBrokerServer, DropsExpiredMessagesAndKeepsNoneWithZeroTtl) {
  valkey::FixtureServer server;
  FixtureFleet fleet({server.endpoint()}, GetParam());
  fleet.b.Open(1, {FleetId('a')});
  fleet.Await("the stream is live", [&] { return !fleet.b.live.empty(); });
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "short", Millis(1'000)), PublishResult::kStored);
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "now", Millis(0)), PublishResult::kStored);
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "long"), PublishResult::kStored);
  fleet.Await("all", [&] { return fleet.Has(fleet.b, 1, {"short", "now", "long"}); });
  // The TTL has ended by the server's clock.
  bool is_gone = false;
  for (int attempt = 0; attempt < 200 && !is_gone; ++attempt) {
    const Millis until = fleet.loop.now().steady + Millis(100);
    fleet.Await("a pause", [&] { return fleet.loop.now().steady >= until; });
    fleet.a.live.clear();
    fleet.a.cursors.clear();
    fleet.a.Open(2, {FleetId('a')});
    fleet.Await("a page", [&] { return !fleet.a.live.empty(); });
    is_gone = fleet.Has(fleet.a, 2, {"long"});
    fleet.a.Close(2);
  }
  EXPECT_TRUE(is_gone);
}

TEST_P(ValkeyBrokerServer, LosesNothingWhenSubscriptionIsCut) {
  valkey::FixtureServer server;
  FixtureFleet fleet({server.endpoint()}, GetParam());
  fleet.b.Open(1, {FleetId('a')});
  fleet.Await("the stream is live", [&] { return !fleet.b.live.empty(); });
  std::vector<std::string> bodies;
  for (int round = 0; round < 3; ++round) {
    (void)server.Run({"CLIENT", "KILL", "TYPE", "pubsub"});
    for (int i = 0; i < 5; ++i) {
      bodies.push_back(fmt::format("{}-{}", round, i));
      EXPECT_EQ(fleet.Publish(fleet.a, 'a', bodies.back()), PublishResult::kStored);
    }
    fleet.Await("all of them", [&] { return fleet.b.given[1].size() == bodies.size(); });
  }
  // The official schema has no order: a message that is pushed after a reconnect can come before
  // the messages that were missed.
  std::vector<std::string> given = fleet.b.given[1];
  if (GetParam()) std::sort(given.begin(), given.end());
  EXPECT_EQ(given, bodies);
}

INSTANTIATE_TEST_SUITE_P(Schemas, ValkeyBrokerServer, ::testing::Values(false, true),
                         [](const auto& info) { return info.param ? "Official" : "Native"; });

TEST(ValkeyBrokerServers, RejectsLargestSenderAndEvictsForOthers) {
  valkey::FixtureServer server;
  BrokerLimits limits = kFleetLimits;
  limits.mailbox = {.messages = 4, .bytes = 100'000};
  FixtureFleet fleet({server.endpoint()}, false, 0, limits);
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(fleet.Publish(fleet.a, 'a', std::to_string(i), Millis(60'000), 1),
              PublishResult::kStored);
  }
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(fleet.Publish(fleet.a, 'a', "4", Millis(60'000), 1), PublishResult::kMailboxFull);
  }
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "other", Millis(60'000), 2), PublishResult::kStored);
  // A retry of an evicted message is not a duplicate, but there is no space for it now.
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "0", Millis(60'000), 1), PublishResult::kMailboxFull);
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "1", Millis(60'000), 1), PublishResult::kDuplicate);
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', std::string(200'000, 'x')), PublishResult::kTooLarge);
  fleet.b.Open(1, {FleetId('a')});
  fleet.Await("what is left", [&] { return fleet.Has(fleet.b, 1, {"1", "2", "3", "other"}); });
}

TEST(ValkeyBrokerServers, ExtendsTtlByDuplicate) {
  valkey::FixtureServer server;
  FixtureFleet fleet({server.endpoint()}, false);
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "one", Millis(1'000)), PublishResult::kStored);
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "one", Millis(60'000)), PublishResult::kDuplicate);
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "two", Millis(500)), PublishResult::kStored);
  const std::string stream = "prichal:{" + std::string(64, 'a') + "}";
  EXPECT_GT(server.Run({"PTTL", stream}).integer, 50'000);
  EXPECT_GT(server.Run({"PTTL", stream + ":index"}).integer, 50'000);
  EXPECT_EQ(server.Run({"ZCARD", stream + ":index"}).integer, 2);
}

TEST(ValkeyBrokerServers, ReportsFullWhenServerIsOutOfMemory) {
  valkey::FixtureServer server({"--maxmemory", "1", "--maxmemory-policy", "noeviction"});
  FixtureFleet fleet({server.endpoint()}, false);
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "one"), PublishResult::kTotalFull);
  (void)server.Run({"CONFIG", "SET", "maxmemory", "0"});
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "one"), PublishResult::kStored);
  (void)server.Run({"SCRIPT", "FLUSH"});
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "two"), PublishResult::kStored);
}

TEST(ValkeyBrokerServers, FailsPublishWithoutRequiredReplicas) {
  valkey::FixtureServer server;
  FixtureFleet fleet({server.endpoint()}, false, 1);
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "one"), PublishResult::kStoredByTooFew);
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "one"), PublishResult::kStoreFailed);
  // The message is stored nevertheless, and its retry is a duplicate.
  fleet.b.Open(1, {FleetId('a')});
  fleet.Await("it came", [&] { return fleet.Has(fleet.b, 1, {"one"}); });
}

TEST(ValkeyBrokerServers, SurvivesFailureOfClusterMaster) {
  valkey::FixtureCluster cluster(3, 1);
  std::vector<valkey::Endpoint> seeds;
  for (std::size_t i = 0; i < cluster.size(); ++i) seeds.push_back(cluster.at(i).endpoint());
  FixtureFleet fleet(seeds, false, 1);
  const std::string names = "0123456789abcdef";
  std::vector<ClientId> ids;
  for (const char name : names) ids.push_back(FleetId(name));
  fleet.b.Open(1, ids);
  fleet.Await("the stream is live", [&] { return !fleet.b.live.empty(); });
  std::vector<std::string> bodies;
  const auto send = [&] {
    for (const char name : names) {
      bodies.push_back(fmt::format("{}-{}", bodies.size(), name));
      fleet.Insist(fleet.a, name, {bodies.back()});
    }
  };
  send();
  cluster.at(0).Kill();
  // Without a master, publishing to its slots fails until its replica has taken over.
  fleet.Await("a sender is told so", [&] { return cluster.OwnerOf(0, 1) != 0; });
  cluster.at(0).Start();
  send();
  send();
  fleet.Await("all of them", [&] { return fleet.b.given[1].size() >= bodies.size(); });
  EXPECT_EQ(fleet.b.given[1], bodies);
}

TEST(ValkeyBrokerServers, ExchangesMessagesWithOfficialInstances) {
  valkey::FixtureServer server;
  FixtureFleet fleet({server.endpoint()}, true);
  fleet.a.Open(1, {FleetId('a')});
  fleet.Await("the stream is live", [&] { return !fleet.a.live.empty(); });
  const std::string key = "client:" + std::string(64, 'a');
  // {"from":"…","message":"theirs","trace_id":"","connect_source":{"ip":""}}, in the official
  // format.
  const std::string base64 =
      "eyJmcm9tIjoiZiIsIm1lc3NhZ2UiOiJ0aGVpcnMiLCJ0cmFjZV9pZCI6IiIsImNvbm5lY3Rfc291cmNlIjp7ImlwIjoi"
      "In19";
  const auto now = fleet.loop.now().unix_time.count();
  const std::string theirs = fmt::format(R"({{"EventId":{},"Message":"{}","To":"{}"}})",
                                         (now - 50) << 11, base64, std::string(64, 'a'));
  (void)server.Run({"PUBLISH", key, theirs});
  (void)server.Run({"ZADD", key, std::to_string(now / 1'000 + 60), theirs});
  (void)server.Run({"EXPIRE", key, "120"});
  fleet.Await("theirs is pushed", [&] { return fleet.Has(fleet.a, 1, {"theirs"}); });
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "ours", Millis(300'000)), PublishResult::kStored);
  fleet.Await("and ours", [&] { return fleet.Has(fleet.a, 1, {"theirs", "ours"}); });

  const auto stored = server.Run({"ZRANGE", key, "0", "-1", "WITHSCORES"});
  ASSERT_EQ(stored.items.size(), 4U);
  const std::string& ours = stored.items[2].text;
  EXPECT_TRUE(ours.starts_with(R"({"EventId":)")) << ours;
  EXPECT_TRUE(ours.ends_with(R"(","To":")" + std::string(64, 'a') + "\"}")) << ours;
  EXPECT_NEAR(std::stod(stored.items[3].text), static_cast<double>(now) / 1'000 + 300, 3);
  EXPECT_GE(server.Run({"TTL", key}).integer, 358);

  // A message with a smaller ID than those delivered is not lost, and no message is delivered
  // twice.
  const std::int64_t cursor = fleet.a.cursors[1];
  fleet.a.Close(1);
  const std::string late = fmt::format(R"({{"EventId":{},"Message":"{}","To":"{}"}})",
                                       cursor - (500 << 11), base64, std::string(64, 'a'));
  (void)server.Run({"ZADD", key, std::to_string(now / 1'000 + 60), late});
  fleet.b.Open(2, {FleetId('a')}, cursor);
  fleet.Await("the late one", [&] { return fleet.b.given[2].size() == 1; });
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "last"), PublishResult::kStored);
  fleet.Await("and nothing else", [&] { return fleet.Has(fleet.b, 2, {"theirs", "last"}); });
  EXPECT_GT(fleet.b.cursors[2], cursor);
}

/// Stores a message like an official instance, without pushing it.
void StoreAsOfficial(valkey::FixtureServer& server, char to, std::int64_t event_id) {
  // {"from":"f","message":"theirs","trace_id":"","connect_source":{"ip":""}}
  const std::string base64 =
      "eyJmcm9tIjoiZiIsIm1lc3NhZ2UiOiJ0aGVpcnMiLCJ0cmFjZV9pZCI6IiIsImNvbm5lY3Rfc291cmNlIjp7ImlwIjoi"
      "In19";
  const std::string id(64, to);
  const auto member =
      fmt::format(R"({{"EventId":{},"Message":"{}","To":"{}"}})", event_id, base64, id);
  EXPECT_EQ(server.Run({"ZADD", "client:" + id, "99999999999", member}).integer, 1);
}

TEST(OfficialFleet, DeliversMessageStoredAfterFirstReadInTwoTicks) {
  valkey::FixtureServer server;
  FixtureFleet fleet({server.endpoint()}, true);
  for (int i = 0; i < 4; ++i) fleet.a->Tick();  // the next sweep of its channel is far
  fleet.a.Open(1, {FleetId('a')});
  fleet.Await("the stream is live", [&] { return !fleet.a.live.empty(); });
  // Such a message was pushed before the channel was subscribed to.
  const std::int64_t now = fleet.loop.now().unix_time.count() << 11;
  for (std::size_t tick = 1; tick <= 2; ++tick) {
    StoreAsOfficial(server, 'a', now + static_cast<std::int64_t>(tick));
    fleet.a->Tick();
    fleet.Await("it came", [&] { return fleet.a.given[1].size() == tick; });
  }
}

TEST(OfficialFleet, KeepsEventIdsOfBurstBehindClock) {
  valkey::FixtureServer server;
  FixtureFleet fleet({server.endpoint()}, true);
  std::vector<std::string> burst;
  for (int i = 0; i < 1'000; ++i) burst.push_back(std::to_string(i));
  fleet.Insist(fleet.a, 'a', burst);
  const auto time = server.Run({"TIME"});
  const std::int64_t clock =
      std::stoll(time.items[0].text) * 1'000 + std::stoll(time.items[1].text) / 1'000;
  const std::string last = server.Run({"GET", "{client:" + std::string(64, 'a') + "}:last"}).text;
  EXPECT_LE(std::stoll(last) >> 11, clock);
}

TEST(OfficialFleet, DeliversSameIdFromTwoMailboxes) {
  valkey::FixtureServer server;
  FixtureFleet fleet({server.endpoint()}, true);
  const std::int64_t id = fleet.loop.now().unix_time.count() << 11;
  StoreAsOfficial(server, 'a', id);
  fleet.a.Open(1, {FleetId('a'), FleetId('b')});
  fleet.Await("the one", [&] { return fleet.a.given[1].size() == 1; });
  const std::int64_t cursor = fleet.a.cursors[1];
  StoreAsOfficial(server, 'b', id);
  fleet.a.Close(1);
  fleet.Await("what was given is noted", [&] {
    return server.Run({"ZCARD", "{client:" + std::string(64, 'a') + "}:given"}).integer == 1;
  });
  fleet.b.Open(2, {FleetId('a'), FleetId('b')}, cursor);
  fleet.Await("the other alone", [&] { return !fleet.b.live.empty(); });
  EXPECT_EQ(fleet.b.given[2].size(), 1U);
}

TEST(OfficialFleet, DeliversTwoMessagesWithSameId) {
  valkey::FixtureServer server;
  FixtureFleet fleet({server.endpoint()}, true);
  fleet.a.Open(1, {FleetId('a')});
  fleet.Await("the stream is live", [&] { return !fleet.a.live.empty(); });
  const std::string key = "client:" + std::string(64, 'a');
  // {"from":"f","message":"other","trace_id":"","connect_source":{"ip":""}}
  const std::string base64 =
      "eyJmcm9tIjoiZiIsIm1lc3NhZ2UiOiJvdGhlciIsInRyYWNlX2lkIjoiIiwiY29ubmVjdF9zb3VyY2UiOnsiaXAiOiIi"
      "fX0=";
  const std::int64_t id = fleet.loop.now().unix_time.count() << 11;
  const auto other =
      fmt::format(R"({{"EventId":{},"Message":"{}","To":"{}"}})", id, base64, std::string(64, 'a'));
  StoreAsOfficial(server, 'a', id);
  (void)server.Run({"PUBLISH", key, server.Run({"ZRANGE", key, "0", "0"}).items[0].text});
  (void)server.Run({"PUBLISH", key, other});
  (void)server.Run({"ZADD", key, "99999999999", other});
  const std::vector<std::string> both{"theirs", "other"};
  fleet.Await("both", [&] { return fleet.Has(fleet.a, 1, both); });
  // The messages are not delivered again, by a push or a read. A new stream gets both.
  (void)server.Run({"PUBLISH", key, other});
  fleet.a->Tick();
  fleet.a.live.clear();
  fleet.a.Open(2, {FleetId('a')});
  fleet.Await("the other stream is live", [&] { return !fleet.a.live.empty(); });
  EXPECT_EQ(fleet.a.given[2].size(), 2U);
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "last"), PublishResult::kStored);
  fleet.Await("the last", [&] { return fleet.a.given[1].back() == "last"; });
  EXPECT_EQ(fleet.a.given[1].size(), 3U);
}

TEST(OfficialFleet, SkipsMessageNamedByCursor) {
  valkey::FixtureServer server;
  FixtureFleet fleet({server.endpoint()}, true);
  const std::int64_t id = fleet.loop.now().unix_time.count() << 11;
  StoreAsOfficial(server, 'a', id);
  // An official instance has delivered the message and does not record deliveries.
  fleet.a.Open(1, {FleetId('a'), FleetId('b')}, id);
  fleet.Await("the stream is live", [&] { return !fleet.a.live.empty(); });
  EXPECT_TRUE(fleet.a.given[1].empty());
  // It is unknown which of the two messages with that ID was delivered, so both are.
  StoreAsOfficial(server, 'b', id);
  fleet.b.Open(2, {FleetId('a'), FleetId('b')}, id);
  fleet.Await("the stream is live", [&] { return !fleet.b.live.empty(); });
  EXPECT_EQ(fleet.b.given[2].size(), 2U);
}

}  // namespace
}  // namespace prichal::bridge
