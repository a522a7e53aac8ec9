#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "signin/ton/cell.h"
#include "signin/ton/state_init.h"

namespace prichal::signin::ton {

/// An Ed25519 signature (RFC 8032).
using Signature = std::array<unsigned char, 64>;

/// Decodes standard base64 with padding. Empty if the text is invalid or not 64 bytes long.
[[nodiscard]] std::optional<Signature> ParseSignature(std::string_view base64);

/// Returns true if the key is a point of small order, in any encoding. For some of these keys an
/// attacker can forge signatures of any message.
[[nodiscard]] bool IsWeakKey(const PublicKey& key);

/// The bytes that a wallet signs: a message hash, preceded on L2 networks by 32 bytes that name the
/// network (`signature_domain.l2`). On mainnet and testnet only the hash.
class SignedBytes {
 public:
  /// `network`: global ID.
  SignedBytes(const Hash& message, std::int32_t network);

  [[nodiscard]] std::span<const unsigned char> bytes() const {
    return std::span(bytes_).first(size_);
  }

 private:
  std::array<unsigned char, 64> bytes_{};
  std::size_t size_ = 0;
};

/// Verifies an Ed25519 signature with libsodium, which rejects keys of small order and an S above
/// the group order. A signature can therefore not be transformed into another valid one. Takes tens
/// of microseconds. Any thread.
[[nodiscard]] bool IsSignedBy(const PublicKey& key, const SignedBytes& message,
                              const Signature& signature);

}  // namespace prichal::signin::ton
