#pragma once

#include "cli/command.h"

namespace prichal::app {

/// Adds `wallets pull` and `wallets check`: fetches the wallets list and its pictures for a server,
/// and looks at what was fetched.
void AddWalletsCommand(cli::Command& app);

}  // namespace prichal::app
