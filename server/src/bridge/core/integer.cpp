#include "bridge/core/integer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace prichal::bridge {
namespace {

/// As Go's %q shows it, as far as a terminal or a log could be harmed by it.
std::string Quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else {
      out += c;
    }
  }
  return out + '"';
}

}  // namespace

Result<std::int64_t, std::string> ParseInteger(std::string_view text, int bits) {
  const auto error = [&](std::string_view what) {
    return Fail(fmt::format("strconv.ParseInt: parsing {}: {}", Quoted(text), what));
  };
  std::string_view digits = text;
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  const bool all_digits =
      std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (digits.empty() || !all_digits) return error("invalid syntax");

  std::uint64_t magnitude = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
  const std::uint64_t most = (std::uint64_t{1} << (bits - 1)) - (negative ? 0 : 1);
  if (parsed.ec != std::errc() || magnitude > most) return error("value out of range");
  // Negated as unsigned: -2^63 has no positive counterpart.
  return static_cast<std::int64_t>(negative ? 0 - magnitude : magnitude);
}

}  // namespace prichal::bridge
