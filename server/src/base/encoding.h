#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

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

/// Decodes hex digits in either case. Returns false if the text has other characters or does not
/// decode to exactly `out.size()` bytes.
[[nodiscard]] constexpr bool HexDecode(std::string_view text, std::span<unsigned char> out) {
  if (text.size() != 2 * out.size()) return false;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const int high = HexValue(text[2 * i]);
    const int low = HexValue(text[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    out[i] = static_cast<unsigned char>(high * 16 + low);
  }
  return true;
}

/// Encodes in lower case, two digits per byte.
[[nodiscard]] std::string HexEncode(std::span<const unsigned char> bytes);

/// Encodes as base64url without padding (RFC 4648 section 5), as in JSON Web Signatures (RFC 7515
/// section 2). Any thread.
[[nodiscard]] std::string Base64UrlEncode(std::span<const unsigned char> bytes);
[[nodiscard]] std::string Base64UrlEncode(std::string_view bytes);

/// Decodes strictly, so each byte sequence has exactly one encoding. Empty for padding, white
/// space, another alphabet, an impossible length, or non-zero bits after the last byte. Any thread.
[[nodiscard]] std::optional<std::string> Base64UrlDecode(std::string_view text);

/// Decodes into `out`. Returns false if the text is invalid or does not decode to exactly
/// `out.size()` bytes.
[[nodiscard]] bool Base64UrlDecode(std::string_view text, std::span<unsigned char> out);

/// Returns the length of the well-formed UTF-8 sequence at the start of `bytes` (Unicode table
/// 3-7). 0 if there is none. `bytes` must not be empty.
[[nodiscard]] inline std::size_t Utf8SequenceLength(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const auto continues = [&](std::size_t i, unsigned low = 0x80, unsigned high = 0xbf) {
    return i < bytes.size() && at(i) >= low && at(i) <= high;
  };
  const unsigned first = at(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return continues(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const unsigned low = first == 0xe0 ? 0xa0 : 0x80;   // no overlong forms
    const unsigned high = first == 0xed ? 0x9f : 0xbf;  // no surrogates
    return continues(1, low, high) && continues(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const unsigned low = first == 0xf0 ? 0x90 : 0x80;   // no overlong forms
    const unsigned high = first == 0xf4 ? 0x8f : 0xbf;  // up to U+10FFFF
    return continues(1, low, high) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

/// Converts an ASCII letter to lower case.
[[nodiscard]] constexpr char AsciiLower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] inline std::string AsciiLower(std::string text) {
  for (char& c : text) c = AsciiLower(c);
  return text;
}

/// True for ASCII letters and digits.
[[nodiscard]] constexpr bool IsAsciiAlphanumeric(char c) {
  return (c >= '0' && c <= '9') || (AsciiLower(c) >= 'a' && AsciiLower(c) <= 'z');
}

/// Parses all of `text` as a number. Empty if it is not a number or does not fit.
template <typename Number>
[[nodiscard]] std::optional<Number> ParseNumber(std::string_view text, int base = 10) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, base);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

}  // namespace prichal
