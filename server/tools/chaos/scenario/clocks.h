#pragma once

#include "chaos/scenario/scenario.h"

namespace prichal::chaos {

/// Two instances and the shards of a cluster have wall clocks one hour apart, and the instances'
/// clocks are stepped during traffic. A master and its replica have the same clock and no slot
/// moves, because messages are kept until an absolute time.
[[nodiscard]] ScenarioResult Clocks(const ScenarioOptions& options);

}  // namespace prichal::chaos
