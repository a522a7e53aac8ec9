#pragma once

#include <string_view>

namespace prichal::http {

/// Returns the `traceparent` of a request (W3C Trace Context, section 3.2), set by a proxy or
/// client: at most 55 bytes, only hex digits and hyphens. Empty if absent, repeated or malformed.
/// For a later version only the part known to this version. `lines`: Request::lines; the result
/// points into it.
[[nodiscard]] std::string_view TraceparentOf(std::string_view lines);

}  // namespace prichal::http
