#pragma once

#include "app/command/commands.h"

namespace prichal::app {

/// `prichal keys list`, `rotate` and `export`: the signing keys of a server with this
/// configuration, whether it runs or not. `run` outlives `app`.
void AddKeysCommand(CLI::App& app, command::Run& run);

}  // namespace prichal::app
