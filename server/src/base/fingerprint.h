#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace prichal {

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
