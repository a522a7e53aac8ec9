#pragma once

#include "cli/command.h"

namespace prichal::app {

/// Adds `backup`: copies the files of messages and of sign-ins, beside a server that runs or
/// without one.
void AddBackupCommand(cli::Command& app);

}  // namespace prichal::app
