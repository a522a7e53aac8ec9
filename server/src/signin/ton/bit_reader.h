#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "signin/ton/cell.h"

namespace prichal::ton {

/// Reads a cell's bits from the front. `cell` must outlive the reader. Not thread-safe.
class BitReader {
 public:
  explicit BitReader(const Cell& cell) : cell_(cell) {}

  [[nodiscard]] std::size_t left() const { return cell_.bits - at_; }

  /// Returns false if fewer bits are left.
  bool Skip(std::size_t bits) {
    if (bits > left()) return false;
    at_ += bits;
    return true;
  }

  /// Reads up to 64 bits as a big-endian number. Empty if fewer are left.
  std::optional<std::uint64_t> Number(std::size_t bits) {
    if (bits > left()) return std::nullopt;
    std::uint64_t value = 0;
    for (const std::size_t end = at_ + bits; at_ < end; ++at_) {
      value = value << 1U | (static_cast<unsigned>(cell_.data[at_ / 8]) >> (7 - at_ % 8) & 1U);
    }
    return value;
  }

  std::optional<bool> Bit() {
    const auto bit = Number(1);
    return bit ? std::optional(*bit == 1) : std::nullopt;
  }

  /// Reads 256 bits. Empty if fewer are left.
  std::optional<Hash> Bytes32() {
    Hash bytes{};
    if (bytes.size() * 8 > left()) return std::nullopt;
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(*Number(8));
    return bytes;
  }

 private:
  const Cell& cell_;
  std::size_t at_ = 0;
};

}  // namespace prichal::ton
