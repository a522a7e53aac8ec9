// The commands `prichal wallets pull` and `prichal wallets check`.

#pragma once

#include "cli/command.h"

namespace prichal::app {

/// Adds `wallets pull`, which fetches the wallets list and its pictures for a server, and `wallets
/// check`, which checks a list or a fetched file.
void AddWalletsCommand(cli::Command& app);

}  // namespace prichal::app
