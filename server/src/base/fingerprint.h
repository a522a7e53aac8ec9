#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>

namespace prichal {

/// Stands for a text of any length: two texts with one fingerprint are one text, for all that
/// anybody can find out. All zero: of nothing.
class Fingerprint {
 public:
  static constexpr std::size_t kBytes = 16;

  Fingerprint() = default;
  /// Of these parts one after the other, each with its length, so that no text can be cut in two
  /// ways. BLAKE2b.
  static Fingerprint Of(std::initializer_list<std::string_view> parts);
  /// From bytes(); of nothing when their number is wrong.
  static Fingerprint FromBytes(std::string_view bytes);

  [[nodiscard]] bool empty() const { return *this == Fingerprint(); }
  [[nodiscard]] std::string_view bytes() const { return {bytes_.data(), bytes_.size()}; }

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;

 private:
  std::array<char, kBytes> bytes_{};
};

}  // namespace prichal
