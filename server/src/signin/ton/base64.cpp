#include "signin/ton/base64.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace prichal::ton {
namespace {

// The top bit stays visible when ORed with any value of six bits.
constexpr std::uint8_t kNone = 0x80;

constexpr std::array<std::uint8_t, 256> kValues = [] {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<std::uint8_t, 256> values{};
  values.fill(kNone);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    values[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return values;
}();

std::uint32_t ValueOf(char c) { return kValues[static_cast<unsigned char>(c)]; }

}  // namespace

std::optional<std::vector<unsigned char>> DecodeBase64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t padding = 0;
  while (padding < 2 && padding < text.size() && text[text.size() - 1 - padding] == '=') ++padding;
  std::vector<unsigned char> bytes(text.size() / 4 * 3);
  std::uint32_t seen = 0;
  unsigned char* out = bytes.data();
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const bool last = i + 4 == text.size();
    const std::uint32_t a = ValueOf(text[i]);
    const std::uint32_t b = ValueOf(text[i + 1]);
    const std::uint32_t c = last && padding == 2 ? 0 : ValueOf(text[i + 2]);
    const std::uint32_t d = last && padding > 0 ? 0 : ValueOf(text[i + 3]);
    seen |= a | b | c | d;
    const std::uint32_t value = a << 18U | b << 12U | c << 6U | d;
    *out++ = static_cast<unsigned char>(value >> 16U & 0xffU);
    *out++ = static_cast<unsigned char>(value >> 8U & 0xffU);
    *out++ = static_cast<unsigned char>(value & 0xffU);
  }
  if ((seen & kNone) != 0) return std::nullopt;
  for (; padding > 0; --padding) {
    if (bytes.back() != 0) return std::nullopt;
    bytes.pop_back();
  }
  return bytes;
}

}  // namespace prichal::ton
