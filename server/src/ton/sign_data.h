#pragma once

#include <chrono>
#include <span>
#include <string_view>

#include "ton/address.h"
#include "ton/cell.h"

namespace prichal::ton {

/// Who signed, for which site and when; the same in all three forms of signData (TON Connect,
/// requests-responses.md, “Sign Data”).
struct SignDataContext {
  Address address;
  std::string_view domain;            ///< of at most 253 bytes
  std::chrono::seconds timestamp{0};  ///< Unix time
};

/// The hash that is signed; what goes in front of it on L2 networks SignedBytes knows.
[[nodiscard]] Hash SignedTextHash(const SignDataContext& context, std::string_view text);
[[nodiscard]] Hash SignedBinaryHash(const SignDataContext& context,
                                    std::span<const unsigned char> bytes);
/// `schema`: in TL-B, as it was shown. `cell`: of level 0, the root of a bag that was read.
[[nodiscard]] Hash SignedCellHash(const SignDataContext& context, std::string_view schema,
                                  const Cell& cell);

}  // namespace prichal::ton
