#pragma once

#include "app/command/commands.h"

namespace CLI {
class App;
}

namespace prichal::app {

/// Adds `health`: asks a server that runs, at its admin address, whether it is ready. When the
/// arguments name it, it is put into `run`, which outlives `app`.
void AddHealthCommand(CLI::App& app, command::Run& run);

}  // namespace prichal::app
