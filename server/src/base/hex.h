#pragma once

#include <span>
#include <string>
#include <string_view>

namespace prichal {

/// Value of a hex digit in either case, 0 to 15. -1 if `c` is not a hex digit.
[[nodiscard]] constexpr int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// True if all characters are hex digits in either case. True for an empty text.
[[nodiscard]] bool IsHex(std::string_view text);

/// Encodes in lower case, two digits per byte.
[[nodiscard]] std::string HexEncode(std::span<const unsigned char> bytes);

}  // namespace prichal
