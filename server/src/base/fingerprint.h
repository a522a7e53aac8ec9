#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace prichal {

/// Stands for a text of any length: two texts with one fingerprint are one text, for all that
/// a client can find out. All zero: of nothing.
class Fingerprint {
 public:
  static constexpr std::size_t kBytes = 16;
  using Bytes = std::array<char, kBytes>;

  Fingerprint() = default;
  explicit Fingerprint(const Bytes& bytes) : bytes_(bytes) {}
  /// From bytes(); of nothing when their number is wrong.
  static Fingerprint FromBytes(std::string_view bytes);

  [[nodiscard]] bool empty() const { return *this == Fingerprint(); }
  [[nodiscard]] std::string_view bytes() const { return {bytes_.data(), bytes_.size()}; }

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;

 private:
  Bytes bytes_{};
};

/// Takes fingerprints: SipHash-2-4 of 128 bits under a key that clients do not know. A hash without
/// a key that is as hard to aim at (BLAKE2b) takes six times as long for a message.
class Fingerprints {
 public:
  using Key = std::array<unsigned char, 16>;

  /// A fresh random key.
  Fingerprints();
  /// The key of those that were kept.
  explicit Fingerprints(const Key& key) : key_(key) {}

  /// Of these parts one after the other, each with its length, so that no text can be cut in two
  /// ways.
  [[nodiscard]] Fingerprint Of(std::initializer_list<std::string_view> parts) const;

  [[nodiscard]] const Key& key() const { return key_; }

 private:
  Key key_;
};

}  // namespace prichal
