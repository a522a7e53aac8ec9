#pragma once

#include "chaos/scenario/scenario.h"

namespace prichal::chaos {

/// Each server of Valkey and each of two instances on a machine of its own, some of which do not
/// reach others for a while, or in one direction alone; clients reach all instances. Leaves the
/// process in other namespaces.
[[nodiscard]] ScenarioResult Partition(const ScenarioOptions& options);

}  // namespace prichal::chaos
