#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "config/resolve.h"
#include "config/settings.h"
#include "config/source.h"

namespace prichal::app {

/// The configuration from all its sources: the file, unless its name is empty, the environment and
/// the flags.
[[nodiscard]] config::Resolved Configure(const std::string& config_file,
                                         const std::vector<config::ConfigValue>& flags);

/// Where the server of this configuration is asked by its operator (server.admin): whatever the
/// other keys are; at least one. `flag`: of `--admin`, empty for none. The error names the value or
/// the file.
[[nodiscard]] Result<std::vector<ListenAddress>, std::string> AdminAddresses(
    const std::string& config_file, const std::string& flag);

}  // namespace prichal::app
