#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

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

/// SipHash-2-4 with a secret key, for hash tables whose keys are chosen by clients. Without the key
/// an attacker cannot aim at one bucket or thread. Immutable; any thread.
class SipHash {
 public:
  using Key = std::array<unsigned char, 16>;

  /// Generates a random key, known only in this process.
  SipHash();
  /// Uses a given key, if several processes must agree, or in tests.
  explicit SipHash(const Key& key) : key_(key) {}

  [[nodiscard]] std::uint64_t operator()(std::string_view bytes) const;

 private:
  Key key_;
};

/// A keyed 128-bit hash that identifies a text of any length. Two texts with the same fingerprint
/// are treated as equal; without the key a client cannot find a collision. A value type; all zero
/// means empty.
class Fingerprint {
 public:
  static constexpr std::size_t kBytes = 16;
  using Bytes = std::array<char, kBytes>;

  Fingerprint() = default;
  explicit Fingerprint(const Bytes& bytes) : bytes_(bytes) {}
  /// Restores a fingerprint from bytes(). Empty if `bytes` has the wrong length.
  static Fingerprint FromBytes(std::string_view bytes);

  [[nodiscard]] bool empty() const { return *this == Fingerprint(); }
  [[nodiscard]] std::string_view bytes() const { return {bytes_.data(), bytes_.size()}; }

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;

 private:
  Bytes bytes_{};
};

/// Computes fingerprints with SipHash-2-4 (128 bits) and a key that clients do not know. An unkeyed
/// hash of the same strength (BLAKE2b) takes six times as long for a message. Immutable; any
/// thread.
class Fingerprints {
 public:
  using Key = std::array<unsigned char, 16>;

  /// Generates a random key.
  Fingerprints();
  /// Uses the key of stored fingerprints.
  explicit Fingerprints(const Key& key) : key_(key) {}

  /// Hashes the parts in order, each with its length, so that ("ab", "c") and ("a", "bc") differ.
  [[nodiscard]] Fingerprint Compute(std::initializer_list<std::string_view> parts) const;

  [[nodiscard]] const Key& key() const { return key_; }

 private:
  Key key_;
};

}  // namespace prichal
