#pragma once

#include <bitset>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "chaos/history/history.h"
#include "chaos/scenario/instance.h"
#include "chaos/scenario/scenario.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::chaos {

/// Number of masters. Each master and its one replica form a shard.
inline constexpr std::size_t kMasters = 3;

/// Returns the cluster that all scenarios of a run share, because starting one takes seconds. Each
/// scenario gets it healthy and empty. The servers have append-only files (AOF).
[[nodiscard]] valkey::FixtureCluster& SharedCluster();
/// Stops the shared cluster. Call it before starting another cluster or other processes.
void EndSharedCluster();

/// Several bridge servers on one cluster. Messages are posted to one and read at another; returning
/// streams can connect to any.
class Fleet {
 public:
  using Environment = std::map<std::string, std::string>;
  /// Creates and starts the instance with this index.
  using Make = std::function<std::unique_ptr<Instance>(std::size_t index, Environment)>;

  /// `replicas`: number of replicas that must have a message before the sender gets 200.
  Fleet(valkey::FixtureCluster& cluster, std::size_t size, int replicas, const Make& make = {});

  /// Returns traffic with senders and readers at all instances.
  [[nodiscard]] TrafficOptions Traffic() const;
  /// Runs a scenario and checks it. With Valkey event IDs are per stream: of two messages with one
  /// ID, the second gets a different one, and a late message gets a larger one (decision 32).
  [[nodiscard]] ScenarioResult Run(const ScenarioOptions& options,
                                   const std::function<void(Trial&)>& harm) const;
  /// Runs a scenario with other traffic.
  [[nodiscard]] static ScenarioResult Run(const ScenarioOptions& options,
                                          const TrafficOptions& traffic,
                                          const std::function<void(Trial&)>& harm);

  [[nodiscard]] valkey::FixtureCluster& cluster() { return cluster_; }
  [[nodiscard]] Instance& at(std::size_t i) { return *instances_.at(i); }
  [[nodiscard]] std::size_t size() const { return instances_.size(); }

  /// Returns a random node that is a master and responds.
  [[nodiscard]] std::size_t AnyMaster(Trial& trial);
  /// Returns the other node of the shard.
  [[nodiscard]] static std::size_t Partner(std::size_t node);
  /// Waits until a node is a replica and in sync with its master.
  void AwaitReplica(std::size_t node);
  /// Waits until each slot has a master that responds, and records the recovery. `but`: unreachable
  /// nodes, which are ignored.
  void AwaitMasters(Trial& trial, const std::set<std::size_t>& but = {}) const;
  /// Calls AwaitMasters() and waits until each mailbox has delivered a new message. If messages
  /// require replicas, all replicas must be in sync by then.
  void AwaitRecovery(Trial& trial, const std::set<std::size_t>& but = {}) const;

 private:
  /// Returns the number of slots with a master that responds.
  [[nodiscard]] std::size_t OwnedSlots(const std::set<std::size_t>& but) const;
  void AwaitSlots(const std::set<std::size_t>& but) const;

  valkey::FixtureCluster& cluster_;
  std::vector<std::unique_ptr<Instance>> instances_;
};

}  // namespace prichal::chaos
