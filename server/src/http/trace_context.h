#pragma once

#include <string_view>

namespace prichal::http {

/// The `traceparent` of a request (W3C Trace Context, section 3.2), as a proxy in front or a client
/// has sent it: at most 55 bytes, hex digits and hyphens alone. Empty when there is none, more than
/// one, or one that is not well-formed. Of a later version the part that this one knows.
/// `lines`: Request::lines, into which it points.
[[nodiscard]] std::string_view TraceparentOf(std::string_view lines);

}  // namespace prichal::http
