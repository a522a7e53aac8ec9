#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "signin/telegram/init_data.h"

namespace prichal::telegram {

// Parsers for the JSON values in verified init data. Unknown members are ignored; a known member of
// the wrong type is an error, which names it. Any thread.

[[nodiscard]] Result<User, std::string> ReadUser(std::string_view text);
[[nodiscard]] Result<Chat, std::string> ReadChat(std::string_view text);

/// Returns true if all characters are visible ASCII. User names and links of Telegram are; such a
/// text cannot end a line or a header.
[[nodiscard]] bool IsVisibleAscii(std::string_view text);

}  // namespace prichal::telegram
