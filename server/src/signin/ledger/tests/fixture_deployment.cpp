#include "signin/ledger/tests/fixture_deployment.h"

#include <array>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/tests/fixture_await.h"
#include "http/connection/tests/fixture_loop.h"
#include "signin/ledger/valkey/valkey_ledger.h"
#include "valkey/cluster_client.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::signin {
namespace {

class FileDeployment final : public FixtureDeployment {
 public:
  explicit FileDeployment(const std::string& folder) : ledger_(OpenFixtureLedger(folder)) {}

  Ledger& ledger() override { return *ledger_; }
  void Await(std::uint32_t /*loop*/, std::future<void>& answer) override { answer.wait(); }
  bool RunUntil(std::uint32_t /*loop*/, const std::function<bool()>& holds) override {
    prichal::Await("the ledger's thread has done its part", holds);
    return holds();
  }

 private:
  std::unique_ptr<SqliteLedger> ledger_;
};

class ServersDeployment final : public FixtureDeployment {
 public:
  explicit ServersDeployment(const std::vector<valkey::Endpoint>& seeds)
      : ledger_(std::make_unique<ValkeyLedger>(
            ValkeyLedgerOptions{.clock = LedgerClock::kInstances, .complete_every = Millis(0)})) {
    for (http::FixtureLoop& loop : loops_) {
      ledger_->AddLoop(loop.outbound(), [&](valkey::PushPort& port) {
        valkey::ClientOptions options;
        options.uri.seeds = seeds;
        return valkey::MakeClusterClient(loop.outbound(), std::move(options), port);
      });
    }
  }

  Ledger& ledger() override { return *ledger_; }
  bool RunUntil(std::uint32_t loop, const std::function<bool()>& holds) override {
    return loops_.at(loop).RunUntil(holds);
  }
  void Await(std::uint32_t loop, std::future<void>& answer) override {
    const auto there = [&] {
      return answer.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    };
    if (!loops_.at(loop).RunUntil(there)) throw std::runtime_error("the servers do not answer");
  }

 private:
  std::array<http::FixtureLoop, kLoops> loops_;
  std::unique_ptr<ValkeyLedger> ledger_;  // destroyed before its loops
};

/// Servers that are started once for many tests. They are emptied for each test.
struct Servers {
  std::unique_ptr<valkey::FixtureServer> one;
  std::unique_ptr<valkey::FixtureCluster> three;
};
Servers& TheServers() {
  static Servers servers;
  return servers;
}

std::vector<valkey::FixtureServer*> ServersOf(FixtureKind kind) {
  Servers& servers = TheServers();
  if (kind == FixtureKind::kServer) {
    if (!servers.one) servers.one = std::make_unique<valkey::FixtureServer>();
    return {servers.one.get()};
  }
  if (!servers.three) servers.three = std::make_unique<valkey::FixtureCluster>(3);
  std::vector<valkey::FixtureServer*> all;
  for (std::size_t i = 0; i < servers.three->size(); ++i) all.push_back(&servers.three->at(i));
  return all;
}

}  // namespace

std::unique_ptr<FixtureDeployment> MakeFixtureInstance(FixtureKind kind) {
  std::vector<valkey::Endpoint> seeds;
  for (const valkey::FixtureServer* server : ServersOf(kind)) seeds.push_back(server->endpoint());
  return std::make_unique<ServersDeployment>(seeds);
}

std::unique_ptr<FixtureDeployment> MakeFixtureDeployment(FixtureKind kind,
                                                         const std::string& folder) {
  if (kind == FixtureKind::kFile) return std::make_unique<FileDeployment>(folder);
  for (const valkey::FixtureServer* server : ServersOf(kind)) (void)server->Run({"FLUSHALL"});
  return MakeFixtureInstance(kind);
}

void EndFixtureServers() { TheServers() = {}; }

}  // namespace prichal::signin
