#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "signin/ton/cell.h"

namespace prichal::signin::ton {

/// Limits of a bag of cells. A cell occupies two bytes or more in a bag and a hundred in memory.
struct BocLimits {
  std::size_t bytes = 64UL * 1024;
  std::size_t cells = 8UL * 1024;
  std::size_t roots = 16;
};

/// Why bytes are not a valid bag of cells.
enum class BocError {
  kTooLarge,           ///< more bytes than BocLimits allows
  kTooManyCells,       ///< more cells than BocLimits allows
  kTooManyRoots,       ///< more roots than BocLimits allows, or more roots than cells
  kTruncated,          ///< the bytes end too early
  kBadMagic,           ///< not one of the three known values
  kBadFlags,           ///< an unknown flag, or cache bits without an index
  kBadReferenceSize,   ///< not 1 to 4
  kBadOffsetSize,      ///< not 1 to 8
  kNoCells,            ///< the cell count is 0
  kNoRoots,            ///< the root count is 0
  kAbsentCells,        ///< the bag contains absent cells
  kBadTotalSize,       ///< does not match the cell count or the end of the last cell
  kTrailingBytes,      ///< bytes after the end
  kBadChecksum,        ///< CRC-32C does not match
  kBadRootIndex,       ///< a root index is not below the cell count
  kBadIndex,           ///< an index entry is not the end of its cell
  kBadReferenceCount,  ///< a cell has more than four references
  kBadReference,       ///< a reference is not below the cell count
  /// A reference to the cell itself or to an earlier cell, which would allow cycles.
  kBackwardReference,
  kOverlongData,   ///< the last byte has no data bit, or the end marker is missing
  kBadExotic,      ///< invalid type, length, hash or depth of an exotic cell
  kBadLevelMask,   ///< the level mask does not follow from the child cells
  kBadStoredHash,  ///< the hash or depth stored in the cell is wrong
  kTooDeep,        ///< deeper than Cell::kMostDepth
};

/// Stable code of the error, such as "bad_magic".
[[nodiscard]] std::string_view CodeOf(BocError error);
/// Describes the error in a sentence for logs and responses.
[[nodiscard]] std::string_view Words(BocError error);

/// A parsed bag of cells. Its cells point into the bytes that ReadBoc() was given.
struct Boc {
  std::vector<Cell> cells;
  std::vector<std::uint32_t> roots;  ///< at least one; indices into `cells`

  [[nodiscard]] const Cell& root() const { return cells[roots.front()]; }
  /// `index` must be below the cell's reference_count.
  [[nodiscard]] const Cell& Child(const Cell& cell, std::size_t index) const {
    return cells[cell.references[index]];
  }
};

/// Parses a bag of cells (`serialized_boc`, `serialized_boc_idx` and `serialized_boc_idx_crc32c` of
/// the TL-B schema boc.tlb) and checks all of it. At least as strict as the TON node, which ignores
/// bytes after the end, absent cells and unknown flags. Time and memory are proportional to the
/// number of cells, however they refer to each other. `bytes` must outlive the result. Any thread.
[[nodiscard]] Result<Boc, BocError> ReadBoc(std::span<const unsigned char> bytes,
                                            const BocLimits& limits = {});

}  // namespace prichal::signin::ton
