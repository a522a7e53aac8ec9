#pragma once

#include <string_view>

namespace prichal::http {

inline constexpr std::string_view kLineEnd = "\r\n";

/// True for bytes of a field value: field-vchar, space or tab. Includes obs-text (RFC 9110 section
/// 5.5).
[[nodiscard]] constexpr bool IsFieldByte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return c == '\t' || (byte >= 0x20 && byte != 0x7f);
}

/// True for tchar (RFC 9110 section 5.6.2), the characters of field names and methods.
[[nodiscard]] constexpr bool IsTokenByte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         (c != 0 &&
          std::string_view("!#$%&'*+-.^_`|~").find(static_cast<char>(c)) != std::string_view::npos);
}

/// Removes spaces and tabs at both ends (OWS, RFC 9110 section 5.6.3).
[[nodiscard]] std::string_view TrimSpace(std::string_view text);

/// Compares ASCII case-insensitively, as for header names and tokens.
[[nodiscard]] bool SameToken(std::string_view a, std::string_view b);

/// Removes the next element from a comma-separated list (RFC 9110 section 5.6.1) and returns it
/// trimmed; elements can be empty. Returns false at the end of the list. Does not support quoted
/// strings.
[[nodiscard]] bool NextListElement(std::string_view& list, std::string_view& element);

}  // namespace prichal::http
