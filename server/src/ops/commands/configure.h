// Reads the configuration from all sources.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "config/resolve.h"
#include "config/settings.h"
#include "config/source.h"

namespace prichal::app {

/// Reads the configuration from the file, the environment and the flags. `config_file` may be
/// empty.
[[nodiscard]] config::Resolved Configure(const std::string& config_file,
                                         const std::vector<config::ConfigValue>& flags);

/// Returns the addresses of `server.admin`, at least one, even if other keys have errors. `flag` is
/// the value of `--admin`; empty if none. The error names the value or the file.
[[nodiscard]] Result<std::vector<ListenAddress>, std::string> AdminAddresses(
    const std::string& config_file, const std::string& flag);

}  // namespace prichal::app
