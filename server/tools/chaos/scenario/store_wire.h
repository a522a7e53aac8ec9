#pragma once

#include "chaos/scenario/scenario.h"

namespace prichal::chaos {

/// Faults on the connections between two instances and one Valkey server: cut at any byte,
/// half-open, stalled, split, delayed, frozen, refused.
[[nodiscard]] ScenarioResult StoreWire(const ScenarioOptions& options);

}  // namespace prichal::chaos
