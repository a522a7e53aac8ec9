#include "chaos/scenario/partition.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "chaos/scenario/fleet.h"
#include "chaos/scenario/network.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::chaos {
namespace {

constexpr std::size_t kNodes = 2 * kMasters;
constexpr std::size_t kInstances = 2;
/// Maximum seconds until messages are delivered normally again.
constexpr double kPartitionRecovers = 10;

}  // namespace

ScenarioResult Partition(const ScenarioOptions& options) {
  if (std::string why = Network::Enter(); !why.empty()) {
    ScenarioResult result;
    result.not_tried = std::move(why);
    return result;
  }
  Network network(kNodes + kInstances);
  valkey::FixtureCluster cluster(
      kMasters, 1, {}, [&](std::size_t index, std::vector<std::string> arguments) {
        std::unique_ptr<valkey::FixtureServer> server;
        network.At(index, [&] {
          server = std::make_unique<valkey::FixtureServer>(
              std::move(arguments), valkey::FixtureServer::Options{.host = Network::HostOf(index)});
        });
        return server;
      });
  Fleet fleet(cluster, kInstances, options.replicas,
              [&](std::size_t index, Fleet::Environment store) {
                const std::size_t machine = kNodes + index;
                std::unique_ptr<Instance> instance;
                network.At(machine, [&] {
                  instance = std::make_unique<Instance>(std::move(store), Network::HostOf(machine));
                  instance->Start();
                });
                return instance;
              });
  // After packet loss both ends retransmit with growing intervals (RFC 6298), and nothing notifies
  // them that the path works again.
  ScenarioOptions patient = options;
  patient.recovers = std::max(options.recovers, kPartitionRecovers);
  return fleet.Run(patient, [&](Trial& trial) {
    trial.Pass(300, 1'000);
    const std::size_t master = fleet.AnyMaster(trial);
    const std::size_t instance = kNodes + trial.Chance(kInstances);
    bool takes_over = true;
    switch (trial.Chance(4)) {
      case 0:
        network.Split({master});
        trial.Did("a master cut off from all");
        break;
      case 1:
        network.Split({master, instance});
        trial.Did("a master and an instance cut off from the others");
        break;
      case 2:
        for (std::size_t node = 0; node < kNodes; ++node) {
          if (node != master) network.Drop(master, node);
        }
        trial.Did("what a master sends to other servers lost");
        break;
      default:
        network.Split({instance});
        trial.Did("an instance cut off from Valkey");
        takes_over = false;
    }
    if (takes_over) {
      fleet.AwaitMasters(trial, {master});
    } else {
      trial.Pass(500, 3'000);
    }
    trial.Pass(0, 3'000);
    network.Heal();
    if (takes_over) fleet.AwaitReplica(master);
    cluster.AwaitWhole();
    fleet.AwaitRecovery(trial);
  });
}

}  // namespace prichal::chaos
