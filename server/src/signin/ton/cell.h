#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>

#include "signin/ton/sha256.h"

namespace prichal::ton {

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

}  // namespace prichal::ton
