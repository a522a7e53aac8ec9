#include "chaos/scenario/fleet.h"

#include "base/tests/fixture_await.h"
#include "bench/clock.h"
#include "valkey/slots.h"

namespace prichal::chaos {
namespace {

using valkey::FixtureCluster;
using valkey::FixtureServer;
using valkey::Reply;

std::unique_ptr<FixtureCluster>& Shared() {
  static std::unique_ptr<FixtureCluster> cluster;
  return cluster;
}

}  // namespace

FixtureCluster& SharedCluster() {
  auto& cluster = Shared();
  if (!cluster) {
    cluster = std::make_unique<FixtureCluster>(
        kMasters, 1, std::vector<std::string>{"--appendonly", "yes", "--appendfsync", "no"});
  }
  cluster->AwaitWhole();
  for (std::size_t i = 0; i < cluster->size(); ++i) {
    if (cluster->at(i).Info("role") == "master") (void)cluster->at(i).Run({"FLUSHALL"});
  }
  return *cluster;
}

void EndSharedCluster() { Shared() = nullptr; }

Fleet::Fleet(FixtureCluster& cluster, std::size_t size, int replicas, const Make& make)
    : cluster_(cluster) {
  const Environment store{{"PRICHAL_STORE_KIND", "valkey"},
                          {"PRICHAL_STORE_VALKEY_URI", cluster_.Uri()},
                          {"PRICHAL_STORE_VALKEY_REPLICAS", std::to_string(replicas)}};
  for (std::size_t i = 0; i < size; ++i) {
    if (make) {
      instances_.push_back(make(i, store));
    } else {
      instances_.push_back(std::make_unique<Instance>(store));
      instances_.back()->Start();
    }
  }
}

TrafficOptions Fleet::Traffic() const {
  TrafficOptions options;
  for (const auto& instance : instances_) {
    options.send_to.push_back(instance->url());
    options.listen_at.push_back(instance->url());
  }
  return options;
}

ScenarioResult Fleet::Run(const ScenarioOptions& options,
                          const std::function<void(Trial&)>& harm) const {
  return Run(options, Traffic(), harm);
}

ScenarioResult Fleet::Run(const ScenarioOptions& options, const TrafficOptions& traffic,
                          const std::function<void(Trial&)>& harm) {
  return Trial(options, traffic).Run(harm, [] {}, {.two_ids = true});
}

std::size_t Fleet::AnyMaster(Trial& trial) {
  std::vector<std::size_t> masters;
  for (std::size_t i = 0; i < cluster_.size(); ++i) {
    if (cluster_.at(i).answers() && cluster_.at(i).Info("role") == "master") masters.push_back(i);
  }
  return masters.at(trial.Chance(masters.size()));
}

std::size_t Fleet::Partner(std::size_t node) {
  return node < kMasters ? node + kMasters : node - kMasters;
}

void Fleet::AwaitReplica(std::size_t node) {
  Await("a replica that follows", [&] {
    return cluster_.at(node).Info("role") == "slave" &&
           cluster_.at(node).Info("master_link_status") == "up";
  });
}

std::size_t Fleet::OwnedSlots(const std::set<std::size_t>& but) const {
  std::bitset<valkey::kSlots> owned;
  for (std::size_t i = 0; i < cluster_.size(); ++i) {
    const FixtureServer& server = cluster_.at(i);
    if (!server.answers() || but.contains(i)) continue;
    // Count only the server's own slots, because its view of others may be outdated. A master that
    // lost contact with the others notices after a while and rejects commands.
    const auto map = valkey::ParseSlots(server.Run({"CLUSTER", "SLOTS"}), server.endpoint());
    const std::string info = server.Run({"CLUSTER", "INFO"}).text;
    if (!map || info.find("cluster_state:ok") == std::string::npos) continue;
    for (const valkey::SlotRange& range : *map) {
      if (range.master != server.endpoint()) continue;
      for (std::size_t slot = range.first; slot <= range.last; ++slot) owned.set(slot);
    }
  }
  return owned.count();
}

void Fleet::AwaitSlots(const std::set<std::size_t>& but) const {
  Await("a master for each slot", [&] { return OwnedSlots(but) == valkey::kSlots; });
}

void Fleet::AwaitMasters(Trial& trial, const std::set<std::size_t>& but) const {
  AwaitSlots(but);
  trial.NoteWhole(bench::NowNs());
}

void Fleet::AwaitRecovery(Trial& trial, const std::set<std::size_t>& but) const {
  AwaitSlots(but);
  trial.AwaitDeliveries(bench::NowNs());
}

}  // namespace prichal::chaos
