#pragma once

#include "cli/command.h"

namespace prichal::app {

/// `prichal keys list`, `rotate` and `export`: the signing keys of a server with this
/// configuration, whether it runs or not.
void AddKeysCommand(cli::Command& app);

}  // namespace prichal::app
