#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace prichal::ton {

/// Reads bytes from the front of a span. After one failed read all later reads fail, so the caller
/// needs to check only the last of a sequence. The bytes must outlive the reader. Not thread-safe.
class ByteReader {
 public:
  explicit ByteReader(std::span<const unsigned char> bytes) : left_(bytes) {}

  [[nodiscard]] std::size_t left() const { return left_.size(); }

  /// Empty if fewer bytes are left or an earlier read failed.
  std::optional<std::span<const unsigned char>> Read(std::size_t count) {
    failed_ = failed_ || count > left_.size();
    if (failed_) return std::nullopt;
    const auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }

  /// Reads a big-endian number of 1 to 8 bytes.
  std::optional<std::uint64_t> Number(std::size_t count) {
    const auto bytes = Read(count);
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
