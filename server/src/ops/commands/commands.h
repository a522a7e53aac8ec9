// The commands that check one value, and what they share with all other commands.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/cli/command.h"

namespace prichal::app::command {

// Exit statuses.
inline constexpr int kGood = 0;     ///< The value is good
inline constexpr int kRefused = 1;  ///< The value was checked and a rule failed
inline constexpr int kMistake = 2;  ///< It could not be checked: wrong arguments or files

/// Adds the commands that check one sign-in value and exit: `initdata check`, `proof check`, `token
/// verify` and `token decode`.
void AddCommands(cli::Command& app);

/// Adds `config-schema`, which prints config/prichal.schema.json.
void AddConfigSchema(cli::Command& app);

// The commands of AddCommands(), each in a file of its name.

/// Adds `check` to `initdata`: is init data Telegram's, for one of these bots, and how old is it?
void AddInitDataCheck(cli::Command& group);
/// Adds `check` to `proof`: would POST /auth/ton accept this ton_proof?
void AddProofCheck(cli::Command& group);
/// Adds `verify` to `token`: is the token signed by this issuer, for this audience, and valid now?
void AddTokenVerify(cli::Command& group);
/// Adds `decode` to `token`: prints a token without verifying it.
void AddTokenDecode(cli::Command& group);

/// Returns an error if an argument looks like a bot token, which every user of the machine could
/// read in `ps`. Call it before the arguments are parsed: errors of the parser quote arguments.
[[nodiscard]] std::optional<std::string> RefuseTokenArgument(int argc, const char* const* argv);

}  // namespace prichal::app::command
