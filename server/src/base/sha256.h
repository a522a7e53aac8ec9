#pragma once

#include <array>
#include <span>

#include "base/secret.h"

namespace prichal {

/// Of SHA-256, and of HMAC-SHA256.
using Sha256Digest = std::array<unsigned char, 32>;

/// SHA-256 (FIPS 180-4) of the parts one behind the other, by OpenSSL, which uses what the
/// processor has for it. Any thread.
[[nodiscard]] Sha256Digest Sha256(std::span<const std::span<const unsigned char>> parts);
[[nodiscard]] Sha256Digest Sha256(std::span<const unsigned char> bytes);

/// HMAC-SHA256 (RFC 2104) under one key, which is overwritten in the end.
class HmacSha256 {
 public:
  explicit HmacSha256(std::span<const unsigned char> key);

  /// Any thread.
  [[nodiscard]] Sha256Digest Of(std::span<const unsigned char> text) const;

 private:
  static constexpr std::size_t kBlock = 64;

  SecretBytes<kBlock> inner_;  ///< the key as the first block of each of the two hashes
  SecretBytes<kBlock> outer_;
};

}  // namespace prichal
