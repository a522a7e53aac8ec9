#pragma once

#include "app/command/commands.h"

namespace prichal::app::command {

/// `prichal initdata check`: is it Telegram's, for one of these bots, and how old?
void AddInitDataCheck(CLI::App& group, Run& run);

}  // namespace prichal::app::command
