#pragma once

#include <string>
#include <vector>

#include "config/resolve.h"
#include "config/source.h"

namespace prichal::app {

/// The configuration from all its sources: the file, unless its name is empty, the environment and
/// the flags.
[[nodiscard]] config::Resolved Configure(const std::string& config_file,
                                         const std::vector<config::ConfigValue>& flags);

}  // namespace prichal::app
