#pragma once

#include "cli/command.h"

namespace prichal::app {

/// Adds `canary`: posts and receives through a bridge, and tells how that went.
void AddCanaryCommand(cli::Command& app);

}  // namespace prichal::app
