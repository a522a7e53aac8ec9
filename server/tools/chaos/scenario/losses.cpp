#include "chaos/scenario/losses.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <stdexcept>
#include <system_error>

#include "base/tests/fixture_await.h"
#include "bench/clock.h"
#include "bench/load.h"
#include "bench/target.h"
#include "chaos/scenario/fleet.h"
#include "chaos/scenario/instance.h"
#include "chaos/scenario/program.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::chaos {
namespace {

using valkey::FixtureCluster;

constexpr std::size_t kMailboxes = 300;
constexpr std::size_t kSenders = 32;
constexpr std::size_t kOpenedAtOnce = 32;
constexpr double kPatience = 10;
constexpr double kMostToRecover = 120;
/// Seconds of traffic while a replica takes over.
constexpr double kAfter = 1.5;

std::runtime_error Problem(const std::string& what, int error) {
  return std::runtime_error(what + ": " + std::generic_category().message(error));
}

/// A mounted file system that can discard everything not synced, like a disk that loses power.
/// Requires root. Ext4 and XFS provide the ioctl for their own crash tests.
class PowerCut {
 public:
  explicit PowerCut(std::string folder) : folder_(std::move(folder)) {
    std::ifstream mounts("/proc/self/mounts");
    std::string device;
    std::string place;
    std::string type;
    for (std::string rest; mounts >> device >> place >> type && std::getline(mounts, rest);) {
      if (place != folder_) continue;
      device_ = device;
      type_ = type;
    }
    if (device_.empty()) {
      throw std::runtime_error("--disk " + folder_ + ": no file system is mounted there");
    }
  }

  /// From now on nothing reaches the disk, and the kernel's buffers are discarded.
  void Fail() const {
    // <linux/fs.h> does not define it; EXT4_IOC_SHUTDOWN and XFS_IOC_GOINGDOWN have this number.
    constexpr unsigned long kShutDown = 0x8004587D;  // _IOR('X', 125, std::uint32_t)
    std::uint32_t without_log = 2;
    const int folder = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool failed = folder < 0 || ioctl(folder, kShutDown, &without_log) != 0;
    const int error = errno;
    close(folder);
    if (failed) throw Problem("--disk " + folder_ + ": cannot be shut down", error);
  }

  /// Syncs everything written so far.
  void Sync() const {
    const int folder = open(folder_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool failed = folder < 0 || syncfs(folder) != 0;
    const int error = errno;
    close(folder);
    if (failed) throw Problem("--disk " + folder_ + ": cannot be synced", error);
  }

  /// Mounts the file system again with the content of the disk. No file in it may be open.
  void Return() const {
    if (umount(folder_.c_str()) != 0) throw Problem("umount " + folder_, errno);
    if (mount(device_.c_str(), folder_.c_str(), type_.c_str(), 0, nullptr) != 0) {
      throw Problem(fmt::format("mount {} {}", device_, folder_), errno);
    }
  }

 private:
  std::string folder_;
  std::string device_;
  std::string type_;
};

/// Truncates an append-only file at the first invalid command. Redis does so itself if the file
/// ends early. It does not start if the file system returns zeros for data that did not reach the
/// disk.
void Repair(const std::string& folder) {
  // Confirms the prompt. An unusable file is detected when the server starts.
  (void)RunProgram({"redis-check-aof", "--fix", folder + "/appendonlydir/appendonly.aof.manifest"},
                   "y\ny\n");
}

/// One server of this project on a cluster that is repeatedly damaged.
class Subject {
 public:
  explicit Subject(const LossOptions& options)
      : options_(options),
        chance_(options.seed),
        cluster_(MakeCluster(options)),
        instance_({{"PRICHAL_STORE_KIND", "valkey"},
                   {"PRICHAL_STORE_VALKEY_URI", cluster_->Uri()},
                   {"PRICHAL_STORE_VALKEY_REPLICAS", std::to_string(options.replicas)}}) {
    if (!options.disk.empty()) {
      power_ = std::make_unique<PowerCut>(options.disk);
      // The cluster's configuration must survive; without a sync it may be only in memory.
      power_->Sync();
    }
    instance_.Start();
    auto target = bench::ParseTarget(instance_.url());
    if (!target) throw std::runtime_error(target.error());
    target_ = *std::move(target);
  }

  /// Returns the losses of one round.
  [[nodiscard]] Losses Round(const std::function<void(Subject&, bench::Load&)>& harm) {
    bench::Load load(target_, {});
    load.AddStreams(kMailboxes);  // receivers without readers
    Must(load.AddSenders(kSenders));
    const auto spread = std::uniform_real_distribution<double>(1, 1.2)(chance_);
    Send(load, options_.seconds * spread);
    Must(load.Accepted());
    harm(*this, load);
    AwaitRecovery();
    Must(load.OpenAll(kOpenedAtOnce));
    load.RunUntil([&] { return load.Missing() == 0; }, bench::NsOf(kPatience));
    const std::uint64_t lost = load.Missing();
    return {.acknowledged = load.books().acknowledged, .lost = lost, .most_lost = lost};
  }

  void Send(bench::Load& load, double seconds) const {
    load.FixedRate(options_.rate, bench::NowNs() + bench::NsOf(seconds));
  }

  void KillMaster(bench::Load& load) {
    const std::size_t node = AnyMaster();
    cluster_->at(node).Kill();
    Send(load, kAfter);
    Await("a new master", [&] { return cluster_->at(Partner(node)).Info("role") == "master"; });
    cluster_->at(node).Start();
  }

  /// The master restarts before its replica takes over.
  void RestartMaster(bench::Load& load) {
    const std::size_t node = AnyMaster();
    cluster_->at(node).Kill();
    cluster_->at(node).Start();
    Send(load, kAfter);
  }

  void KillAll(bench::Load& /*load*/) {
    ForAll([](valkey::FixtureServer& server) { server.Kill(); });
    ForAll([](valkey::FixtureServer& server) { server.Start(); });
  }

  void CutPower(bench::Load& /*load*/) {
    if (!power_) throw std::runtime_error("power-cut needs --disk, where a file system is mounted");
    // Without power the processor stops too, so the servers must not observe the disk failure.
    ForAll([](valkey::FixtureServer& server) { server.Stop(); });
    power_->Fail();
    ForAll([](valkey::FixtureServer& server) { server.Kill(); });
    power_->Return();
    ForAll([](valkey::FixtureServer& server) { Repair(server.folder()); });
    ForAll([](valkey::FixtureServer& server) { server.Start(); });
  }

 private:
  static std::unique_ptr<FixtureCluster> MakeCluster(const LossOptions& options) {
    std::vector<std::string> arguments{"--appendonly", options.file == "none" ? "no" : "yes"};
    if (options.file != "none") arguments.insert(arguments.end(), {"--appendfsync", options.file});
    return std::make_unique<FixtureCluster>(
        kMasters, 1, arguments, [&](std::size_t /*index*/, std::vector<std::string> all) {
          return std::make_unique<valkey::FixtureServer>(
              std::move(all), valkey::FixtureServer::Options{.parent = options.disk});
        });
  }

  static void Must(const Result<void, std::string>& done) {
    if (!done) throw std::runtime_error(done.error());
  }

  void ForAll(const std::function<void(valkey::FixtureServer&)>& what) {
    for (std::size_t i = 0; i < cluster_->size(); ++i) what(cluster_->at(i));
  }

  [[nodiscard]] std::size_t AnyMaster() {
    std::vector<std::size_t> masters;
    for (std::size_t i = 0; i < cluster_->size(); ++i) {
      if (cluster_->at(i).Info("role") == "master") masters.push_back(i);
    }
    return masters.at(chance_() % masters.size());
  }
  [[nodiscard]] static std::size_t Partner(std::size_t node) {
    return node < kMasters ? node + kMasters : node - kMasters;
  }

  /// Waits until three masters have a synchronized replica each and the server is ready.
  void AwaitRecovery() {
    for (std::size_t i = 0; i < kMasters; ++i) {
      Await("a master and a replica that follows it", [&] {
        const bool first = cluster_->at(i).Info("role") == "master";
        auto& replica = cluster_->at(first ? Partner(i) : i);
        return replica.Info("role") == "slave" && replica.Info("master_link_status") == "up";
      });
    }
    cluster_->AwaitWhole();
    if (!instance_.AwaitReady(kMostToRecover)) {
      throw std::runtime_error("the server is not ready again after two minutes");
    }
  }

  const LossOptions options_;
  std::mt19937_64 chance_;
  std::unique_ptr<FixtureCluster> cluster_;
  Instance instance_;
  std::unique_ptr<PowerCut> power_;
  bench::Target target_;
};

using Does = void (Subject::*)(bench::Load&);

const std::map<std::string, Does>& DoesByName() {
  static const std::map<std::string, Does> all{{"master-kill", &Subject::KillMaster},
                                               {"master-restart", &Subject::RestartMaster},
                                               {"all-kill", &Subject::KillAll},
                                               {"power-cut", &Subject::CutPower}};
  return all;
}

}  // namespace

const std::vector<Harm>& Harms() {
  static const std::vector<Harm> harms{
      {"master-kill", "kill -9 of a master; its replica takes over"},
      {"master-restart",
       "kill -9 of a master, which is started again before its replica takes over"},
      {"all-kill", "kill -9 of all servers, which are started again"},
      {"power-cut", "all servers and their disk stop at once; what was not synced is gone"},
  };
  return harms;
}

Result<Losses, std::string> CountLosses(const LossOptions& options) {
  const auto found = DoesByName().find(options.harm);
  if (found == DoesByName().end()) return Fail("there is no harm '" + options.harm + "'");
  try {
    Subject subject(options);
    Losses losses;
    for (std::uint64_t round = 0; round < options.rounds; ++round) {
      const Losses one =
          subject.Round([&](Subject& harmed, bench::Load& load) { (harmed.*found->second)(load); });
      losses.acknowledged += one.acknowledged;
      losses.lost += one.lost;
      losses.most_lost = std::max(losses.most_lost, one.lost);
      if (one.lost == 0) ++losses.harmless;
    }
    return losses;
  } catch (const std::exception& error) {
    return Fail(std::string(error.what()));
  }
}

}  // namespace prichal::chaos
