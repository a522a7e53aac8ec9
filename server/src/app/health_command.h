#pragma once

#include "cli/command.h"

namespace prichal::app {

/// Adds `health`: asks a server that runs, at its admin address, whether it is ready.
void AddHealthCommand(cli::Command& app);

}  // namespace prichal::app
