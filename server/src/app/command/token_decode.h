#pragma once

#include "app/command/commands.h"

namespace prichal::app::command {

/// `prichal token decode`: what a token says, of which nothing is proven.
void AddTokenDecode(CLI::App& group, Run& run);

}  // namespace prichal::app::command
