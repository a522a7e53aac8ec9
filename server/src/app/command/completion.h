#pragma once

#include <string>

#include "cli/command.h"

namespace prichal::app::command {

// What a shell reads to complete what is typed: commands, flags, the words that a flag takes, and
// paths.

[[nodiscard]] std::string BashCompletion(const cli::Command& outline);
[[nodiscard]] std::string ZshCompletion(const cli::Command& outline);
[[nodiscard]] std::string FishCompletion(const cli::Command& outline);

/// Adds `completion`, which prints one of these.
void AddCompletion(cli::Command& app);

}  // namespace prichal::app::command
