#pragma once

#include "app/command/commands.h"

namespace CLI {
class App;
}

namespace prichal::app {

/// Adds `backup`: copies the files of messages and of sign-ins, beside a server that runs or
/// without one. When the arguments name it, it is put into `run`, which outlives `app`.
void AddBackupCommand(CLI::App& app, command::Run& run);

}  // namespace prichal::app
