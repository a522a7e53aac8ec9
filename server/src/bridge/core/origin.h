#pragma once

#include <string>
#include <string_view>

namespace prichal::bridge {

/// Returns the origin of a URL as the official bridge writes it: `scheme://host` in lower case,
/// with the port if it is not the scheme's default (RFC 6454 section 4). Returns a text without
/// scheme and host
/// ("null", "") unchanged. Two URLs give the same text if and only if their origins are equal. Any
/// thread.
[[nodiscard]] std::string OriginFrom(std::string_view address);

}  // namespace prichal::bridge
