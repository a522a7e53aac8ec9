// Scenarios with several bridge servers on one cluster of three masters with one replica each.

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>

#include "chaos/scenario/clocks.h"
#include "chaos/scenario/fleet.h"
#include "chaos/scenario/partition.h"
#include "chaos/scenario/scenario.h"
#include "chaos/scenario/store_wire.h"
#include "valkey/slots.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::chaos {
namespace {

using valkey::FixtureCluster;
using valkey::FixtureServer;

/// Messages per second in quiet traffic.
constexpr double kQuietRate = 60;

ScenarioResult KillMaster(const ScenarioOptions& options) {
  Fleet fleet(SharedCluster(), 2, options.replicas);
  return fleet.Run(options, [&](Trial& trial) {
    trial.Pass(500, 1'500);
    const std::size_t node = fleet.AnyMaster(trial);
    fleet.cluster().at(node).Kill();
    trial.Did("kill -9 of a master");
    fleet.AwaitMasters(trial);
    trial.Pass(0, 1'000);
    fleet.cluster().at(node).Start();
    fleet.AwaitReplica(node);
    fleet.cluster().AwaitWhole();
    fleet.AwaitRecovery(trial);
  });
}

/// Makes a replica the master; `how` is the option of CLUSTER FAILOVER.
ScenarioResult TakeOver(const ScenarioOptions& options, const std::string& how) {
  Fleet fleet(SharedCluster(), 2, options.replicas);
  return fleet.Run(options, [&](Trial& trial) {
    trial.Pass(300, 1'000);
    const std::size_t node = Fleet::Partner(fleet.AnyMaster(trial));
    fleet.cluster().Failover(node, how);
    trial.Did(how.empty() ? "CLUSTER FAILOVER" : "CLUSTER FAILOVER " + how);
    fleet.AwaitMasters(trial);
    fleet.AwaitReplica(Fleet::Partner(node));
    fleet.cluster().AwaitWhole();
    fleet.AwaitRecovery(trial);
  });
}

ScenarioResult Failover(const ScenarioOptions& options) { return TakeOver(options, {}); }

ScenarioResult Takeover(const ScenarioOptions& options) { return TakeOver(options, "TAKEOVER"); }

ScenarioResult KillPushes(const ScenarioOptions& options) {
  Fleet fleet(SharedCluster(), 2, options.replicas);
  return fleet.Run(options, [&](Trial& trial) {
    trial.Pass(50, 700);
    (void)fleet.cluster().at(fleet.AnyMaster(trial)).Run({"CLIENT", "KILL", "TYPE", "pubsub"});
    trial.Did("CLIENT KILL TYPE pubsub");
    fleet.AwaitRecovery(trial);
  });
}

/// With little traffic no later push reveals a gap after a lost one. Messages pushed during an
/// interruption must be read from the store because of the interruption.
ScenarioResult QuietMailboxes(const ScenarioOptions& options) {
  Fleet fleet(SharedCluster(), 2, options.replicas);
  TrafficOptions traffic = fleet.Traffic();
  traffic.mailboxes = 200;
  traffic.readers = 100;
  traffic.stays = 20;
  ScenarioOptions quiet = options;
  quiet.rate = std::min(options.rate, kQuietRate);
  return Fleet::Run(quiet, traffic, [&](Trial& trial) {
    trial.Pass(300, 1'000);
    const std::size_t node = fleet.AnyMaster(trial);
    if (trial.Chance(3) == 0) {
      fleet.cluster().Failover(Fleet::Partner(node), {});
      trial.Did("CLUSTER FAILOVER");
      fleet.AwaitReplica(node);
      fleet.cluster().AwaitWhole();
    } else {
      (void)fleet.cluster().at(node).Run({"CLIENT", "KILL", "TYPE", "pubsub"});
      trial.Did("CLIENT KILL TYPE pubsub");
    }
    fleet.AwaitMasters(trial);
  });
}

ScenarioResult KillInstance(const ScenarioOptions& options) {
  Fleet fleet(SharedCluster(), 2, options.replicas);
  return fleet.Run(options, [&](Trial& trial) {
    trial.Pass(100, 1'500);
    Instance& instance = fleet.at(trial.Chance(fleet.size()));
    instance.Kill();
    trial.Did("kill -9 of an instance");
    trial.Pass(0, 500);
    instance.Start();
    fleet.AwaitRecovery(trial);
  });
}

ScenarioResult RollingRestart(const ScenarioOptions& options) {
  Fleet fleet(SharedCluster(), 5, options.replicas);
  return fleet.Run(options, [&](Trial& trial) {
    for (std::size_t i = 0; i < fleet.size(); ++i) {
      trial.Pass(100, 500);
      fleet.at(i).Drain();
      trial.Did("SIGTERM");
      fleet.at(i).Start();
    }
    fleet.AwaitRecovery(trial);
  });
}

ScenarioResult FreezeNode(const ScenarioOptions& options) {
  Fleet fleet(SharedCluster(), 2, options.replicas);
  // Longer than the timeouts of the cluster and of the client.
  const auto longest = static_cast<std::uint64_t>(options.seconds < 20 ? 4'000 : 20'000);
  return fleet.Run(options, [&](Trial& trial) {
    trial.Pass(500, 1'500);
    const std::size_t node = fleet.AnyMaster(trial);
    const bool for_long = trial.Chance(2) == 0;
    fleet.cluster().at(node).Stop();
    if (for_long) {
      trial.Did("SIGSTOP of a master until another had taken over, and longer");
      const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(longest);
      fleet.AwaitMasters(trial);
      std::this_thread::sleep_until(end);
    } else {
      trial.Did("SIGSTOP of a master for less than a second");
      trial.Pass(100, 900);
    }
    fleet.cluster().at(node).Continue();
    if (for_long) fleet.AwaitReplica(node);
    fleet.cluster().AwaitWhole();
    fleet.AwaitRecovery(trial);
  });
}

ScenarioResult FlushScripts(const ScenarioOptions& options) {
  Fleet fleet(SharedCluster(), 2, options.replicas);
  return fleet.Run(options, [&](Trial& trial) {
    trial.Pass(50, 500);
    (void)fleet.cluster().at(fleet.AnyMaster(trial)).Run({"SCRIPT", "FLUSH"});
    trial.Did("SCRIPT FLUSH");
    trial.Pass(50, 500);
    (void)fleet.cluster().at(fleet.AnyMaster(trial)).Run({"DEBUG", "SLEEP", "0.5"});
    trial.Did("DEBUG SLEEP");
    fleet.AwaitRecovery(trial);
  });
}

ScenarioResult MoveSlots(const ScenarioOptions& options) {
  Fleet fleet(SharedCluster(), 2, options.replicas);
  auto result = fleet.Run(options, [&](Trial& trial) {
    trial.Pass(50, 500);
    // Choose a slot that contains messages.
    const std::size_t from = fleet.AnyMaster(trial);
    const std::string key = fleet.cluster().at(from).Run({"RANDOMKEY"}).text;
    std::size_t to = from;
    while (to == from) to = fleet.AnyMaster(trial);
    if (key.empty()) return;
    const auto pass = [&] { trial.Pass(0, 300); };
    fleet.cluster().MoveSlot(valkey::SlotOf(key), from, to, pass, pass);
    trial.Did("slots with messages moved");
    fleet.AwaitRecovery(trial);
  });
  for (std::size_t i = 0; i < fleet.size(); ++i) {
    const std::int64_t moved =
        fleet.at(i).Metric("prichal_valkey_commands_repeated_total{reason=\"moved\"}");
    result.faults["commands redirected (ASK, MOVED)"] += static_cast<std::uint64_t>(moved);
  }
  return result;
}

ScenarioResult FillMemory(const ScenarioOptions& options) {
  Fleet fleet(SharedCluster(), 2, options.replicas);
  const auto limit = [&](std::uint64_t more) {
    for (std::size_t i = 0; i < fleet.cluster().size(); ++i) {
      const FixtureServer& server = fleet.cluster().at(i);
      const std::uint64_t most = more == 0 ? 0 : std::stoull(server.Info("used_memory")) + more;
      (void)server.Run(
          {"CONFIG", "SET", "maxmemory", std::to_string(most), "maxmemory-policy", "noeviction"});
    }
  };
  return fleet.Run(options, [&](Trial& trial) {
    trial.Pass(300, 1'000);
    limit(1 + trial.Chance(200'000));
    trial.AwaitUnavailable(20, 120);
    trial.Did("maxmemory reached");
    trial.Pass(100, 1'500);
    limit(0);
    fleet.AwaitRecovery(trial);
  });
}

ScenarioResult RefuseDials(const ScenarioOptions& options) {
  Fleet fleet(SharedCluster(), 2, options.replicas);
  FixtureCluster& cluster = fleet.cluster();
  const std::uint64_t millis = options.seconds < 60 ? 4'000 : 60'000;
  return fleet.Run(options, [&](Trial& trial) {
    trial.Pass(300, 1'000);
    for (std::size_t i = 0; i < cluster.size(); ++i) cluster.at(i).Kill();
    trial.Did(fmt::format("all ports refusing for {} s", millis / 1'000));
    trial.AwaitUnavailable(1, 120);
    trial.Pass(millis, millis);
    for (std::size_t i = 0; i < cluster.size(); ++i) cluster.at(i).Start();
    fleet.AwaitMasters(trial);
    cluster.AwaitWhole();
    fleet.AwaitRecovery(trial);
  });
}

}  // namespace

const std::vector<Scenario>& ClusterScenarios() {
  static const std::vector<Scenario> scenarios{
      {"master-kill", "kill -9 of a master of the cluster; its replica takes over", KillMaster},
      {"master-freeze", "SIGSTOP of a master, for up to 20 s", FreezeNode},
      {"failover", "CLUSTER FAILOVER under load", Failover},
      {"takeover", "CLUSTER FAILOVER TAKEOVER under load", Takeover},
      {"slots", "slots with messages moved from master to master under load", MoveSlots},
      {"maxmemory", "masters that have no memory left, and then have", FillMemory},
      {"refused", "all ports of Valkey refuse, for a minute in long runs", RefuseDials},
      {"store-wire", "wires between instances and Valkey cut, half open, stalled, delayed",
       StoreWire},
      {"clocks", "clocks of servers an hour apart; those of instances stepped", Clocks},
      {"partition", "machines that do not reach each other", Partition, true},
      {"pushes-cut", "CLIENT KILL TYPE pubsub under load", KillPushes},
      {"quiet", "the same and CLUSTER FAILOVER where mailboxes seldom get a message",
       QuietMailboxes},
      {"scripts", "SCRIPT FLUSH and DEBUG SLEEP under load", FlushScripts},
      {"instance-kill", "kill -9 of one of two instances on one cluster", KillInstance},
      {"rolling", "five instances on one cluster restarted one after another", RollingRestart},
  };
  return scenarios;
}

}  // namespace prichal::chaos
