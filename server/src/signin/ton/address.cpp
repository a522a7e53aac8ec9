#include "signin/ton/address.h"

#include <sodium/utils.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <span>

#include "base/hex.h"
#include "signin/ton/checksum.h"

namespace prichal::ton {
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
  const char* const end = workchain.data() + workchain.size();
  const auto [stop, error] = std::from_chars(workchain.data(), end, parsed.address.workchain);
  if (error != std::errc() || stop != end ||
      std::to_string(parsed.address.workchain) != workchain) {
    return Fail(AddressError::kWorkchain);
  }
  if (hash.size() != 2 * parsed.address.hash.size() || !IsHex(hash)) {
    return Fail(AddressError::kHash);
  }
  for (std::size_t i = 0; i < parsed.address.hash.size(); ++i) {
    parsed.address.hash[i] =
        static_cast<unsigned char>(HexValue(hash[2 * i]) * 16 + HexValue(hash[2 * i + 1]));
  }
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
  switch (error) {
    case AddressError::kForm:
      return "it is neither a workchain, a colon and 64 hex digits, nor 48 characters of base64";
    case AddressError::kWorkchain:
      return "no number of a workchain stands in front of its colon";
    case AddressError::kHash:
      return "there are not 64 hex digits behind its colon";
    case AddressError::kBase64:
      return "it has a character that is in no alphabet of base64";
    case AddressError::kAlphabets:
      return "it mixes the two alphabets of base64";
    case AddressError::kTag:
      return "its first byte is no tag of an address";
    case AddressError::kChecksum:
      return "its checksum is wrong: a character was changed or left out";
  }
  return {};
}

Result<ParsedAddress, AddressError> ParseAddress(std::string_view text) {
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    return ParseRaw(text.substr(0, colon), text.substr(colon + 1));
  }
  if (text.size() != kFriendlyLength) return Fail(AddressError::kForm);
  return ParseFriendly(text);
}

}  // namespace prichal::ton
