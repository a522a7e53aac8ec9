#pragma once

#include "chaos/scenario/scenario.h"

namespace prichal::chaos {

/// Two instances and the shards of a cluster an hour apart by their calendars, and steps of those
/// of the instances meanwhile. A master and its replica agree, and no slot moves: what is kept is
/// kept until a time of day.
[[nodiscard]] ScenarioResult Clocks(const ScenarioOptions& options);

}  // namespace prichal::chaos
