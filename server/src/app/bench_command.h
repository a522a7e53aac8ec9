#pragma once

#include "cli/command.h"

namespace prichal::app {

/// Adds `bench` with its modes: loads a bridge and says what came of it.
void AddBenchCommand(cli::Command& app);

}  // namespace prichal::app
