#pragma once

#include "app/command/commands.h"

namespace CLI {
class App;
}

namespace prichal::app {

/// Adds `canary`: posts and receives through a bridge, and tells how that went. When the arguments
/// name it, it is put into `run`, which outlives `app`.
void AddCanaryCommand(CLI::App& app, command::Run& run);

}  // namespace prichal::app
