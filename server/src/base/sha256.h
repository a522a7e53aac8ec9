#pragma once

#include <array>
#include <span>

#include "base/secret.h"

namespace prichal {

/// Digest of SHA-256 and of HMAC-SHA256.
using Sha256Digest = std::array<unsigned char, 32>;

/// SHA-256 (FIPS 180-4) of the concatenated parts. Uses OpenSSL and its hardware acceleration. Any
/// thread.
[[nodiscard]] Sha256Digest Sha256(std::span<const std::span<const unsigned char>> parts);
[[nodiscard]] Sha256Digest Sha256(std::span<const unsigned char> bytes);

/// HMAC-SHA256 (RFC 2104) with a fixed key, which the destructor overwrites.
class HmacSha256 {
 public:
  /// Copies what it needs of `key`.
  explicit HmacSha256(std::span<const unsigned char> key);

  /// Returns the MAC of `text`. Any thread.
  [[nodiscard]] Sha256Digest Compute(std::span<const unsigned char> text) const;

 private:
  static constexpr std::size_t kBlock = 64;

  SecretBytes<kBlock> inner_;  ///< the padded key, XORed with ipad and opad (RFC 2104 section 2)
  SecretBytes<kBlock> outer_;
};

}  // namespace prichal
