#pragma once

#include "app/command/commands.h"

namespace CLI {
class App;
}

namespace prichal::app {

/// Adds `doctor`: looks at a deployment from outside and from inside. When the arguments name it,
/// it is put into `run`, which outlives `app`.
void AddDoctorCommand(CLI::App& app, command::Run& run);

}  // namespace prichal::app
