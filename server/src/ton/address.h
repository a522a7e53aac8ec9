#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "ton/sha256.h"

namespace prichal::ton {

/// An account: what is compared and kept is this, never a text of it, of which it has many.
struct Address {
  std::int32_t workchain = 0;  ///< 0: where wallets are; -1: the masterchain
  Hash hash{};                 ///< of the state init that the account was made with

  friend bool operator==(const Address&, const Address&) = default;
};

/// The raw form, "0:" and 64 hex digits in lower case: one text for each account.
[[nodiscard]] std::string ToRaw(const Address& address);

/// What a friendly address says beside the account.
struct AddressTag {
  bool bounceable = false;
  bool test_only = false;  ///< its writer does not want it to be used on the main network
};

/// The friendly form (TEP-2) in base64url: 48 characters. Of a workchain below -128 or above 127
/// there is none: empty.
[[nodiscard]] std::string ToFriendly(const Address& address, AddressTag tag);

struct ParsedAddress {
  Address address;
  bool friendly = false;
  AddressTag tag;  ///< all false for the raw form
};

/// Why a text is no address.
enum class AddressError {
  kForm,       ///< neither workchain:hash nor 48 characters
  kWorkchain,  ///< no decimal number of 32 bits in front of the colon, as anybody would write it
  kHash,       ///< not 64 hex digits behind the colon
  kBase64,     ///< a character of neither alphabet of RFC 4648
  kAlphabets,  ///< of both alphabets
  kTag,        ///< the first byte is none of 0x11 and 0x51, with or without 0x80
  kChecksum,
};

/// For logs and answers, of the kind "its checksum is wrong: …".
[[nodiscard]] std::string_view Words(AddressError error);

/// Raw (hex digits of either case) or friendly (base64 or base64url). Spaces are no part of any.
[[nodiscard]] Result<ParsedAddress, AddressError> ParseAddress(std::string_view text);

}  // namespace prichal::ton
