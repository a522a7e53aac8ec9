#pragma once

#include <string>
#include <string_view>

namespace prichal::bridge {

/// Whose page an address is, as the bridges in use see it: `scheme://host`, with the port when it
/// is not the scheme's own, in lower case (RFC 6454 section 4); the text as it is when it has no
/// scheme and host ("null", ""). Two texts of one origin give the same text; texts of two origins
/// never do.
[[nodiscard]] std::string OriginFrom(std::string_view address);

}  // namespace prichal::bridge
