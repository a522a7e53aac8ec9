#pragma once

#include <string_view>

namespace prichal::http {

/// Takes the last line named `name` off a block of header lines, with all that follows it; `value`
/// gets what it says, trimmed. False when there is none. Going backwards, because of what several
/// proxies have added the last is the nearest. The lines end with CRLF and have been scanned.
[[nodiscard]] bool TakeLastField(std::string_view& lines, std::string_view name,
                                 std::string_view& value);

}  // namespace prichal::http
