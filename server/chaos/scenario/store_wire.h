#pragma once

#include "chaos/scenario/scenario.h"

namespace prichal::chaos {

/// The wires between two instances and one server of Valkey: cut at any byte, half open, stalled,
/// split, delayed, frozen, refusing.
[[nodiscard]] ScenarioResult StoreWire(const ScenarioOptions& options);

}  // namespace prichal::chaos
