#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "ton/sha256.h"
#include "ton/wallet_code.h"

namespace prichal::ton {

/// Ed25519 (RFC 8032).
using Signature = std::array<unsigned char, 64>;

/// From standard base64 with its padding, and nothing else. Nothing when it is not of 64 bytes.
[[nodiscard]] std::optional<Signature> ParseSignature(std::string_view base64);

/// Whether the key is a point of small order, in any of its encodings: with some of these anybody
/// can sign whatever he wants.
[[nodiscard]] bool IsWeakKey(const PublicKey& key);

/// What a wallet puts its signature under: the hash of a message, and in front of it, on any
/// network but main and test network, 32 bytes that name the network (`signature_domain.l2`).
class SignedBytes {
 public:
  /// `network`: its global id, of which an L2 network has one of its own.
  SignedBytes(const Hash& message, std::int32_t network);

  [[nodiscard]] std::span<const unsigned char> bytes() const {
    return std::span(bytes_).first(size_);
  }

 private:
  std::array<unsigned char, 64> bytes_{};
  std::size_t size_ = 0;
};

/// By libsodium: refuses a key of small order and an S above the group's order too, so that a
/// signature cannot be turned into another of the same. Takes a few ten microseconds.
[[nodiscard]] bool IsSignedBy(const PublicKey& key, const SignedBytes& message,
                              const Signature& signature);

}  // namespace prichal::ton
