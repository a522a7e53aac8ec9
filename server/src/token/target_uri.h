#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace prichal::token {

/// An http(s) URI in the one form that equivalent ones share (RFC 3986 section 6.2.2 and 6.2.3):
/// scheme and host in lower case, no default port, "/" for an empty path, escapes in upper case and
/// only where they are needed, no "." and ".." segments; without its query and fragment (RFC 9449
/// section 4.3). Nothing for what is no absolute http(s) URI, or has a user in it.
[[nodiscard]] std::optional<std::string> NormalTargetUri(std::string_view uri);

}  // namespace prichal::token
