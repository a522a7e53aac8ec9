#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "chaos/scenario/scenario.h"
#include "chaos/wire/chaos_proxy.h"

namespace prichal::chaos {

/// `url`: such as http://127.0.0.1:8080, or anything else that speaks TCP there.
[[nodiscard]] std::unique_ptr<ChaosProxy> ProxyBefore(const std::string& url, std::uint64_t seed);

/// What a proxy has done, among the faults.
void Count(const ChaosProxy& proxy, ScenarioResult& result);

}  // namespace prichal::chaos
