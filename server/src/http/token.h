#pragma once

#include <string_view>

namespace prichal::http {

/// Space and tab at both ends off: OWS of RFC 9110 section 5.6.3.
[[nodiscard]] std::string_view TrimSpace(std::string_view text);

/// Header names and tokens are compared without regard to ASCII case.
[[nodiscard]] bool SameToken(std::string_view a, std::string_view b);

/// Takes the next element off a comma-separated list (RFC 9110 section 5.6.1), trimmed; elements
/// may be empty. False at the end of the list. Does not know quoted strings.
[[nodiscard]] bool NextListElement(std::string_view& list, std::string_view& element);

}  // namespace prichal::http
