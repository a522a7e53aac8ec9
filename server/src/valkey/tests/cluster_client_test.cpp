#include "valkey/cluster_client.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "valkey/tests/fixture_client.h"

namespace prichal::valkey {
namespace {

const Script& Count() {
  static const Script script("return redis.call('INCRBY', KEYS[1], ARGV[1])");
  return script;
}

TEST(PlainServer, RunsCommandsAndScriptsInOrder) {
  FixtureServer server;
  FixtureClient client({server.endpoint()});
  std::vector<std::string> texts;
  for (int i = 0; i < 100; ++i) {
    client->Run("list", {"RPUSH", "list", std::to_string(i)}, [](const Client::Answer&) {});
  }
  const Reply list = client.Run("list", {"LRANGE", "list", "0", "-1"});
  ASSERT_EQ(list.items.size(), 100U);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(list.items.at(static_cast<std::size_t>(i)).text, std::to_string(i));
  }
  EXPECT_EQ(client.RunScript(Count(), {"n"}, {"5"})->integer, 5);
  EXPECT_EQ(client.RunScript(Count(), {"n"}, {"2"})->integer, 7);
}

TEST(PlainServer, ReceivesPushes) {
  FixtureServer server;
  FixtureClient client({server.endpoint()});
  client->Subscribe("a");
  client->Subscribe("b");
  client.Await("both are confirmed", [&] { return client.subscribed.size() == 2; });
  (void)client.Run("a", {"SPUBLISH", "a", "1"});
  (void)client.Run("b", {"SPUBLISH", "b", "2"});
  client.Await("both are pushed", [&] { return client.pushes.size() == 2; });
  EXPECT_EQ(client.pushes, (FixtureClient::Pushes{{"a", "1"}, {"b", "2"}}));
  client->Unsubscribe("a");
  (void)client.Run("a", {"SPUBLISH", "a", "3"});
  (void)client.Run("b", {"SPUBLISH", "b", "4"});
  client.Await("the other one is pushed", [&] { return client.pushes.size() == 3; });
  EXPECT_EQ(client.pushes.back().second, "4");
}

TEST(PlainServer, IsReadyAfterProbe) {
  FixtureServer server;
  FixtureClient client({server.endpoint()});
  EXPECT_FALSE(client->ready());
  client.Await("it is ready", [&] { return client->ready(); });
}

TEST(Cluster, RoutesCommandsBySlotAndReceivesAllPushes) {
  FixtureCluster cluster(3);
  // A single seed is enough.
  FixtureClient client({cluster.at(0).endpoint()});
  for (int i = 0; i < 50; ++i) {
    const std::string key = fmt::format("key{}", i);
    EXPECT_EQ(client.RunScript(Count(), {key}, {"1"})->integer, 1);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_GT(cluster.at(i).Run({"DBSIZE"}).integer, 0) << i;
  }

  constexpr std::size_t kChannels = 2'000;
  for (std::size_t i = 0; i < kChannels; ++i) client->Subscribe(fmt::format("channel{}", i));
  client.Await("all are confirmed", [&] { return client.subscribed.size() == kChannels; });
  for (std::size_t i = 0; i < kChannels; ++i) {
    const std::string channel = fmt::format("channel{}", i);
    client->Run(channel, {"SPUBLISH", channel, std::to_string(i)}, [](const Client::Answer&) {});
  }
  client.Await("all are pushed", [&] { return client.pushes.size() == kChannels; });
  EXPECT_EQ(client.counters().redirects.Get(), 0U);
}

}  // namespace
}  // namespace prichal::valkey
