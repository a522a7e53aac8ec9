#include "chaos/scenario/clocks.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "chaos/scenario/fleet.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::chaos {
namespace {

using valkey::FixtureCluster;
using valkey::FixtureServer;

constexpr std::int64_t kHour = 3'600;

/// A shared offset of the wall clock of some processes (chaos/clock).
class ShiftedClock {
 public:
  explicit ShiftedClock(std::int64_t seconds) {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "prichal-clock-XXXXXX").string();
    const int fd = mkostemp(pattern.data(), O_CLOEXEC);
    path_ = pattern;
    const bool sized = fd >= 0 && ftruncate(fd, sizeof(std::int64_t)) == 0;
    void* mapped =
        sized ? mmap(nullptr, sizeof(std::int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)
              : MAP_FAILED;
    if (fd >= 0) close(fd);
    if (mapped == MAP_FAILED) throw std::runtime_error("no file for a clock can be made");
    ahead_ = static_cast<std::int64_t*>(mapped);
    Set(seconds);
  }
  ShiftedClock(const ShiftedClock&) = delete;
  ShiftedClock& operator=(const ShiftedClock&) = delete;
  ~ShiftedClock() {
    munmap(ahead_, sizeof(std::int64_t));
    unlink(path_.c_str());
  }

  void Set(std::int64_t seconds) {
    __atomic_store_n(ahead_, seconds * 1'000'000'000, __ATOMIC_RELAXED);
  }
  /// Environment of the processes with the shifted clock.
  [[nodiscard]] std::map<std::string, std::string> environment() const {
    return {{"LD_PRELOAD", CHAOS_CLOCK_LIBRARY},
            {"CHAOS_CLOCK_FILE", path_},
            // In sanitizer builds the library is loaded before the sanitizer's.
            {"ASAN_OPTIONS", "verify_asan_link_order=0"}};
  }

 private:
  std::string path_;
  std::int64_t* ahead_ = nullptr;
};

}  // namespace

ScenarioResult Clocks(const ScenarioOptions& options) {
  EndSharedCluster();
  std::vector<std::unique_ptr<ShiftedClock>> shards;
  for (const std::int64_t ahead : {std::int64_t{0}, kHour, -kHour}) {
    shards.push_back(std::make_unique<ShiftedClock>(ahead));
  }
  FixtureCluster cluster(
      kMasters, 1, {}, [&](std::size_t index, std::vector<std::string> arguments) {
        return std::make_unique<FixtureServer>(
            std::move(arguments),
            FixtureServer::Options{.environment = shards.at(index % kMasters)->environment()});
      });
  std::vector<std::unique_ptr<ShiftedClock>> clocks;
  clocks.push_back(std::make_unique<ShiftedClock>(0));
  clocks.push_back(std::make_unique<ShiftedClock>(kHour));
  Fleet fleet(cluster, clocks.size(), options.replicas,
              [&](std::size_t index, Fleet::Environment store) {
                store.merge(clocks.at(index)->environment());
                auto instance = std::make_unique<Instance>(std::move(store));
                instance->Start();
                return instance;
              });
  const auto clock_of = [&](std::size_t node) {
    return std::stoll(cluster.at(node).Run({"TIME"}).items.at(0).text);
  };
  const std::int64_t apart = clock_of(1) - clock_of(2);
  auto result = fleet.Run(options, [&](Trial& trial) {
    if (apart < 2 * kHour - 60) return trial.Wrong("the clocks of the masters are not apart");
    trial.Pass(300, 1'000);
    if (trial.Chance(2) == 0) {
      clocks.at(trial.Chance(clocks.size()))
          ->Set(static_cast<std::int64_t>(trial.Chance(3)) * kHour - kHour);
      trial.Did("clock of an instance stepped");
    } else {
      const std::size_t node = Fleet::Partner(fleet.AnyMaster(trial));
      cluster.Failover(node);
      trial.Did("CLUSTER FAILOVER");
      fleet.AwaitReplica(Fleet::Partner(node));
      cluster.AwaitWhole();
    }
    fleet.AwaitRecovery(trial);
  });
  return result;
}

}  // namespace prichal::chaos
