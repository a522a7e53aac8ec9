#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "signin/ton/cell.h"

namespace prichal::signin::ton {

/// Address of a TON account. Compare and store this value, not a text: one account has many textual
/// addresses. A value type; any thread.
struct Address {
  std::int32_t workchain = 0;  ///< 0 for wallets, -1 for the masterchain
  Hash hash{};                 ///< hash of the account's initial state init

  friend bool operator==(const Address&, const Address&) = default;
};

/// Formats the raw form: workchain, ":" and 64 lower-case hex digits. Each account has exactly one
/// raw form.
[[nodiscard]] std::string ToRaw(const Address& address);

/// Flags of a friendly address (TEP-2).
struct AddressTag {
  bool bounceable = false;
  bool test_only = false;  ///< not to be used on mainnet
};

/// Formats the friendly form (TEP-2) in base64url: 48 characters. Empty if the workchain is below
/// -128 or above 127.
[[nodiscard]] std::string ToFriendly(const Address& address, AddressTag tag);

/// Result of ParseAddress().
struct ParsedAddress {
  Address address;
  bool friendly = false;
  AddressTag tag;  ///< all false for the raw form
};

/// Why a text is not an address.
enum class AddressError {
  kForm,       ///< neither "workchain:hash" nor 48 characters
  kWorkchain,  ///< the text before the colon is not a canonical 32-bit decimal number
  kHash,       ///< the text after the colon is not 64 hex digits
  kBase64,     ///< a character in neither alphabet of RFC 4648
  kAlphabets,  ///< characters from both alphabets
  kTag,        ///< the first byte is not 0x11 or 0x51, with or without 0x80
  kChecksum,
};

/// Describes the error for logs and responses, such as "its checksum is wrong: …".
[[nodiscard]] std::string_view Words(AddressError error);

/// Parses the raw form (hex digits in either case) or the friendly form (base64 or base64url).
/// White space is an error. Any thread.
[[nodiscard]] Result<ParsedAddress, AddressError> ParseAddress(std::string_view text);

/// CRC-16/XMODEM (polynomial 0x1021, initial value 0, not reflected), the checksum of friendly
/// addresses.
[[nodiscard]] std::uint16_t Crc16(std::span<const unsigned char> bytes);

/// CRC-32C (Castagnoli, RFC 3720 appendix B.4), the checksum of bags of cells.
[[nodiscard]] std::uint32_t Crc32c(std::span<const unsigned char> bytes);

/// Decodes strict standard base64 (RFC 4648 section 4): padding is required, line breaks are not
/// allowed, and unused bits must be 0. Empty for any other text. Any thread.
///
/// libsodium's decoder runs in constant time to protect keys. For a public state init of a thousand
/// characters that would be a tenth of the time of a verification.
[[nodiscard]] std::optional<std::vector<unsigned char>> DecodeBase64(std::string_view text);

}  // namespace prichal::signin::ton
