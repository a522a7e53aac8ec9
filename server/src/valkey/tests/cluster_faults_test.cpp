// Behaviour of the client during failovers, resharding and other faults of a cluster.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

#include "base/tests/fixture_await.h"
#include "valkey/tests/fixture_client.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::valkey {
namespace {

/// The tests share one cluster, because starting one takes seconds. Each test must restore it.
class ClusterFaults : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { cluster_ = std::make_unique<FixtureCluster>(3, 1); }
  static void TearDownTestSuite() { cluster_.reset(); }

  void SetUp() override {
    cluster().AwaitWhole();
    client_ = std::make_unique<FixtureClient>(cluster().at(0).endpoint());
    client().Await("it is ready", [&] { return client()->ready(); });
  }

  [[nodiscard]] static FixtureCluster& cluster() { return *cluster_; }
  [[nodiscard]] FixtureClient& client() { return *client_; }
  [[nodiscard]] static std::size_t Owner(const std::string& key) {
    for (std::size_t i = 0; i < cluster().size(); ++i) {
      if (cluster().at(i).pid() > 0) return cluster().OwnerOf(SlotOf(key), i);
    }
    return cluster().size();
  }
  /// Returns the index of a replica of the master.
  [[nodiscard]] static std::size_t ReplicaOf(std::size_t master) {
    const std::string port = std::to_string(cluster().at(master).port());
    for (std::size_t i = 0; i < cluster().size(); ++i) {
      if (cluster().at(i).pid() > 0 && cluster().at(i).Info("master_port") == port) return i;
    }
    ADD_FAILURE() << "server " << master << " has no replica";
    return 0;
  }
  static void AwaitReplica(std::size_t index) {
    Await("it follows again",
          [&] { return cluster().at(index).Info("master_link_status") == "up"; });
  }
  void SubscribeTo(const std::string& channel) {
    client()->Subscribe(channel);
    AwaitSubscribed(channel, 1);
  }
  void AwaitSubscribed(const std::string& channel, std::ptrdiff_t times) {
    client().Await("the subscription", [&] {
      return std::count(client().subscribed.begin(), client().subscribed.end(), channel) >= times;
    });
  }
  void ExpectPush(const std::string& channel, const std::string& payload) {
    const Reply reply = client().Run(channel, {"SPUBLISH", channel, payload});
    EXPECT_FALSE(reply.IsError()) << reply.text;
    client().Await("the push", [&] {
      return std::find(client().pushes.begin(), client().pushes.end(),
                       std::pair(channel, payload)) != client().pushes.end();
    });
  }
  /// Retries a write until it succeeds, up to the timeout of a test.
  void WriteUntilTaken(const std::string& key) {
    std::string last;
    for (int i = 0; i < 20; ++i) {
      const Reply reply = client().Run(key, {"SET", key, "v"});
      if (!reply.IsError()) return;
      last = reply.text;
    }
    ADD_FAILURE() << "no write was taken: " << last;
  }

 private:
  static std::unique_ptr<FixtureCluster> cluster_;
  std::unique_ptr<FixtureClient> client_;
};

std::unique_ptr<FixtureCluster> ClusterFaults::cluster_;

TEST_F(ClusterFaults, LosesNoCommandInGracefulFailoverAndResubscribes) {
  SubscribeTo("channel");
  const std::size_t before = Owner("channel");
  const std::size_t replica = ReplicaOf(before);
  cluster().Failover(replica);
  const Reply reply = client().Run("channel", {"SET", "{channel}k", "v"});
  EXPECT_FALSE(reply.IsError()) << reply.text;
  AwaitSubscribed("channel", 2);
  EXPECT_EQ(client().interrupted, std::vector<std::string>{"channel"});
  ExpectPush("channel", "after");
  AwaitReplica(before);
}

TEST_F(ClusterFaults, ResubscribesAtReplicaOfKilledMaster) {
  SubscribeTo("channel");
  const std::size_t before = Owner("channel");
  // Commands pending at the failed master are retried as soon as the new master is known, not when
  // the failed one is removed.
  bool forgotten = false;
  client().on_subscribed = [&](std::string_view) {
    forgotten = std::any_of(client().log.begin(), client().log.end(), [](const std::string& line) {
      return line.find("owns no slots any more") != std::string::npos;
    });
  };
  cluster().at(before).Kill();
  WriteUntilTaken("{channel}k");
  AwaitSubscribed("channel", 2);
  EXPECT_FALSE(forgotten);
  ExpectPush("channel", "after");
  EXPECT_NE(Owner("channel"), before);
  cluster().at(before).Start();
  AwaitReplica(before);
}

TEST_F(ClusterFaults, FollowsMovingSlot) {
  const std::string tag = "{moving}";
  ASSERT_FALSE(client().Run(tag, {"SET", tag + "there", "v"}).IsError());
  SubscribeTo(tag);
  const std::size_t from = Owner(tag);
  std::size_t to = 0;
  while (to == from || cluster().at(to).Info("role") != "master") ++to;
  cluster().MoveSlot(SlotOf(tag), from, to, [&] {
    // Existing keys are at the old owner; new keys are only at the new owner (ASK).
    EXPECT_EQ(client().Run(tag, {"GET", tag + "there"}).text, "v");
    EXPECT_EQ(client().Run(tag, {"SET", tag + "new", "w"}).text, "OK");
    EXPECT_EQ(
        cluster().at(to).Run({"CLUSTER", "COUNTKEYSINSLOT", std::to_string(SlotOf(tag))}).integer,
        1);
  });
  EXPECT_GT(client().counters().redirects.Get(), 0U);
  EXPECT_EQ(client().Run(tag, {"GET", tag + "there"}).text, "v");
  EXPECT_EQ(client().Run(tag, {"GET", tag + "new"}).text, "w");
  AwaitSubscribed(tag, 2);
  ExpectPush(tag, "after");
  EXPECT_EQ(client().interrupted, std::vector<std::string>{tag});
}

TEST_F(ClusterFaults, ClassicSubscriptionsFollowMovingSlot) {
  ClientOptions options;
  options.uri.seeds = {cluster().at(0).endpoint()};
  options.pushes = PushKind::kClassic;
  FixtureClient classic({}, options);
  const std::string tag = "{classic}";
  classic->Subscribe(tag);
  classic.Await("it is ready", [&] { return classic->ready() && classic.subscribed.size() == 1; });
  const std::size_t from = Owner(tag);
  std::size_t to = 0;
  while (to == from || cluster().at(to).Info("role") != "master") ++to;
  const auto subscribers = [&](std::size_t at) {
    return cluster().at(at).Run({"PUBSUB", "NUMSUB", tag}).items.at(1).integer;
  };
  EXPECT_EQ(subscribers(from), 1);
  cluster().MoveSlot(SlotOf(tag), from, to);
  // MOVED, as for any command.
  EXPECT_FALSE(classic.Run(tag, {"SET", tag, "v"}).IsError());
  classic.Await("the subscription there",
                [&] { return subscribers(to) == 1 && subscribers(from) == 0; });
  EXPECT_EQ(classic.interrupted, std::vector<std::string>{tag});
  classic.Await("its confirmation", [&] { return classic.subscribed.size() == 2; });
  // A message published at any node reaches all.
  (void)cluster().at(from).Run({"PUBLISH", tag, "x"});
  classic.Await("the push", [&] { return classic.pushes.size() == 1; });
}

TEST_F(ClusterFaults, RetriesCommandDuringSlotMigration) {
  const std::string tag = "{halfway}";
  const std::size_t from = Owner(tag);
  std::size_t to = 0;
  while (to == from || cluster().at(to).Info("role") != "master") ++to;
  ASSERT_FALSE(client().Run(tag, {"SET", tag + "a", "1"}).IsError());
  ASSERT_FALSE(client().Run(tag, {"SET", tag + "b", "2"}).IsError());
  std::optional<Client::Answer> got;
  cluster().MoveSlot(SlotOf(tag), from, to, [&] {
    // The keys are on different nodes, so the server answers TRYAGAIN until the move is complete.
    (void)cluster().at(from).Run(
        {"MIGRATE", "127.0.0.1", std::to_string(cluster().at(to).port()), tag + "a", "0", "5000"});
    client()->Run(tag, {"MGET", tag + "a", tag + "b"},
                  [&](Client::Answer answer) { got.emplace(std::move(answer)); });
    client().Await("it is tried again", [&] { return client().counters().retries.Get() > 0; });
    EXPECT_FALSE(got);
  });
  client().Await("the answer", [&] { return got.has_value(); });
  ASSERT_TRUE(*got) << got->error().message;
  ASSERT_EQ((*got)->items.size(), 2U);
  EXPECT_EQ((*got)->items[0].text, "1");
  EXPECT_EQ((*got)->items[1].text, "2");
}

TEST_F(ClusterFaults, ReconnectsKilledPushConnections) {
  SubscribeTo("channel");
  (void)cluster().at(Owner("channel")).Run({"CLIENT", "KILL", "TYPE", "pubsub"});
  AwaitSubscribed("channel", 2);
  EXPECT_EQ(client().interrupted, std::vector<std::string>{"channel"});
  ExpectPush("channel", "after");
}

TEST_F(ClusterFaults, RequiresReplicasForDurableWrite) {
  const Script script("return redis.call('SET', KEYS[1], ARGV[1])");
  const auto got = client().RunScript(script, {"k"}, {"v"}, Durability::kReplicas);
  ASSERT_TRUE(got) << got.error().message;
  EXPECT_EQ(got->text, "OK");
  FixtureServer& replica = cluster().at(ReplicaOf(Owner("k")));
  replica.Stop();
  const auto few = client().RunScript(script, {"k"}, {"w"}, Durability::kReplicas);
  replica.Continue();
  ASSERT_FALSE(few);
  EXPECT_EQ(few.error().kind, Error::Kind::kTooFew);
}

}  // namespace
}  // namespace prichal::valkey
