#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "chaos/scenario/scenario.h"
#include "chaos/wire/chaos_proxy.h"

namespace prichal::chaos {

/// Starts a proxy in front of `url`, such as http://127.0.0.1:8080 or any other TCP server.
[[nodiscard]] std::unique_ptr<ChaosProxy> ProxyBefore(const std::string& url, std::uint64_t seed);

/// Adds the proxy's counters to the injected faults of `result`.
void Count(const ChaosProxy& proxy, ScenarioResult& result);

}  // namespace prichal::chaos
