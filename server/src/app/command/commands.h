#pragma once

#include <optional>
#include <string>

#include "cli/command.h"

namespace prichal::app::command {

/// What a command ends with, as the shell sees it.
inline constexpr int kGood = 0;     ///< it holds
inline constexpr int kRefused = 1;  ///< it was looked at, and a rule failed
inline constexpr int kMistake = 2;  ///< it could not be looked at: arguments, files

/// Adds the commands that check one sign-in value and exit: `initdata check`, `proof check`, `token
/// verify` and `token decode`.
void AddCommands(cli::Command& app);

/// Words for whoever gives a bot's token as an argument, where every user of the machine reads it
/// in `ps`; nothing when none is there. Looked for before the arguments are read, because a mistake
/// in them is told with the argument in it.
[[nodiscard]] std::optional<std::string> RefuseTokenArgument(int argc, const char* const* argv);

}  // namespace prichal::app::command
