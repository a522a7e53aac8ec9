#pragma once

#include <chrono>
#include <span>
#include <string_view>

#include "signin/ton/address.h"
#include "signin/ton/cell.h"

namespace prichal::ton {

/// Signer, domain and time, common to all three forms of signData (TON Connect,
/// requests-responses.md, "Sign Data"). `domain` must outlive the context.
struct SignDataContext {
  Address address;
  std::string_view domain;            ///< at most 253 bytes
  std::chrono::seconds timestamp{0};  ///< Unix time
};

/// Returns the hash that a wallet signs for a text, for bytes or for a cell. For L2 networks
/// SignedBytes adds a prefix.
[[nodiscard]] Hash SignedTextHash(const SignDataContext& context, std::string_view text);
[[nodiscard]] Hash SignedBinaryHash(const SignDataContext& context,
                                    std::span<const unsigned char> bytes);
/// `schema`: TL-B, as shown to the user. `cell`: root of a parsed bag, of level 0.
[[nodiscard]] Hash SignedCellHash(const SignDataContext& context, std::string_view schema,
                                  const Cell& cell);

}  // namespace prichal::ton
