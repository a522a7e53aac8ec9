#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/hash.h"

namespace prichal::signin::ton {

/// SHA-256 of a cell, an account or a message.
using Hash = Sha256Digest;

using prichal::Sha256;

/// Size of a hash, in bytes.
inline constexpr std::size_t kHashBytes = std::tuple_size_v<Hash>;
/// Size of a depth in a serialized bag, in bytes.
inline constexpr std::size_t kDepthBytes = 2;

/// Type of a cell: ordinary, or one of the four exotic types.
enum class CellType : std::uint8_t {
  kOrdinary = 0,
  kPruned = 1,   ///< replaces a pruned subtree, whose hashes it contains
  kLibrary = 2,  ///< replaces a cell that the masterchain has in its library, by hash
  kMerkleProof = 3,
  kMerkleUpdate = 4,
};

/// A cell of a bag of cells (TVM white paper, 3.1): up to 1023 bits and up to four references to
/// later cells of the bag. Hash, depth and level are computed from them.
struct Cell {
  static constexpr std::size_t kMostReferences = 4;
  static constexpr std::size_t kMostBytes = 128;
  static constexpr std::size_t kMostDepth = 1024;

  /// Part of the bytes that the bag was parsed from, which must outlive the cell. If `bits` is not
  /// a multiple of 8, the last byte is padded with a one and zeros.
  std::span<const unsigned char> data;
  std::array<std::uint32_t, kMostReferences> references{};  ///< indices into the cells of the bag
  std::uint16_t bits = 0;
  std::uint16_t depth = 0;  ///< 0 without references, otherwise 1 + the maximum of the children
  std::uint8_t reference_count = 0;
  std::uint8_t level_mask = 0;  ///< 0 if no cell below is pruned by an outer proof
  CellType type = CellType::kOrdinary;
  Hash hash{};  ///< representation hash at the cell's own level
};

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

}  // namespace prichal::signin::ton
