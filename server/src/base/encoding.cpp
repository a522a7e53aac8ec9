#include "base/encoding.h"

#include <sodium.h>

#include <algorithm>

#include "base/bytes.h"

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

namespace {

constexpr int kVariant = sodium_base64_VARIANT_URLSAFE_NO_PADDING;

/// Rejects bytes from 0x80 on: libsodium 1.0.18 accepts some of them as digits.
bool IsAscii(std::string_view text) {
  return std::none_of(text.begin(), text.end(),
                      [](char c) { return (static_cast<unsigned char>(c) & 0x80U) != 0; });
}

}  // namespace

std::string Base64UrlEncode(std::span<const unsigned char> bytes) {
  // The library writes a terminating zero, for which std::string has space.
  std::string text(sodium_base64_encoded_len(bytes.size(), kVariant) - 1, '\0');
  sodium_bin2base64(text.data(), text.size() + 1, bytes.data(), bytes.size(), kVariant);
  return text;
}

std::string Base64UrlEncode(std::string_view bytes) {
  return Base64UrlEncode(
      std::span(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

bool Base64UrlDecode(std::string_view text, std::span<unsigned char> out) {
  std::size_t size = 0;
  const char* end = nullptr;
  return IsAscii(text) &&
         sodium_base642bin(out.data(), out.size(), text.data(), text.size(), nullptr, &size, &end,
                           kVariant) == 0 &&
         end == text.data() + text.size() && size == out.size();
}

std::optional<std::string> Base64UrlDecode(std::string_view text) {
  std::string bytes(text.size() * 3 / 4, '\0');
  if (!Base64UrlDecode(text,
                       std::span(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size()))) {
    return std::nullopt;
  }
  return bytes;
}

}  // namespace prichal
