#pragma once

#include "chaos/scenario/scenario.h"

namespace prichal::chaos {

/// Each Valkey server and each of two instances runs on its own simulated machine. Some machines
/// temporarily cannot reach others, or only in one direction; clients reach all instances. Leaves
/// the process in other namespaces.
[[nodiscard]] ScenarioResult Partition(const ScenarioOptions& options);

}  // namespace prichal::chaos
