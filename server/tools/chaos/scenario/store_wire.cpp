// Two bridge servers on one Valkey server, with faults on their connections.

#include "chaos/scenario/store_wire.h"

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bench/clock.h"
#include "chaos/scenario/instance.h"
#include "chaos/scenario/proxies.h"
#include "valkey/tests/fixture_servers.h"

namespace prichal::chaos {
namespace {

/// Faults of all connections, without bit flips, which cannot be detected without TLS.
WireFaults Rough(std::uint64_t within) {
  return {.cut = 0.5,
          .swallow = 0.1,
          .stall = 0.3,
          .corrupt = 0,
          .split = 0.2,
          .delay = 0.3,
          .within = within};
}

}  // namespace

ScenarioResult StoreWire(const ScenarioOptions& options) {
  const valkey::FixtureServer valkey;
  const std::string name = valkey::NameOf(valkey.endpoint());
  std::vector<std::unique_ptr<ChaosProxy>> wires;
  std::vector<std::unique_ptr<Instance>> instances;
  TrafficOptions traffic;
  for (std::uint64_t i = 0; i < 2; ++i) {
    wires.push_back(ProxyBefore("http://" + name, options.seed + i));
    instances.push_back(std::make_unique<Instance>(std::map<std::string, std::string>{
        {"PRICHAL_STORE_KIND", "valkey"},
        {"PRICHAL_STORE_VALKEY_URI", "redis://" + wires.back()->address()}}));
    instances.back()->Start();
    traffic.send_to.push_back(instances.back()->url());
    traffic.listen_at.push_back(instances.back()->url());
  }
  const auto mend = [](ChaosProxy& wire) {
    wire.Set({});
    wire.Freeze(false);
    wire.Refuse(false);
    wire.CutAll();
  };
  const auto harm = [&](Trial& trial) {
    trial.Pass(300, 1'000);
    // Affects one instance or both.
    const std::uint64_t which = trial.Chance(3);
    const auto each = [&](const std::function<void(ChaosProxy&)>& act) {
      for (std::uint64_t i = 0; i < wires.size(); ++i) {
        if (which != 1 - i) act(*wires[i]);
      }
    };
    switch (trial.Chance(4)) {
      case 0:
        each([](ChaosProxy& wire) { wire.Freeze(true); });
        trial.Pass(100, trial.Chance(3) == 0 ? 5'000 : 1'000);
        trial.Did("wire of Valkey frozen");
        break;
      case 1:
        each([](ChaosProxy& wire) {
          wire.Refuse(true);
          wire.CutAll();
        });
        trial.Pass(100, 3'000);
        trial.Did("wire of Valkey refusing");
        break;
      default: {
        // During the handshake, after a few commands, or later.
        constexpr std::array<std::uint64_t, 3> kWithin{100, 10'000, 300'000};
        const std::uint64_t within = kWithin.at(trial.Chance(kWithin.size()));
        each([&](ChaosProxy& wire) {
          wire.Set(Rough(within));
          wire.CutAll();
        });
        trial.Pass(500, 4'000);
        trial.Did("wire of Valkey rough");
      }
    }
    each(mend);
    trial.AwaitDeliveries(bench::NowNs());
  };
  auto result = Trial(options, std::move(traffic)).Run(harm, [] {}, {.two_ids = true});
  for (const auto& wire : wires) Count(*wire, result);
  return result;
}

}  // namespace prichal::chaos
