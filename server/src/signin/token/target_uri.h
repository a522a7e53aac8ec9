#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace prichal::token {

/// Normalizes an http(s) URI, so that equivalent URIs are equal (RFC 3986 sections 6.2.2 and
/// 6.2.3). The result has a lower-case scheme and host, no default port, "/" for an empty path, and
/// no "." or ".." segments. Escapes are upper-case and only where required. Query and fragment are
/// removed (RFC 9449 section 4.3). Empty if `uri` is not an absolute http(s) URI or contains user
/// info. Any thread.
[[nodiscard]] std::optional<std::string> NormalTargetUri(std::string_view uri);

}  // namespace prichal::token
