#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace prichal::ton {

/// Takes bytes from the front of others, as far as they go. After one thing was too long for what
/// is left, nothing more is given, so that of several only the last has to be looked at.
class ByteReader {
 public:
  explicit ByteReader(std::span<const unsigned char> bytes) : left_(bytes) {}

  [[nodiscard]] std::size_t left() const { return left_.size(); }

  /// Nothing when fewer are left, or were before.
  std::optional<std::span<const unsigned char>> Take(std::size_t count) {
    failed_ = failed_ || count > left_.size();
    if (failed_) return std::nullopt;
    const auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }

  /// A number of 1 to 8 bytes, the highest first.
  std::optional<std::uint64_t> Number(std::size_t count) {
    const auto bytes = Take(count);
    if (!bytes) return std::nullopt;
    std::uint64_t value = 0;
    for (const unsigned char byte : *bytes) value = value << 8U | byte;
    return value;
  }

 private:
  std::span<const unsigned char> left_;
  bool failed_ = false;
};

}  // namespace prichal::ton
