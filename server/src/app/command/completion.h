#pragma once

#include <string>

#include "app/command/commands.h"
#include "app/command/outline.h"

namespace prichal::app::command {

// What a shell reads to complete what is typed: commands, flags, the words that a flag takes, and
// paths.

[[nodiscard]] std::string BashCompletion(const Outline& outline);
[[nodiscard]] std::string ZshCompletion(const Outline& outline);
[[nodiscard]] std::string FishCompletion(const Outline& outline);

/// Adds `completion`, which prints one of these. See AddCommands().
void AddCompletion(CLI::App& app, Run& run);

}  // namespace prichal::app::command
