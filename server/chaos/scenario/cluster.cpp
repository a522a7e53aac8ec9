// Several servers of ours on one cluster of three masters with a replica each: what is posted to
// one is read at another, and streams that come back come to any.

#include <csignal>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "chaos/scenario/instance.h"
#include "chaos/scenario/scenario.h"
#include "valkey/fixture_servers.h"

namespace prichal::chaos {
namespace {

using valkey::FixtureCluster;

constexpr std::size_t kMasters = 3;

/// Some servers on one cluster.
class Fleet {
 public:
  /// `replicas`: that have to have a message before its sender's 200.
  Fleet(std::size_t size, int replicas) : cluster_(kMasters, 1) {
    const std::map<std::string, std::string> environment{
        {"PRICHAL_STORE_KIND", "valkey"},
        {"PRICHAL_STORE_VALKEY_URI", cluster_.Uri()},
        {"PRICHAL_STORE_VALKEY_REPLICAS", std::to_string(replicas)}};
    for (std::size_t i = 0; i < size; ++i) {
      instances_.push_back(std::make_unique<Instance>(environment));
      instances_.back()->Start();
    }
  }

  /// Senders and readers at all of them.
  [[nodiscard]] TrafficOptions Traffic() const {
    TrafficOptions options;
    for (const auto& instance : instances_) {
      options.send_to.push_back(instance->url());
      options.listen_at.push_back(instance->url());
    }
    return options;
  }

  /// Plays and judges. With Valkey the line with the id is the stream's: of two messages with one
  /// id one gets the line before it, and what comes late a larger one (decision 32).
  [[nodiscard]] ScenarioResult Run(const ScenarioOptions& options,
                                   const std::function<void(Trial&)>& harm) const {
    return Trial(options, Traffic()).Run(harm, [] {}, {.two_ids = true});
  }

  [[nodiscard]] FixtureCluster& cluster() { return cluster_; }
  [[nodiscard]] Instance& at(std::size_t i) { return *instances_.at(i); }
  [[nodiscard]] std::size_t size() const { return instances_.size(); }

  /// One of the nodes that is a master now.
  [[nodiscard]] std::size_t AnyMaster(Trial& trial) {
    std::vector<std::size_t> masters;
    for (std::size_t i = 0; i < cluster_.size(); ++i) {
      if (cluster_.at(i).Info("role") == "master") masters.push_back(i);
    }
    return masters.at(trial.Chance(masters.size()));
  }
  /// The other node of its shard.
  [[nodiscard]] static std::size_t Partner(std::size_t node) {
    return node < kMasters ? node + kMasters : node - kMasters;
  }
  /// Waits until a node follows its master, and has all that this has.
  void AwaitReplica(std::size_t node) {
    valkey::Await("a replica that follows", [&] {
      return cluster_.at(node).Info("role") == "slave" &&
             cluster_.at(node).Info("master_link_status") == "up";
    });
  }

 private:
  FixtureCluster cluster_;
  std::vector<std::unique_ptr<Instance>> instances_;
};

ScenarioResult KillMaster(const ScenarioOptions& options) {
  Fleet fleet(2, options.replicas);
  return fleet.Run(options, [&](Trial& trial) {
    trial.Pass(500, 1'500);
    const std::size_t node = fleet.AnyMaster(trial);
    fleet.cluster().at(node).Kill();
    trial.Did("kill -9 of a master");
    valkey::Await("a new master", [&] {
      return fleet.cluster().at(Fleet::Partner(node)).Info("role") == "master";
    });
    trial.Pass(0, 500);
    fleet.cluster().at(node).Start();
    fleet.AwaitReplica(node);
    fleet.cluster().AwaitWhole();
  });
}

ScenarioResult Failover(const ScenarioOptions& options) {
  Fleet fleet(2, options.replicas);
  return fleet.Run(options, [&](Trial& trial) {
    trial.Pass(300, 1'000);
    const std::size_t node = Fleet::Partner(fleet.AnyMaster(trial));
    fleet.cluster().Failover(node);
    trial.Did("CLUSTER FAILOVER");
    fleet.AwaitReplica(Fleet::Partner(node));
    fleet.cluster().AwaitWhole();
  });
}

ScenarioResult KillPushes(const ScenarioOptions& options) {
  Fleet fleet(2, options.replicas);
  return fleet.Run(options, [&](Trial& trial) {
    trial.Pass(50, 700);
    (void)fleet.cluster().at(fleet.AnyMaster(trial)).Ask({"CLIENT", "KILL", "TYPE", "pubsub"});
    trial.Did("CLIENT KILL TYPE pubsub");
  });
}

ScenarioResult KillInstance(const ScenarioOptions& options) {
  Fleet fleet(2, options.replicas);
  return fleet.Run(options, [&](Trial& trial) {
    trial.Pass(100, 1'500);
    Instance& instance = fleet.at(trial.Chance(fleet.size()));
    instance.Kill();
    trial.Did("kill -9 of an instance");
    trial.Pass(0, 500);
    instance.Start();
  });
}

ScenarioResult RollingRestart(const ScenarioOptions& options) {
  Fleet fleet(5, options.replicas);
  return fleet.Run(options, [&](Trial& trial) {
    for (std::size_t i = 0; i < fleet.size(); ++i) {
      trial.Pass(100, 500);
      fleet.at(i).Drain();
      trial.Did("SIGTERM");
      fleet.at(i).Start();
    }
  });
}

ScenarioResult FreezeNode(const ScenarioOptions& options) {
  Fleet fleet(2, options.replicas);
  return fleet.Run(options, [&](Trial& trial) {
    trial.Pass(500, 1'500);
    const std::size_t node = fleet.AnyMaster(trial);
    fleet.cluster().at(node).Stop();
    trial.Did("SIGSTOP of a master");
    trial.Pass(100, trial.Chance(2) == 0 ? 20'000 : 900);
    fleet.cluster().at(node).Continue();
    fleet.cluster().AwaitWhole();
  });
}

ScenarioResult FlushScripts(const ScenarioOptions& options) {
  Fleet fleet(2, options.replicas);
  return fleet.Run(options, [&](Trial& trial) {
    trial.Pass(50, 500);
    (void)fleet.cluster().at(fleet.AnyMaster(trial)).Ask({"SCRIPT", "FLUSH"});
    trial.Did("SCRIPT FLUSH");
    trial.Pass(50, 500);
    (void)fleet.cluster().at(fleet.AnyMaster(trial)).Ask({"DEBUG", "SLEEP", "0.5"});
    trial.Did("DEBUG SLEEP");
  });
}

}  // namespace

const std::vector<Scenario>& ClusterScenarios() {
  static const std::vector<Scenario> scenarios{
      {"master-kill", "kill -9 of a master of the cluster; its replica takes over", KillMaster},
      {"master-freeze", "SIGSTOP of a master, for up to 20 s", FreezeNode},
      {"failover", "CLUSTER FAILOVER under load", Failover},
      {"pushes-cut", "CLIENT KILL TYPE pubsub under load", KillPushes},
      {"scripts", "SCRIPT FLUSH and DEBUG SLEEP under load", FlushScripts},
      {"instance-kill", "kill -9 of one of two instances on one cluster", KillInstance},
      {"rolling", "five instances on one cluster restarted one after another", RollingRestart},
  };
  return scenarios;
}

}  // namespace prichal::chaos
