#pragma once

#include "app/command/commands.h"

namespace CLI {
class App;
}

namespace prichal::app {

/// Adds `wallets pull` and `wallets check`: fetches the wallets list and its pictures for a server,
/// and looks at what was fetched. When the arguments name one, it is put into `run`, which outlives
/// `app`.
void AddWalletsCommand(CLI::App& app, command::Run& run);

}  // namespace prichal::app
