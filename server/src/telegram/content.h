#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "telegram/init_data.h"

namespace prichal::telegram {

// From the JSON of init data that is proven. Members that are not known are passed over; of those
// that are, each must be of its kind. The error says which is not.

[[nodiscard]] Result<User, std::string> ReadUser(std::string_view text);
[[nodiscard]] Result<Chat, std::string> ReadChat(std::string_view text);

/// What names and links of Telegram are made of: nothing that could end a line or a header.
[[nodiscard]] bool IsVisibleAscii(std::string_view text);

}  // namespace prichal::telegram
