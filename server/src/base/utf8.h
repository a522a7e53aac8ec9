#pragma once

#include <cstddef>
#include <string_view>

namespace prichal {

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

}  // namespace prichal
