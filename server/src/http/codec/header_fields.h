#pragma once

#include <string_view>

#include "base/encoding.h"

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
  return IsAsciiAlphanumeric(c) ||
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

/// Finds the last line named `name` in a block of header lines, removes it and all following lines
/// from `lines`, and sets `value` to its trimmed value. Returns false if there is none. It searches
/// backwards, because the nearest proxy adds the last line. Lines end with CRLF and have passed
/// HeadScanner.
[[nodiscard]] bool RemoveLastField(std::string_view& lines, std::string_view name,
                                   std::string_view& value);

/// Returns the `traceparent` of a request (W3C Trace Context, section 3.2), set by a proxy or
/// client: at most 55 bytes, only hex digits and hyphens. Empty if absent, repeated or malformed.
/// For a later version only the part known to this version. `lines`: Request::lines; the result
/// points into it.
[[nodiscard]] std::string_view TraceparentOf(std::string_view lines);

}  // namespace prichal::http
