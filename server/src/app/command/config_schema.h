#pragma once

#include "app/command/commands.h"

namespace prichal::app::command {

/// Adds `config-schema`: prints config/prichal.schema.json. See AddCommands().
void AddConfigSchema(CLI::App& app, Run& run);

}  // namespace prichal::app::command
