#pragma once

#include <string_view>

namespace prichal::http {

inline constexpr std::string_view kLineEnd = "\r\n";

/// A byte of a field's value: field-vchar, space or tab; obs-text is let through (RFC 9110
/// section 5.5).
[[nodiscard]] constexpr bool IsFieldByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return c == '\t' || (byte >= 0x20 && byte != 0x7f);
}

/// tchar of RFC 9110 section 5.6.2: what names of fields and methods are made of.
[[nodiscard]] constexpr bool IsTokenByte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         (c != 0 &&
          std::string_view("!#$%&'*+-.^_`|~").find(static_cast<char>(c)) != std::string_view::npos);
}

/// Space and tab at both ends off: OWS of RFC 9110 section 5.6.3.
[[nodiscard]] std::string_view TrimSpace(std::string_view text);

/// Header names and tokens are compared without regard to ASCII case.
[[nodiscard]] bool SameToken(std::string_view a, std::string_view b);

/// Takes the next element off a comma-separated list (RFC 9110 section 5.6.1), trimmed; elements
/// may be empty. False at the end of the list. Does not know quoted strings.
[[nodiscard]] bool NextListElement(std::string_view& list, std::string_view& element);

}  // namespace prichal::http
