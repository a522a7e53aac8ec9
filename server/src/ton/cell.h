#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>

#include "ton/sha256.h"

namespace prichal::ton {

inline constexpr std::size_t kHashBytes = std::tuple_size_v<Hash>;
/// Bytes of a depth where a bag has one.
inline constexpr std::size_t kDepthBytes = 2;

/// What a cell is: data, or one of the four that stand for others.
enum class CellType : std::uint8_t {
  kOrdinary = 0,
  kPruned = 1,   ///< in the place of a tree, by its hashes
  kLibrary = 2,  ///< in the place of a cell that the masterchain knows by its hash
  kMerkleProof = 3,
  kMerkleUpdate = 4,
};

/// A cell of a bag of cells (TVM white paper, 3.1): up to 1023 bits and up to four references to
/// cells that stand behind it in the bag, with what follows from both.
struct Cell {
  static constexpr std::size_t kMostReferences = 4;
  static constexpr std::size_t kMostBytes = 128;
  static constexpr std::size_t kMostDepth = 1024;

  /// Of the bytes that the bag was read from. Where `bits` is no multiple of 8, the last byte is
  /// filled up with a one and zeros.
  std::span<const unsigned char> data;
  std::array<std::uint32_t, kMostReferences> references{};  ///< places in the bag
  std::uint16_t bits = 0;
  std::uint16_t depth = 0;  ///< 0 without references, else one more than the deepest of them
  std::uint8_t reference_count = 0;
  std::uint8_t level_mask = 0;  ///< 0: nothing below it is pruned by a proof outside of it
  CellType type = CellType::kOrdinary;
  Hash hash{};  ///< of its representation, at its own level
};

}  // namespace prichal::ton
