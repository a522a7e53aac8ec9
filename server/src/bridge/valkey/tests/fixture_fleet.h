#pragma once

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

#include "base/hash.h"
#include "bridge/valkey/schema.h"
#include "bridge/valkey/valkey_broker.h"
#include "http/connection/tests/fixture_loop.h"
#include "valkey/cluster_client.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::bridge {

/// Returns the client ID with 64 times this character.
inline ClientId FleetId(char c) { return *ClientId::Parse(std::string(64, c)); }

inline constexpr BrokerLimits kFleetLimits{.mailbox = {.messages = 1'000, .bytes = 10'000'000},
                                           .page = {.messages = 8, .bytes = 100'000},
                                           .streams_per_id = 16};

/// A loop that the test runs.
class FleetLoop final : public http::Loop {
 public:
  /// Runs until `enough` is true. False after WaitTimeout().
  bool RunUntil(const std::function<bool()>& enough) {
    const auto deadline = std::chrono::steady_clock::now() + WaitTimeout();
    while (std::chrono::steady_clock::now() < deadline) {
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
  void Respond(StreamHandle /*request*/, const http::Response& /*response*/) override {}
  [[nodiscard]] http::Stream* FindStream(StreamHandle /*stream*/) override { return nullptr; }
  void Every(Millis interval, std::function<void()> action) override {
    again_.push_back({interval, now().steady + interval, std::move(action)});
  }
  void AroundTasks(std::function<void()> /*before*/, std::function<void()> /*after*/) override {}
  [[nodiscard]] http::Outbound& outbound() override { return outbound_; }

 private:
  struct Again {
    Millis interval;
    Millis due;
    std::function<void()> action;
  };
  http::FixtureLoop loop_;
  http::Outbound& outbound_ = loop_.outbound();
  std::vector<Again> again_;
};

/// One instance with its broker. Records deliveries.
class FleetInstance final : public DeliveryPort {
 public:
  FleetInstance(FleetLoop& loop, const std::vector<valkey::Endpoint>& seeds, const Schema& schema,
                std::size_t replicas, const BrokerLimits& limits) {
    valkey::ClientOptions options;
    options.uri.seeds = seeds;
    options.replicas = std::max<std::size_t>(1, replicas);
    options.pushes = schema.ordered() ? valkey::PushKind::kSharded : valkey::PushKind::kClassic;
    const auto durability =
        replicas > 0 ? valkey::Durability::kReplicas : valkey::Durability::kMaster;
    broker_ = std::make_unique<ValkeyBroker>(
        limits, ValkeyBroker::Shared{schema, ids_, hash_, durability}, loop,
        [&](valkey::PushPort& port) {
          return valkey::MakeClusterClient(loop.outbound(), options, port);
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
  /// Requests the next pages of streams that have more.
  void Continue() {
    for (const StreamHandle& stream : std::exchange(wanting_, {})) broker_->Continue(stream);
  }

  void Deliver(const StreamHandle& stream, Batch batch) override {
    for (const Delivery& delivery : batch.messages) {
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
  void EndCrowded(const StreamHandle& stream) override { crowded.push_back(stream.slot); }

  std::map<std::uint32_t, std::vector<std::string>> given;  ///< bodies, by the slot of the stream
  std::map<std::uint32_t, std::int64_t> cursors;
  std::vector<std::uint32_t> live;
  std::vector<std::uint32_t> crowded;

 private:
  EventIds ids_;
  SipHash hash_;
  Counters counters_;
  std::uint32_t generation_ = 0;
  std::map<std::uint32_t, std::uint32_t> open_;
  std::vector<StreamHandle> wanting_;
  std::unique_ptr<ValkeyBroker> broker_;
};

/// Two instances, each with its broker, on the same servers.
class FixtureFleet {
 public:
  FixtureFleet(const std::vector<valkey::Endpoint>& seeds, bool official, std::size_t replicas = 0,
               const BrokerLimits& limits = kFleetLimits)
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
  PublishResult Publish(FleetInstance& instance, char to, const std::string& body,
                        Millis ttl = Millis(60'000), std::uint32_t address = 1) {
    std::optional<PublishResult> outcome;
    instance->Publish(Made(to, body, ttl, address),
                      [&](PublishResult result) { outcome = result; });
    Await("an outcome", [&] { return outcome.has_value(); });
    return *outcome;
  }
  /// Publishes all bodies at once, and retries those that fail, as senders do: a busy machine may
  /// not run all commands within their deadline.
  void Insist(FleetInstance& instance, char to, std::vector<std::string> bodies) {
    for (int attempt = 0; attempt < 200; ++attempt) {
      std::size_t outcomes = 0;
      std::vector<std::string> refused;
      for (const std::string& body : bodies) {
        instance->Publish(Made(to, body), [&, body](PublishResult outcome) {
          ++outcomes;
          if (outcome != PublishResult::kStored && outcome != PublishResult::kDuplicate)
            refused.push_back(body);
        });
      }
      Await("the outcomes", [&] { return outcomes == bodies.size(); });
      if (refused.empty()) return;
      bodies = std::move(refused);
      const Millis until = loop.now().steady + Millis(100);
      Await("a pause", [&] { return loop.now().steady >= until; });
    }
    ADD_FAILURE() << bodies.size() << " are never taken, the first is " << bodies.front();
  }
  bool Has(FleetInstance& instance, std::uint32_t slot, const std::vector<std::string>& bodies) {
    return instance.given[slot] == bodies;
  }

 private:
  static Publication Made(char to, const std::string& body, Millis ttl = Millis(60'000),
                          std::uint32_t address = 1) {
    return {.to = FleetId(to),
            .envelope = Envelope::Make(FleetId('f'), "trace", body),
            .ttl = ttl,
            .fingerprint = ttl.count() == 0 ? Fingerprint() : Fingerprints().Compute({body}),
            .sender = {.address = address, .id = address}};
  }
  const Schema& Chosen(bool official) const { return official ? *official_ : *native_; }

  const std::unique_ptr<const Schema> native_ = MakeNativeSchema();
  const std::unique_ptr<const Schema> official_ = MakeOfficialSchema();

 public:
  FleetLoop loop;
  FleetInstance a;
  FleetInstance b;
};

}  // namespace prichal::bridge
