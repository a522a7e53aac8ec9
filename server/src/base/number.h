#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace prichal {

/// Parses all of `text` as a decimal number. Empty if it is not a number or does not fit.
template <typename Number>
[[nodiscard]] std::optional<Number> ParseNumber(std::string_view text) {
  Number number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

}  // namespace prichal
