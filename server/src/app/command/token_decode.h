#pragma once

#include "cli/command.h"

namespace prichal::app::command {

/// `prichal token decode`: what a token says, of which nothing is proven.
void AddTokenDecode(cli::Command& group);

}  // namespace prichal::app::command
