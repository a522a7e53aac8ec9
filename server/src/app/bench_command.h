#pragma once

#include "app/command/commands.h"

namespace CLI {
class App;
}

namespace prichal::app {

/// Adds `bench` with its modes: loads a bridge and says what came of it. When the arguments name
/// one, it is put into `run`, which outlives `app`.
void AddBenchCommand(CLI::App& app, command::Run& run);

}  // namespace prichal::app
