// Scenarios with one server and its file.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>

#include "chaos/scenario/instance.h"
#include "chaos/scenario/proxies.h"
#include "chaos/scenario/scenario.h"
#include "chaos/wire/chaos_proxy.h"

namespace prichal::chaos {
namespace {

/// Maximum seconds from a fault to complete recovery.
constexpr double kServerRecovers = 120;

/// Traffic with senders and readers at one server.
TrafficOptions At(const std::string& url) { return {.send_to = {url}, .listen_at = {url}}; }

ScenarioResult KillAgainAndAgain(Instance& server, const ScenarioOptions& options) {
  server.Start();
  return Trial(options, At(server.url())).Run([&](Trial& trial) {
    trial.Pass(100, 1'500);
    server.Kill();
    trial.Did("kill -9");
    trial.Pass(0, 300);
    server.Start();
  });
}

ScenarioResult Kill(const ScenarioOptions& options) {
  Instance server;
  return KillAgainAndAgain(server, options);
}

ScenarioResult Freeze(const ScenarioOptions& options) {
  Instance server;
  server.Start();
  return Trial(options, At(server.url())).Run([&](Trial& trial) {
    trial.Pass(300, 1'500);
    server.Signal(SIGSTOP);
    trial.Did("SIGSTOP");
    // Sometimes longer than the clients' timeout.
    trial.Pass(100, trial.Chance(3) == 0 ? 6'000 : 1'500);
    server.Signal(SIGCONT);
  });
}

ScenarioResult DiskFull(const ScenarioOptions& options) {
  Instance server;
  server.Start();
  return Trial(options, At(server.url())).Run([&](Trial& trial) {
    trial.Pass(300, 1'500);
    server.LimitFiles(1 + trial.Chance(100'000));
    trial.Did("disk full");
    trial.Pass(100, 1'500);
    // A process can be killed while its disk is full.
    if (trial.Chance(4) == 0) {
      server.Kill();
      trial.Did("kill -9 meanwhile");
      server.Start();
    } else {
      server.LimitFiles(RLIM_INFINITY);
    }
    if (!server.AwaitReady(kServerRecovers)) trial.Wrong("not ready, and the disk has room");
  });
}

/// The server sets aside at most one broken file per minute, so each round uses a new server.
ScenarioResult BrokenFile(const ScenarioOptions& options) {
  Instance server;
  server.Start();
  bool broken = false;
  return Trial(options, At(server.url())).Run([&](Trial& trial) {
    trial.Pass(300, 1'500);
    if (broken) return;
    broken = true;
    if (trial.Chance(2) == 0) {
      if (!CutShort({{server.file(), 4'096}, {server.file() + "-wal", 0}})) {
        trial.Wrong("the file cannot be cut");
      }
      trial.Did("file cut short");
    } else {
      std::fstream(server.file() + "-wal", std::ios::in | std::ios::out | std::ios::binary)
          << std::string(200, '?');
      if (!CutShort({{server.file() + "-wal", 200}})) trial.Wrong("the log cannot be cut");
      trial.Did("log overwritten and cut short");
    }
    // The server writes the messages from memory to a new file; until then only memory has them.
    // The second metric is read last, because it becomes positive before the file is counted.
    while (server.Metric("prichal_store_files_set_aside_total") < 1 ||
           server.Metric("prichal_store_refill_pending_messages") > 0) {
      trial.Pass(20, 20);
    }
    trial.AwaitWork(10, kServerRecovers);
    server.Kill();
    trial.Did("kill -9 after that");
    server.Start();
  });
}

/// The service manager holds the listening socket, so no connection is refused.
ScenarioResult Drain(const ScenarioOptions& options) {
  Instance server;
  server.HoldSocket();
  server.Start();
  std::chrono::duration<double, std::milli> longest{0};
  auto result = Trial(options, At(server.url())).Run([&](Trial& trial) {
    trial.Pass(300, 1'500);
    const auto began = std::chrono::steady_clock::now();
    server.Drain();
    trial.Did("SIGTERM");
    server.Start();
    longest = std::max<decltype(longest)>(longest, std::chrono::steady_clock::now() - began);
  });
  result.longest_gap_ms = longest.count();
  if (result.refused > 0) result.wrong.emplace_back("a connection was refused during a restart");
  return result;
}

ScenarioResult Wire(const ScenarioOptions& options) {
  Instance server;
  server.Start();
  const auto proxy = ProxyBefore(server.url(), options.seed);
  proxy->Set(WireFaults::Rough());
  Trial trial(options, At("http://" + proxy->address() + "/bridge"));
  auto result = trial.Run(
      [&](Trial& harmed) {
        harmed.Pass(200, 1'500);
        switch (harmed.Chance(3)) {
          case 0:
            proxy->CutAll();
            harmed.Did("all connections cut");
            break;
          case 1:
            proxy->Freeze(true);
            harmed.Pass(100, harmed.Chance(3) == 0 ? 5'000 : 1'000);
            proxy->Freeze(false);
            harmed.Did("wire frozen");
            break;
          default:
            proxy->Refuse(true);
            harmed.Pass(100, 1'000);
            proxy->Refuse(false);
            harmed.Did("connections refused");
        }
      },
      [&] { proxy->Set({}); });
  Count(*proxy, result);
  return result;
}

ScenarioResult Corrupt(const ScenarioOptions& options) {
  Instance server;
  server.Start();
  const auto proxy = ProxyBefore(server.url(), options.seed);
  proxy->Set({.cut = 0.1, .corrupt = 0.9, .within = 1'500});
  // This traffic is not checked: without TLS the bridge cannot detect flipped bits.
  TrafficOptions others = At("http://" + proxy->address() + "/bridge");
  others.seed = options.seed + 1;
  others.rate = options.rate / 2;
  auto disturbed = Traffic::Make(others);
  if (!disturbed) throw std::runtime_error(disturbed.error());
  std::thread load([&] { (*disturbed)->Run(); });
  Trial trial(options, At(server.url()));
  auto result = trial.Run([&](Trial& harmed) { harmed.Pass(500, 1'000); });
  proxy->Set({});
  (*disturbed)->Stop();
  load.join();
  Count(*proxy, result);
  server.Drain();
  return result;
}

}  // namespace

ScenarioResult ForgetfulServer(const ScenarioOptions& options) {
  Instance server(std::map<std::string, std::string>{{"PRICHAL_STORE_KIND", "memory"}});
  return KillAgainAndAgain(server, options);
}

const std::vector<Scenario>& SingleScenarios() {
  static const std::vector<Scenario> scenarios{
      {"kill", "kill -9 under load, again and again; streams come back", Kill},
      {"freeze", "SIGSTOP, sometimes for longer than clients wait", Freeze},
      {"disk-full", "files that cannot grow, and can again", DiskFull},
      {"broken-file", "file or log cut short under load, set aside and written anew", BrokenFile},
      {"drain", "SIGTERM and a new start under load, with a listening socket that stays", Drain},
      {"wire", "connections cut at any byte, half open, stalled, split, delayed, refused", Wire},
      {"corrupt", "others' bytes turned on their way", Corrupt},
  };
  return scenarios;
}

}  // namespace prichal::chaos
