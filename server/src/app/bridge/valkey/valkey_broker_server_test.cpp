// Brokers of two instances on real servers, plain and in a cluster.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "app/bridge/valkey/connects.h"
#include "app/bridge/valkey/native_schema.h"
#include "app/bridge/valkey/official_schema.h"
#include "app/bridge/valkey/valkey_broker.h"
#include "base/sip_hash.h"
#include "net/fixture_loop.h"
#include "valkey/cluster_client.h"
#include "valkey/fixture_servers.h"

namespace prichal::app {
namespace {

using bridge::PublishOutcome;

ClientId Id(char c) { return *ClientId::Parse(std::string(64, c)); }

constexpr ValkeyLimits kLimits{.mailbox = {.messages = 1'000, .bytes = 10'000'000},
                               .page = {.messages = 8, .bytes = 100'000},
                               .streams_per_id = 16};

/// A loop that the test runs, as brokers see it.
class TestLoop final : public net::Loop {
 public:
  /// False: twenty seconds have passed, and `enough` is not true yet.
  bool RunUntil(const std::function<bool()>& enough) {
    for (int slice = 0; slice < 400; ++slice) {
      if (loop_.RunUntil(enough, Millis(50))) return true;
      for (Again& again : again_) {
        if (now().steady < again.due) continue;
        again.due = now().steady + again.interval;
        again.action();
      }
    }
    return false;
  }

  [[nodiscard]] std::uint32_t index() const override { return 0; }
  [[nodiscard]] Time now() const override { return outbound_.now(); }
  [[nodiscard]] bool draining() const override { return false; }
  [[nodiscard]] bool Post(Task /*task*/) override { throw std::logic_error("no task"); }
  void PostAlways(Task /*task*/) override { throw std::logic_error("no task"); }
  void Respond(net::Handle /*request*/, const http::Response& /*response*/) override {}
  [[nodiscard]] net::Stream* FindStream(net::Handle /*stream*/) override { return nullptr; }
  [[nodiscard]] net::StreamSession* FindSession(net::Handle /*stream*/) override { return nullptr; }
  void Every(Millis interval, std::function<void()> action) override {
    again_.push_back({interval, now().steady + interval, std::move(action)});
  }
  void AroundTasks(std::function<void()> /*before*/, std::function<void()> /*after*/) override {}
  [[nodiscard]] net::Outbound& outbound() override { return outbound_; }

 private:
  struct Again {
    Millis interval;
    Millis due;
    std::function<void()> action;
  };
  net::FixtureLoop loop_;
  net::Outbound& outbound_ = loop_.outbound();
  std::vector<Again> again_;
};

/// One instance with its broker.
class Instance final : public bridge::DeliveryPort {
 public:
  Instance(TestLoop& loop, const std::vector<valkey::Endpoint>& seeds, const Schema& schema,
           std::size_t replicas, const ValkeyLimits& limits) {
    valkey::ClientOptions options;
    options.uri.seeds = seeds;
    options.replicas = std::max<std::size_t>(1, replicas);
    options.pushes = schema.ordered() ? valkey::PushKind::kSharded : valkey::PushKind::kClassic;
    const auto durability =
        replicas > 0 ? valkey::Durability::kReplicas : valkey::Durability::kMaster;
    broker_ = std::make_unique<ValkeyBroker>(
        limits, ValkeyBroker::Shared{schema, ids_, hash_, durability}, loop,
        [&](valkey::PushPort& port) {
          return std::make_unique<valkey::ClusterClient>(loop.outbound(), options, port);
        },
        *this, counters_);
  }

  ValkeyBroker* operator->() { return broker_.get(); }

  void Open(std::uint32_t slot, std::vector<ClientId> ids, std::int64_t after = 0) {
    given.erase(slot);
    broker_->Subscribe({.slot = slot, .generation = ++generation_}, std::move(ids), after, 0);
    open_[slot] = generation_;
  }
  void Close(std::uint32_t slot) {
    broker_->Unsubscribe({.slot = slot, .generation = open_.at(slot)});
  }
  /// Pages that streams have asked for since.
  void Continue() {
    for (const bridge::StreamRef& stream : std::exchange(wanting_, {})) broker_->Continue(stream);
  }

  void Deliver(const bridge::StreamRef& stream, bridge::Batch batch) override {
    for (const bridge::Delivery& delivery : batch.messages) {
      const std::string& frame = *delivery.frame;
      static constexpr std::string_view kBefore = R"("message":")";
      const std::size_t begin = frame.find(kBefore) + kBefore.size();
      given[stream.slot].push_back(frame.substr(begin, frame.find('"', begin) - begin));
      EXPECT_GT(delivery.event_id, cursors[stream.slot]);
      cursors[stream.slot] = delivery.event_id;
    }
    if (!batch.more) live.push_back(stream.slot);
    if (batch.more) wanting_.push_back(stream);
  }
  void EndCrowded(const bridge::StreamRef& stream) override { crowded.push_back(stream.slot); }

  std::map<std::uint32_t, std::vector<std::string>> given;  ///< bodies, by the slot of the stream
  std::map<std::uint32_t, std::int64_t> cursors;
  std::vector<std::uint32_t> live;
  std::vector<std::uint32_t> crowded;

 private:
  bridge::EventIds ids_;
  SipHash hash_;
  bridge::Counters counters_;
  std::uint32_t generation_ = 0;
  std::map<std::uint32_t, std::uint32_t> open_;
  std::vector<bridge::StreamRef> wanting_;
  std::unique_ptr<ValkeyBroker> broker_;
};

class Fleet {
 public:
  Fleet(const std::vector<valkey::Endpoint>& seeds, bool official, std::size_t replicas = 0,
        const ValkeyLimits& limits = kLimits)
      : a(loop, seeds, Chosen(official), replicas, limits),
        b(loop, seeds, Chosen(official), replicas, limits) {
    Await("both are ready", [&] { return a->client().ready() && b->client().ready(); });
  }

  void Await(const std::string& what, const std::function<bool()>& holds) {
    EXPECT_TRUE(loop.RunUntil([&] {
      a.Continue();
      b.Continue();
      return holds();
    })) << "waited in vain: "
        << what;
  }
  PublishOutcome Publish(Instance& instance, char to, const std::string& body,
                         Millis ttl = Millis(60'000), std::uint32_t address = 1) {
    std::optional<PublishOutcome> outcome;
    const Fingerprint fingerprint = ttl.count() == 0 ? Fingerprint() : Fingerprints().Of({body});
    instance->Publish({.to = Id(to),
                       .envelope = Envelope::Of(Id('f'), "trace", body),
                       .ttl = ttl,
                       .fingerprint = fingerprint,
                       .sender = {.address = address, .id = address}},
                      [&](PublishOutcome told) { outcome = told; });
    Await("an outcome", [&] { return outcome.has_value(); });
    return *outcome;
  }
  /// Senders send again and again until it is taken.
  void Insist(Instance& instance, char to, const std::string& body) {
    for (int attempt = 0; attempt < 200; ++attempt) {
      const PublishOutcome outcome = Publish(instance, to, body);
      if (outcome == PublishOutcome::kStored || outcome == PublishOutcome::kDuplicate) return;
      const Millis until = loop.now().steady + Millis(100);
      Await("a pause", [&] { return loop.now().steady >= until; });
    }
    ADD_FAILURE() << body << " is never taken";
  }
  bool Has(Instance& instance, std::uint32_t slot, const std::vector<std::string>& bodies) {
    return instance.given[slot] == bodies;
  }

 private:
  const Schema& Chosen(bool official) const {
    return official ? static_cast<const Schema&>(official_) : native_;
  }

  const NativeSchema native_;
  const OfficialSchema official_;

 public:
  TestLoop loop;
  Instance a;
  Instance b;
};

class ValkeyBrokerServer : public ::testing::TestWithParam<bool> {};

TEST_P(ValkeyBrokerServer, WhatOneTakesTheOtherDelivers) {
  valkey::FixtureServer server;
  Fleet fleet({server.endpoint()}, GetParam());
  fleet.b.Open(1, {Id('a'), Id('b')});
  fleet.Await("the stream is live", [&] { return !fleet.b.live.empty(); });
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "one"), PublishOutcome::kStored);
  EXPECT_EQ(fleet.Publish(fleet.a, 'b', "two"), PublishOutcome::kStored);
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "three"), PublishOutcome::kStored);
  fleet.Await("all three", [&] { return fleet.Has(fleet.b, 1, {"one", "two", "three"}); });
  // The other instance knows what has come before, and the cursor of a stream of this one.
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "one"), PublishOutcome::kDuplicate);
  fleet.b.Close(1);
  EXPECT_EQ(fleet.Publish(fleet.b, 'b', "four"), PublishOutcome::kStored);
  const std::int64_t cursor = fleet.b.cursors[1];
  fleet.a.Open(2, {Id('a'), Id('b')}, cursor);
  fleet.Await("the rest", [&] { return fleet.Has(fleet.a, 2, {"four"}); });
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "five"), PublishOutcome::kStored);
  fleet.Await("what is new", [&] { return fleet.Has(fleet.a, 2, {"four", "five"}); });
}

TEST_P(ValkeyBrokerServer, ABacklogComesInPages) {
  valkey::FixtureServer server;
  Fleet fleet({server.endpoint()}, GetParam());
  std::vector<std::string> bodies;
  for (int i = 0; i < 50; ++i) {
    bodies.push_back(std::to_string(i));
    ASSERT_EQ(fleet.Publish(fleet.a, i % 2 == 0 ? 'a' : 'b', bodies.back()),
              PublishOutcome::kStored);
  }
  fleet.b.Open(1, {Id('a'), Id('b'), Id('c')});
  fleet.Await("all of it", [&] { return fleet.Has(fleet.b, 1, bodies); });
  fleet.Await("the end of it", [&] { return !fleet.b.live.empty(); });
}

TEST_P(ValkeyBrokerServer, WhatExpiresIsGoneAndWithTtlZeroIsForOpenStreams) {
  valkey::FixtureServer server;
  Fleet fleet({server.endpoint()}, GetParam());
  fleet.b.Open(1, {Id('a')});
  fleet.Await("the stream is live", [&] { return !fleet.b.live.empty(); });
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "short", Millis(1'000)), PublishOutcome::kStored);
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "now", Millis(0)), PublishOutcome::kStored);
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "long"), PublishOutcome::kStored);
  fleet.Await("all", [&] { return fleet.Has(fleet.b, 1, {"short", "now", "long"}); });
  // Its ttl is over by the server's clock.
  bool is_gone = false;
  for (int attempt = 0; attempt < 200 && !is_gone; ++attempt) {
    const Millis until = fleet.loop.now().steady + Millis(100);
    fleet.Await("a pause", [&] { return fleet.loop.now().steady >= until; });
    fleet.a.live.clear();
    fleet.a.cursors.clear();
    fleet.a.Open(2, {Id('a')});
    fleet.Await("a page", [&] { return !fleet.a.live.empty(); });
    is_gone = fleet.Has(fleet.a, 2, {"long"});
    fleet.a.Close(2);
  }
  EXPECT_TRUE(is_gone);
}

TEST_P(ValkeyBrokerServer, ALinkThatIsCutLosesNothing) {
  valkey::FixtureServer server;
  Fleet fleet({server.endpoint()}, GetParam());
  fleet.b.Open(1, {Id('a')});
  fleet.Await("the stream is live", [&] { return !fleet.b.live.empty(); });
  std::vector<std::string> bodies;
  for (int round = 0; round < 3; ++round) {
    (void)server.Ask({"CLIENT", "KILL", "TYPE", "pubsub"});
    for (int i = 0; i < 5; ++i) {
      bodies.push_back(fmt::format("{}-{}", round, i));
      EXPECT_EQ(fleet.Publish(fleet.a, 'a', bodies.back()), PublishOutcome::kStored);
    }
    fleet.Await("all of them", [&] { return fleet.b.given[1].size() == bodies.size(); });
  }
  // Without order nobody says in which order those came that were not pushed.
  EXPECT_EQ(fleet.b.given[1], bodies);
}

INSTANTIATE_TEST_SUITE_P(Schemas, ValkeyBrokerServer, ::testing::Values(false, true),
                         [](const auto& info) { return info.param ? "Official" : "Native"; });

TEST(ValkeyBrokerServers, ItsOwnSenderIsRefusedWhereItHoldsMostAndOthersGiveWay) {
  valkey::FixtureServer server;
  ValkeyLimits limits = kLimits;
  limits.mailbox = {.messages = 4, .bytes = 100'000};
  Fleet fleet({server.endpoint()}, false, 0, limits);
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(fleet.Publish(fleet.a, 'a', std::to_string(i), Millis(60'000), 1),
              PublishOutcome::kStored);
  }
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(fleet.Publish(fleet.a, 'a', "4", Millis(60'000), 1), PublishOutcome::kMailboxFull);
  }
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "other", Millis(60'000), 2), PublishOutcome::kStored);
  // What gave way may come again; there is no room for it by now.
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "0", Millis(60'000), 1), PublishOutcome::kMailboxFull);
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "1", Millis(60'000), 1), PublishOutcome::kDuplicate);
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', std::string(200'000, 'x')), PublishOutcome::kTooLarge);
  fleet.b.Open(1, {Id('a')});
  fleet.Await("what is left", [&] { return fleet.Has(fleet.b, 1, {"1", "2", "3", "other"}); });
}

TEST(ValkeyBrokerServers, ARepetitionLivesAsLongAsItWasTo) {
  valkey::FixtureServer server;
  Fleet fleet({server.endpoint()}, false);
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "one", Millis(1'000)), PublishOutcome::kStored);
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "one", Millis(60'000)), PublishOutcome::kDuplicate);
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "two", Millis(500)), PublishOutcome::kStored);
  const std::string stream = "prichal:{" + std::string(64, 'a') + "}";
  EXPECT_GT(server.Ask({"PTTL", stream}).integer, 50'000);
  EXPECT_GT(server.Ask({"PTTL", stream + ":index"}).integer, 50'000);
  EXPECT_EQ(server.Ask({"ZCARD", stream + ":index"}).integer, 2);
}

TEST(ValkeyBrokerServers, AServerWithoutMemoryIsBusy) {
  valkey::FixtureServer server({"--maxmemory", "1", "--maxmemory-policy", "noeviction"});
  Fleet fleet({server.endpoint()}, false);
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "one"), PublishOutcome::kTotalFull);
  (void)server.Ask({"CONFIG", "SET", "maxmemory", "0"});
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "one"), PublishOutcome::kStored);
  (void)server.Ask({"SCRIPT", "FLUSH"});
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "two"), PublishOutcome::kStored);
}

TEST(ValkeyBrokerServers, WithoutReplicasNothingCountsThatWantsOne) {
  valkey::FixtureServer server;
  Fleet fleet({server.endpoint()}, false, 1);
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "one"), PublishOutcome::kStoreFailed);
  // It is there all the same, and what its sender sends again is known.
  fleet.b.Open(1, {Id('a')});
  fleet.Await("it came", [&] { return fleet.Has(fleet.b, 1, {"one"}); });
}

TEST(ValkeyBrokerServers, InAClusterAMasterMayFail) {
  valkey::FixtureCluster cluster(3, 1);
  std::vector<valkey::Endpoint> seeds;
  for (std::size_t i = 0; i < cluster.size(); ++i) seeds.push_back(cluster.at(i).endpoint());
  Fleet fleet(seeds, false, 1);
  const std::string names = "0123456789abcdef";
  std::vector<ClientId> ids;
  for (const char name : names) ids.push_back(Id(name));
  fleet.b.Open(1, ids);
  fleet.Await("the stream is live", [&] { return !fleet.b.live.empty(); });
  std::vector<std::string> bodies;
  const auto send = [&] {
    for (const char name : names) {
      bodies.push_back(fmt::format("{}-{}", bodies.size(), name));
      fleet.Insist(fleet.a, name, bodies.back());
    }
  };
  send();
  cluster.at(0).Kill();
  // Of the slots that it had nobody has a message, and then one server alone.
  fleet.Await("a sender is told so", [&] { return cluster.OwnerOf(0, 1) != 0; });
  cluster.at(0).Start();
  send();
  send();
  fleet.Await("all of them", [&] { return fleet.b.given[1].size() >= bodies.size(); });
  EXPECT_EQ(fleet.b.given[1], bodies);
}

TEST(ValkeyBrokerServers, OfficialInstancesAndOursSeeEachOthersMessages) {
  valkey::FixtureServer server;
  Fleet fleet({server.endpoint()}, true);
  fleet.a.Open(1, {Id('a')});
  fleet.Await("the stream is live", [&] { return !fleet.a.live.empty(); });
  const std::string key = "client:" + std::string(64, 'a');
  // {"from":"…","message":"theirs","trace_id":"","connect_source":{"ip":""}}, as they write it.
  const std::string base64 =
      "eyJmcm9tIjoiZiIsIm1lc3NhZ2UiOiJ0aGVpcnMiLCJ0cmFjZV9pZCI6IiIsImNvbm5lY3Rfc291cmNlIjp7ImlwIjoi"
      "In19";
  const auto now = fleet.loop.now().unix_time.count();
  const std::string theirs = fmt::format(R"({{"EventId":{},"Message":"{}","To":"{}"}})",
                                         (now - 50) << 11, base64, std::string(64, 'a'));
  (void)server.Ask({"PUBLISH", key, theirs});
  (void)server.Ask({"ZADD", key, std::to_string(now / 1'000 + 60), theirs});
  (void)server.Ask({"EXPIRE", key, "120"});
  fleet.Await("theirs is pushed", [&] { return fleet.Has(fleet.a, 1, {"theirs"}); });
  EXPECT_EQ(fleet.Publish(fleet.b, 'a', "ours", Millis(300'000)), PublishOutcome::kStored);
  fleet.Await("and ours", [&] { return fleet.Has(fleet.a, 1, {"theirs", "ours"}); });

  const auto stored = server.Ask({"ZRANGE", key, "0", "-1", "WITHSCORES"});
  ASSERT_EQ(stored.items.size(), 4U);
  const std::string& ours = stored.items[2].text;
  EXPECT_TRUE(ours.starts_with(R"({"EventId":)")) << ours;
  EXPECT_TRUE(ours.ends_with(R"(","To":")" + std::string(64, 'a') + "\"}")) << ours;
  EXPECT_NEAR(std::stod(stored.items[3].text), static_cast<double>(now) / 1'000 + 300, 3);
  EXPECT_GE(server.Ask({"TTL", key}).integer, 358);

  // One that comes with a smaller id than what was given is not lost, and nothing comes twice.
  const std::int64_t cursor = fleet.a.cursors[1];
  fleet.a.Close(1);
  const std::string late = fmt::format(R"({{"EventId":{},"Message":"{}","To":"{}"}})",
                                       cursor - (500 << 11), base64, std::string(64, 'a'));
  (void)server.Ask({"ZADD", key, std::to_string(now / 1'000 + 60), late});
  fleet.b.Open(2, {Id('a')}, cursor);
  fleet.Await("the late one", [&] { return fleet.b.given[2].size() == 1; });
  EXPECT_EQ(fleet.Publish(fleet.a, 'a', "last"), PublishOutcome::kStored);
  fleet.Await("and nothing else", [&] { return fleet.Has(fleet.b, 2, {"theirs", "last"}); });
  EXPECT_GT(fleet.b.cursors[2], cursor);
}

/// What the second of two instances says of a page, after the first has noted some.
class ConnectsServer : public ::testing::TestWithParam<bool> {};

TEST_P(ConnectsServer, WhatOneInstanceHasNotedTheOtherKnows) {
  valkey::FixtureServer server;
  Fleet fleet({server.endpoint()}, GetParam());
  std::unique_ptr<const Connects> connects = std::make_unique<NativeConnects>();
  if (GetParam()) connects = std::make_unique<OfficialConnects>();
  const auto opened = [](char id, const char* address, const char* origin) {
    return OpenedBy{.id = Id(id),
                    .address = *IpAddress::Parse(address),
                    .origin = origin,
                    .user_agent = "test"};
  };
  const auto verdict = [&](char id, const char* address, const char* origin) {
    std::optional<bridge::Verdict> told;
    connects->Check(fleet.b->client(), opened(id, address, origin),
                    [&](bridge::Verdict said) { told = said; });
    fleet.Await("a verdict", [&] { return told.has_value(); });
    return bridge::NameOf(*told);
  };
  EXPECT_EQ(verdict('a', "192.0.2.1", "https://a.example"), "unknown");
  connects->Note(fleet.a->client(), opened('a', "192.0.2.1", "https://a.example"), Millis(60'000));
  connects->Note(fleet.a->client(), opened('b', "2001:db8::1", "https://b.example"),
                 Millis(60'000));
  for (int turn = 0; turn < 100; ++turn) {
    if (verdict('b', "2001:db8::1", "https://b.example") == "ok") break;
  }
  EXPECT_EQ(verdict('a', "192.0.2.1", "https://a.example"), "ok");
  EXPECT_EQ(verdict('a', "192.0.2.2", "https://a.example"), "warning");
  EXPECT_EQ(verdict('b', "2001:db8::2", "https://b.example"), "warning");
  EXPECT_EQ(verdict('a', "192.0.2.1", "https://evil.example"), "danger");
  EXPECT_EQ(verdict('c', "192.0.2.1", "https://a.example"), "unknown");
  if (!GetParam()) return;
  const std::string id(64, 'a');
  const std::string full = "conn:full:" + id + ":192.0.2.1:https%3A%2F%2Fa.example";
  EXPECT_EQ(server.Ask({"HGET", full, "user_agent"}).text, "test");
  EXPECT_EQ(server.Ask({"SISMEMBER", "conn:idx:" + id, full}).integer, 1);
  EXPECT_GT(server.Ask({"TTL", full}).integer, 50);
}

TEST(ConnectsServers, OneThatHadToGoMakesNobodyADanger) {
  valkey::FixtureServer server;
  Fleet fleet({server.endpoint()}, false);
  const NativeConnects connects;
  for (int page = 0; page < 40; ++page) {
    connects.Note(fleet.a->client(),
                  {.id = Id('a'),
                   .address = *IpAddress::Parse("192.0.2.1"),
                   .origin = fmt::format("https://{}.example", page)},
                  Millis(60'000));
  }
  const auto check = [&](const std::string& origin) {
    std::optional<bridge::Verdict> told;
    connects.Check(fleet.a->client(),
                   {.id = Id('a'), .address = *IpAddress::Parse("192.0.2.1"), .origin = origin},
                   [&](bridge::Verdict said) { told = said; });
    fleet.Await("a verdict", [&] { return told.has_value(); });
    return bridge::NameOf(*told);
  };
  EXPECT_EQ(check("https://39.example"), "ok");
  EXPECT_EQ(check("https://other.example"), "unknown");
  EXPECT_LE(server.Ask({"HLEN", "prichal:{" + std::string(64, 'a') + "}:connects"}).integer, 18);
}

INSTANTIATE_TEST_SUITE_P(Schemas, ConnectsServer, ::testing::Values(false, true),
                         [](const auto& info) { return info.param ? "Official" : "Native"; });

}  // namespace
}  // namespace prichal::app
