#include "signin/ton/address.h"

#include <sodium/utils.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "base/encoding.h"

namespace prichal::signin::ton {
namespace {

// Layout: tag (1), workchain (1), hash (32), checksum (2).
constexpr std::size_t kFriendlyBytes = 36;
constexpr std::size_t kFriendlyLength = 48;
constexpr std::size_t kChecked = 34;
constexpr unsigned char kBounceable = 0x11;
constexpr unsigned char kNonBounceable = 0x51;
constexpr unsigned char kTestOnly = 0x80;

using FriendlyBytes = std::array<unsigned char, kFriendlyBytes>;

Result<ParsedAddress, AddressError> ParseRaw(std::string_view workchain, std::string_view hash) {
  ParsedAddress parsed;
  const auto number = ParseNumber<std::int32_t>(workchain);
  if (!number || std::to_string(*number) != workchain) return Fail(AddressError::kWorkchain);
  parsed.address.workchain = *number;
  if (!HexDecode(hash, parsed.address.hash)) return Fail(AddressError::kHash);
  return parsed;
}

Result<ParsedAddress, AddressError> ParseFriendly(std::string_view text) {
  const bool standard = text.find_first_of("+/") != std::string_view::npos;
  if (standard && text.find_first_of("-_") != std::string_view::npos) {
    return Fail(AddressError::kAlphabets);
  }
  // libsodium 1.0.18 accepts some bytes above ASCII as characters of the alphabet.
  const bool ascii = std::all_of(text.begin(), text.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  FriendlyBytes bytes{};
  std::size_t size = 0;
  if (!ascii ||
      sodium_base642bin(bytes.data(), bytes.size(), text.data(), text.size(), nullptr, &size,
                        nullptr,
                        standard ? sodium_base64_VARIANT_ORIGINAL_NO_PADDING
                                 : sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
      size != bytes.size()) {
    return Fail(AddressError::kBase64);
  }
  const unsigned checksum = bytes[kChecked] * 256U + bytes[kChecked + 1];
  if (Crc16(std::span(bytes).first<kChecked>()) != checksum) return Fail(AddressError::kChecksum);

  const unsigned kind = bytes[0] & ~static_cast<unsigned>(kTestOnly);
  if (kind != kBounceable && kind != kNonBounceable) return Fail(AddressError::kTag);
  ParsedAddress parsed;
  parsed.friendly = true;
  parsed.tag = {.bounceable = kind == kBounceable, .test_only = (bytes[0] & kTestOnly) != 0};
  parsed.address.workchain = bytes[1] < 128 ? bytes[1] : bytes[1] - 256;
  std::copy_n(bytes.begin() + 2, parsed.address.hash.size(), parsed.address.hash.begin());
  return parsed;
}

}  // namespace

std::string ToRaw(const Address& address) {
  return std::to_string(address.workchain) + ":" + HexEncode(address.hash);
}

std::string ToFriendly(const Address& address, AddressTag tag) {
  using Byte = std::numeric_limits<signed char>;
  if (address.workchain < Byte::min() || address.workchain > Byte::max()) return {};
  FriendlyBytes bytes{};
  bytes[0] = static_cast<unsigned char>((tag.bounceable ? kBounceable : kNonBounceable) |
                                        (tag.test_only ? kTestOnly : 0U));
  bytes[1] = static_cast<unsigned char>(address.workchain);
  std::copy(address.hash.begin(), address.hash.end(), bytes.begin() + 2);
  const std::uint16_t checksum = Crc16(std::span(bytes).first<kChecked>());
  bytes[kChecked] = static_cast<unsigned char>(checksum >> 8U);
  bytes[kChecked + 1] = static_cast<unsigned char>(checksum & 0xffU);

  std::array<char, kFriendlyLength + 1> text{};
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(),
                    sodium_base64_VARIANT_URLSAFE_NO_PADDING);
  return text.data();
}

std::string_view Words(AddressError error) {
  static constexpr std::array<std::string_view, 7> kWords{
      "expected WORKCHAIN:64 hex digits, or 48 characters of base64",
      "the part before the colon is not a workchain number",
      "expected 64 hex digits after the colon",
      "invalid base64 character",
      "mixes the two base64 alphabets",
      "invalid tag in the first byte",
      "wrong checksum"};
  return kWords.at(static_cast<std::size_t>(error));
}

Result<ParsedAddress, AddressError> ParseAddress(std::string_view text) {
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    return ParseRaw(text.substr(0, colon), text.substr(colon + 1));
  }
  if (text.size() != kFriendlyLength) return Fail(AddressError::kForm);
  return ParseFriendly(text);
}

namespace {

/// Effect of each byte on a reflected 32-bit CRC when 0 to 3 bytes follow it.
using Tables = std::array<std::array<std::uint32_t, 256>, 4>;

constexpr Tables kCrc32c = [] {
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) {
      value = (value & 1U) != 0 ? (value >> 1U) ^ 0x82f63b78U : value >> 1U;
    }
    tables[0][byte] = value;
  }
  for (std::size_t behind = 1; behind < tables.size(); ++behind) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t value = tables[behind - 1][byte];
      tables[behind][byte] = (value >> 8U) ^ tables[0][value & 0xffU];
    }
  }
  return tables;
}();

}  // namespace

std::uint16_t Crc16(std::span<const unsigned char> bytes) {
  std::uint32_t value = 0;
  for (const unsigned char byte : bytes) {
    value ^= static_cast<std::uint32_t>(byte) << 8U;
    for (int bit = 0; bit < 8; ++bit) {
      value = (value & 0x8000U) != 0 ? (value << 1U) ^ 0x1021U : value << 1U;
    }
  }
  return static_cast<std::uint16_t>(value);
}

// Processes four bytes at a time. Byte by byte it would take 3 % of the time of a proof check.
std::uint32_t Crc32c(std::span<const unsigned char> bytes) {
  std::uint32_t value = 0xffffffffU;
  for (; bytes.size() >= 4; bytes = bytes.subspan(4)) {
    value = kCrc32c[3][(value ^ bytes[0]) & 0xffU] ^ kCrc32c[2][(value >> 8U ^ bytes[1]) & 0xffU] ^
            kCrc32c[1][(value >> 16U ^ bytes[2]) & 0xffU] ^ kCrc32c[0][value >> 24U ^ bytes[3]];
  }
  for (const unsigned char byte : bytes) value = (value >> 8U) ^ kCrc32c[0][(value ^ byte) & 0xffU];
  return ~value;
}

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

}  // namespace prichal::signin::ton
