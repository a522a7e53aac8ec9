#pragma once

#include "cli/command.h"

namespace prichal::app::command {

/// Adds `config-schema`: prints config/prichal.schema.json. See AddCommands().
void AddConfigSchema(cli::Command& app);

}  // namespace prichal::app::command
