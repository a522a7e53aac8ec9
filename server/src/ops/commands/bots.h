// Reads the bots for `initdata check`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "signin/telegram/bot.h"

namespace prichal::app::command {

/// Where the bots are configured whose init data is checked.
struct BotSources {
  std::vector<std::string> ids;
  std::string token_file;  ///< Empty if none

  /// Returns these sources, or if both are empty the server's variables: PRICHAL_AUTH_TELEGRAM_BOTS
  /// and PRICHAL_AUTH_TELEGRAM_TOKENS_FILE.
  [[nodiscard]] BotSources OrEnvironment() const;
};

/// Reads the bots of the token file, then those of the IDs. Errors contain no part of a token.
[[nodiscard]] Result<std::vector<telegram::Bot>, std::string> ReadBots(const BotSources& sources);

/// Returns whether the text contains something like a bot token.
[[nodiscard]] bool HasBotToken(std::string_view text);

}  // namespace prichal::app::command
