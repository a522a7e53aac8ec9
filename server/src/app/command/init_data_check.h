#pragma once

#include "cli/command.h"

namespace prichal::app::command {

/// `prichal initdata check`: is it Telegram's, for one of these bots, and how old?
void AddInitDataCheck(cli::Command& group);

}  // namespace prichal::app::command
