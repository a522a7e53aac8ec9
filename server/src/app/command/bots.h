#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "telegram/bot.h"

namespace prichal::app::command {

/// Where the bots come from whose init data is looked at.
struct BotSources {
  std::vector<std::string> ids;
  std::string token_file;  ///< empty: none

  /// Those of the server's own variables, for a command that was given neither:
  /// PRICHAL_AUTH_TELEGRAM_BOTS and PRICHAL_AUTH_TELEGRAM_TOKENS_FILE.
  [[nodiscard]] BotSources OrEnvironment() const;
};

/// Of the token file, then of the ids. The error names what is wrong and where, and has nothing of
/// a token.
[[nodiscard]] Result<std::vector<telegram::Bot>, std::string> ReadBots(const BotSources& sources);

/// Whether something in a text looks like the token of a bot.
[[nodiscard]] bool HasBotToken(std::string_view text);

}  // namespace prichal::app::command
