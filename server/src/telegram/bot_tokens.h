#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "telegram/bot.h"

namespace prichal::telegram {

/// The bots of a file of tokens, one a line as @BotFather gives them; lines that are empty or begin
/// with "#", white space around a token and a byte order mark are passed over. The error begins
/// with the line, "line 3: …", and has nothing of a token. `text` is the caller's to overwrite.
[[nodiscard]] Result<std::vector<Bot>, std::string> ReadBotTokens(std::string_view text);

}  // namespace prichal::telegram
