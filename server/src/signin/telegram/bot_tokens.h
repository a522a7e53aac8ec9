#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "signin/telegram/bot.h"

namespace prichal::telegram {

/// Parses a token file: one token per line, as @BotFather issues it. Ignores empty lines, lines
/// that begin with "#", white space around a token, and a byte order mark. The error begins with
/// the line ("line 3: …") and contains nothing of a token. The caller must wipe `text`.
[[nodiscard]] Result<std::vector<Bot>, std::string> ReadBotTokens(std::string_view text);

}  // namespace prichal::telegram
