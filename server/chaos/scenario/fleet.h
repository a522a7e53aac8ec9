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
#include "valkey/fixture_servers.h"

namespace prichal::chaos {

/// Masters of a cluster. Each has one replica; the two are a shard.
inline constexpr std::size_t kMasters = 3;

/// The cluster that scenarios of one run share, because it takes seconds to form: each is given it
/// whole and empty. What its servers keep outlives them (AOF).
[[nodiscard]] valkey::FixtureCluster& SharedCluster();
/// Before another cluster is made, or other processes.
void EndSharedCluster();

/// Some servers of ours on one cluster: what is posted to one is read at another, and streams that
/// come back come to any.
class Fleet {
 public:
  using Environment = std::map<std::string, std::string>;
  /// Makes the instance with this index, and starts it.
  using Make = std::function<std::unique_ptr<Instance>(std::size_t index, Environment)>;

  /// `replicas`: that have to have a message before its sender's 200.
  Fleet(valkey::FixtureCluster& cluster, std::size_t size, int replicas, const Make& make = {});

  /// Senders and readers at all of them.
  [[nodiscard]] TrafficOptions Traffic() const;
  /// Plays and judges. With Valkey the line with the id is the stream's: of two messages with one
  /// id one gets the line before it, and what comes late a larger one (decision 32).
  [[nodiscard]] ScenarioResult Run(const ScenarioOptions& options,
                                   const std::function<void(Trial&)>& harm) const;
  /// The same with other traffic than usual.
  [[nodiscard]] static ScenarioResult Run(const ScenarioOptions& options,
                                          const TrafficOptions& traffic,
                                          const std::function<void(Trial&)>& harm);

  [[nodiscard]] valkey::FixtureCluster& cluster() { return cluster_; }
  [[nodiscard]] Instance& at(std::size_t i) { return *instances_.at(i); }
  [[nodiscard]] std::size_t size() const { return instances_.size(); }

  /// One of the nodes that is a master now, and answers.
  [[nodiscard]] std::size_t AnyMaster(Trial& trial);
  /// The other node of its shard.
  [[nodiscard]] static std::size_t Partner(std::size_t node);
  /// Waits until a node follows its master, and has all that this has.
  void AwaitReplica(std::size_t node);
  /// Waits until each slot has a master that answers, and notes that. `but`: nodes that nobody
  /// reaches, whatever they say.
  void AwaitMasters(Trial& trial, const std::set<std::size_t>& but = {}) const;
  /// The same, and waits until each mailbox was given something new. Senders have to get on by
  /// then: with replicas that have to have a message, all follow.
  void AwaitRecovery(Trial& trial, const std::set<std::size_t>& but = {}) const;

 private:
  /// Slots with a master that answers.
  [[nodiscard]] std::size_t OwnedSlots(const std::set<std::size_t>& but) const;
  void AwaitSlots(const std::set<std::size_t>& but) const;

  valkey::FixtureCluster& cluster_;
  std::vector<std::unique_ptr<Instance>> instances_;
};

}  // namespace prichal::chaos
