// Two instances, streams, and masters whose clocks differ by up to an hour, with random late
// replies, lost pushes, broken connections and failovers that lose messages. Every message that was
// acknowledged and not lost reaches every stream of its receiver, once per cursor, and `id:` lines
// grow.

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "bridge/core/frames.h"
#include "bridge/http/tests/fixture_loop.h"
#include "bridge/valkey/schema.h"
#include "bridge/valkey/tests/fixture_model.h"
#include "bridge/valkey/valkey_broker.h"

namespace prichal::bridge {
namespace {

constexpr std::size_t kFleetReceivers = 6;
constexpr std::size_t kFleetClients = 4;
constexpr std::size_t kInstances = 2;

ClientId FleetReceiver(std::size_t number) {
  return *ClientId::Parse(std::string(64, "abcdef"[number]));
}

class Simulation {
 public:
  explicit Simulation(unsigned seed, bool failovers) : chance_(seed), failovers_(failovers) {
    const bool far = Once(3);
    for (Millis& skew : cluster_.skew) {
      skew = Millis(static_cast<int>(chance_() % 7'200'000) - 3'600'000) / (far ? 1 : 10'000);
    }
    limits_.page.messages = 1 + chance_() % 8;
    for (auto& instance : instances_) {
      instance = std::make_unique<Instance>(*this, limits_, cluster_);
    }
  }

  void Play(int steps) {
    for (int i = 0; i < steps && !::testing::Test::HasFailure(); ++i) Happen();
    Quiesce();
    for (std::size_t client = 0; client < kFleetClients; ++client) Disconnect(client);
    for (int i = 0; i < 50; ++i) Pump();
    for (auto& instance : instances_) {
      EXPECT_EQ(instance->broker.counters().channels.Get(), 0U);
      EXPECT_EQ(instance->broker.counters().foreign.Get(), 0U);
    }
  }

  std::map<std::string, std::uint64_t> Sums() const {
    std::map<std::string, std::uint64_t> sums;
    for (const auto& instance : instances_) {
      const ValkeyCounters& counters = instance->broker.counters();
      sums["gaps"] += counters.gaps_found.Get();
      sums["fences"] += counters.fences.Get();
      sums["renamed"] += counters.renamed.Get();
      sums["rereads"] += counters.rereads.Get();
      sums["late"] += counters.late_pushes.Get();
    }
    return sums;
  }

 private:
  struct Instance final : DeliveryPort {
    Instance(Simulation& in, const BrokerLimits& limits, ModelCluster& cluster)
        : simulation(in),
          broker(
              limits, {*in.schema_, ids, hash}, loop,
              [&](valkey::PushPort& port) {
                auto made = std::make_unique<ModelClient>(cluster, port);
                client = made.get();
                return made;
              },
              *this, counters) {}
    void Deliver(const StreamHandle& stream, Batch batch) override {
      simulation.Receive(stream, std::move(batch));
    }
    void EndCrowded(const StreamHandle& /*stream*/) override { ADD_FAILURE(); }

    Simulation& simulation;
    FakeLoop loop;
    EventIds ids;
    SipHash hash;
    Counters counters;
    ModelClient* client = nullptr;
    ValkeyBroker broker;
  };
  struct Client {
    std::set<std::size_t> receivers;
    std::int64_t cursor = 0;
    std::int64_t opened_with = 0;
    std::set<std::string> received;  ///< since it got this cursor
    std::size_t instance = 0;
    std::uint32_t generation = 0;
    bool connected = false;
    bool wants_more = false;
    bool caught_up = false;
  };
  struct Sent {
    std::size_t to = 0;
    bool acknowledged = false;
  };

  bool Once(unsigned in) { return chance_() % in == 0; }
  StreamHandle HandleOf(std::size_t client) const {
    return {.slot = static_cast<std::uint32_t>(client), .generation = clients_[client].generation};
  }

  void Happen() {
    const std::size_t client = chance_() % kFleetClients;
    const std::size_t master = chance_() % ModelCluster::kMasters;
    Instance& instance = *instances_.at(chance_() % kInstances);
    switch (chance_() % 60) {
      case 0:
        return Disconnect(client);
      case 1:
      case 2:
        return Connect(client);
      case 3:
        return Pass(Millis(chance_() % 2'000));
      case 4:
        if (Once(3)) instance.client->Break(master, chance_);
        return;
      case 5:
        return instance.client->Resubscribe(master);
      case 6:
        if (Once(10)) Quiesce();
        return;
      case 7:
        if (failovers_ && Once(4)) Failover(master);
        return;
      default:
        break;
    }
    switch (chance_() % 6) {
      case 0:
        return Publish(instance);
      case 1:
      case 2:
        return instance.client->Arrive(master);
      case 3:
        return instance.client->Answer(master);
      case 4:
        return instance.client->Push(master, Once(20));
      default:
        return More(client);
    }
  }

  void Publish(Instance& instance) {
    // Some messages are retried, at any instance.
    const bool again = !sent_.empty() && Once(4);
    const std::size_t number = again ? sent_.size() - 1 : sent_.size();
    if (!again) sent_.push_back({.to = chance_() % kFleetReceivers});
    const std::string body = std::to_string(number);
    instance.broker.Publish({.to = FleetReceiver(sent_[number].to),
                             .envelope = Envelope::Make(FleetReceiver(0), "trace", body),
                             .ttl = Millis(300'000),
                             .fingerprint = fingerprints_.Compute({body})},
                            [this, number](PublishResult outcome) {
                              const bool is_answered = outcome == PublishResult::kStored ||
                                                       outcome == PublishResult::kDuplicate;
                              if (is_answered) sent_[number].acknowledged = true;
                            });
  }

  void Connect(std::size_t number) {
    Client& client = clients_[number];
    if (client.connected) return;
    if (client.receivers.empty() || Once(6)) {
      client.receivers.clear();
      for (std::size_t count = 1 + chance_() % 3; count > 0; --count) {
        client.receivers.insert(chance_() % kFleetReceivers);
      }
      client.cursor = 0;
      client.received.clear();
    }
    client.connected = true;
    client.opened_with = client.cursor;
    client.caught_up = client.wants_more = false;
    client.instance = chance_() % kInstances;
    ++client.generation;
    std::vector<ClientId> ids;
    for (const std::size_t receiver : client.receivers) ids.push_back(FleetReceiver(receiver));
    instances_.at(client.instance)
        ->broker.Subscribe(HandleOf(number), std::move(ids), client.cursor, 0);
  }

  void Disconnect(std::size_t number) {
    Client& client = clients_[number];
    if (!client.connected) return;
    client.connected = false;
    instances_.at(client.instance)->broker.Unsubscribe(HandleOf(number));
  }

  void More(std::size_t number) {
    Client& client = clients_[number];
    if (!client.connected || !client.wants_more) return;
    client.wants_more = false;
    instances_.at(client.instance)->broker.Continue(HandleOf(number));
  }

  void Receive(const StreamHandle& stream, Batch batch) {
    Client& client = clients_.at(stream.slot);
    if (!client.connected || stream.generation != client.generation) return;
    for (const Delivery& delivery : batch.messages) {
      EXPECT_GT(delivery.event_id, client.cursor) << "an id line falls";
      client.cursor = delivery.event_id;
      const std::string& frame = *delivery.frame;
      EXPECT_NE(frame.find("\nid: " + std::to_string(delivery.event_id) + "\n"), std::string::npos);
      static constexpr std::string_view kBefore = R"("message":")";
      const std::size_t begin = frame.find(kBefore) + kBefore.size();
      const std::string body = frame.substr(begin, frame.find('"', begin) - begin);
      EXPECT_TRUE(client.receivers.contains(sent_.at(std::stoul(body)).to)) << "of somebody else";
      // A message that a failover has lost may have been sent again.
      const bool is_new = client.received.insert(body).second;
      EXPECT_TRUE(is_new || failovers_) << body << " came twice";
    }
    EXPECT_FALSE(batch.more && client.caught_up);
    if (!batch.more) client.caught_up = true;
    client.wants_more = batch.more;
  }

  void Pass(Millis time) {
    cluster_.now += time;
    for (auto& instance : instances_) {
      instance->loop.time.steady += time;
      instance->loop.time.unix_time += time;
      instance->broker.Tick();
      for (const auto& action : instance->loop.again) action();
    }
  }

  void Failover(std::size_t master) {
    for (auto& instance : instances_) instance->client->Break(master, chance_);
    // Acknowledged messages that a failover removes are lost unless they are sent again.
    cluster_.Forget(master, chance_() % 3);
    if (Once(2)) cluster_.skew.at(master) -= Millis(chance_() % 5'000);
  }

  void Pump() {
    for (auto& instance : instances_) {
      for (std::size_t master = 0; master < ModelCluster::kMasters; ++master) {
        for (int i = 0; i < 20; ++i) {
          instance->client->Arrive(master);
          instance->client->Answer(master);
          instance->client->Push(master, false);
        }
      }
    }
    for (std::size_t client = 0; client < kFleetClients; ++client) More(client);
  }

  void Quiesce() {
    for (auto& instance : instances_) {
      for (std::size_t master = 0; master < ModelCluster::kMasters; ++master) {
        instance->client->Resubscribe(master);
      }
    }
    // Long enough for every mailbox to be read.
    for (int second = 0; second < 35; ++second) {
      Pass(Millis(1'000));
      for (int i = 0; i < 8; ++i) Pump();
    }
    for (std::size_t number = 0; number < kFleetClients; ++number) {
      const Client& client = clients_[number];
      if (!client.connected) continue;
      EXPECT_TRUE(client.caught_up) << "a stream waits for ever";
      for (std::size_t i = 0; i < sent_.size(); ++i) {
        const std::int64_t stored = IdOf(i);
        if (!client.receivers.contains(sent_[i].to) || stored == 0) continue;
        // A server that has lost IDs allocates smaller ones again, or the same ones. A stream that
        // was closed meanwhile misses them.
        if (failovers_ && stored <= client.opened_with) continue;
        if (cluster_.forgotten.contains(stored)) continue;
        EXPECT_TRUE(client.received.contains(std::to_string(i)))
            << "message " << i << " is lost for client " << number;
      }
    }
    if (failovers_) return;
    for (std::size_t i = 0; i < sent_.size(); ++i) {
      EXPECT_TRUE(IdOf(i) != 0 || !sent_[i].acknowledged) << "message " << i;
    }
  }

  /// Returns the event ID of a message in the servers. 0 if they do not have it.
  std::int64_t IdOf(std::size_t number) const {
    const auto mailbox = cluster_.mailboxes.find(
        "prichal:{" + std::string(FleetReceiver(sent_[number].to).text()) + "}");
    if (mailbox == cluster_.mailboxes.end()) return 0;
    const std::string body = R"("message":")" + std::to_string(number) + '"';
    const auto& messages = mailbox->second.messages;
    const auto found = std::find_if(messages.begin(), messages.end(), [&](const auto& message) {
      return message.data.find(body) != std::string::npos;
    });
    return found == messages.end() ? 0 : found->event_id;
  }

  std::mt19937 chance_;
  const bool failovers_;
  BrokerLimits limits_{.mailbox = {.messages = 10'000, .bytes = 1'000'000},
                       .page = {.messages = 4, .bytes = 100'000},
                       .streams_per_id = 100};
  std::unique_ptr<const Schema> schema_ = MakeNativeSchema();
  ModelCluster cluster_;
  Fingerprints fingerprints_;
  std::array<Client, kFleetClients> clients_;
  std::vector<Sent> sent_;
  std::array<std::unique_ptr<Instance>, kInstances> instances_;
};

TEST(ValkeyBrokerProperty, DeliversEveryAcknowledgedMessageOncePerCursor) {
  std::map<std::string, std::uint64_t> seen;
  for (unsigned seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Simulation simulation(seed, false);
    simulation.Play(1'500);
    for (const auto& [name, count] : simulation.Sums()) seen[name] += count;
    if (::testing::Test::HasFailure()) return;
  }
  // The run has covered the interesting cases.
  for (const char* name : {"gaps", "fences", "rereads", "late"}) EXPECT_GT(seen[name], 0U) << name;
}

TEST(ValkeyBrokerProperty, DeliversMessagesThatSurviveFailoverToOpenStreams) {
  std::map<std::string, std::uint64_t> seen;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Simulation simulation(seed, true);
    simulation.Play(1'500);
    for (const auto& [name, count] : simulation.Sums()) seen[name] += count;
    if (::testing::Test::HasFailure()) return;
  }
  for (const char* name : {"gaps", "fences", "rereads"}) EXPECT_GT(seen[name], 0U) << name;
}

}  // namespace
}  // namespace prichal::bridge
