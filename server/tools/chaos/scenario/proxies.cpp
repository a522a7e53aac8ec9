#include "chaos/scenario/proxies.h"

#include <stdexcept>

#include "bench/target.h"

namespace prichal::chaos {

void Count(const ChaosProxy& proxy, ScenarioResult& result) {
  const WireCounts counts = proxy.counts();
  const auto add = [&](const char* what, std::uint64_t count) {
    if (count > 0) result.faults[what] += count;
  };
  add("connections cut", counts.cut);
  add("connections swallowed", counts.swallowed);
  add("connections stalled", counts.stalled);
  add("connections split into bytes", counts.split);
  add("connections delayed", counts.delayed);
  add("bits turned", counts.corrupted);
}

std::unique_ptr<ChaosProxy> ProxyBefore(const std::string& url, std::uint64_t seed) {
  const auto target = bench::ParseTarget(url);
  if (!target) throw std::runtime_error(target.error());
  auto proxy = ChaosProxy::Start(*target, seed);
  if (!proxy) throw std::runtime_error(proxy.error());
  return *std::move(proxy);
}

}  // namespace prichal::chaos
