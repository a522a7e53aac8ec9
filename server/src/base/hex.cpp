#include "base/hex.h"

#include <algorithm>

#include "base/byte_blocks.h"

namespace prichal {

bool IsHex(std::string_view text) {
  // The fast path: each bridge message contains two client IDs.
  text.remove_prefix(RunOfBlocks(text, [](ByteBlock block) {
    const ByteBlock lower = block | 0x20;
    return ((block < '0') | (block > '9')) & ((lower < 'a') | (lower > 'f'));
  }));
  return std::all_of(text.begin(), text.end(), [](char c) { return HexValue(c) >= 0; });
}

std::string HexEncode(std::span<const unsigned char> bytes) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  out.reserve(bytes.size() * 2);
  for (const unsigned char byte : bytes) {
    out.push_back(kDigits[byte >> 4U]);
    out.push_back(kDigits[byte & 0xfU]);
  }
  return out;
}

}  // namespace prichal
