#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "ton/cell.h"

namespace prichal::ton {

/// The most that a bag may have. A cell takes two bytes of a bag and a hundred of memory.
struct BocLimits {
  std::size_t bytes = 64UL * 1024;
  std::size_t cells = 8UL * 1024;
  std::size_t roots = 16;
};

/// Why bytes are no bag of cells, or not one that we take.
enum class BocError {
  kTooLarge,           ///< more bytes than BocLimits
  kTooManyCells,       ///< the same of cells
  kTooManyRoots,       ///< the same of roots, or more of them than cells
  kTruncated,          ///< it ends before it says
  kBadMagic,           ///< none of the three
  kBadFlags,           ///< an unknown flag, or cache bits without an index
  kBadReferenceSize,   ///< not 1 to 4
  kBadOffsetSize,      ///< not 1 to 8
  kNoCells,            ///< a count of 0
  kNoRoots,            ///< the same
  kAbsentCells,        ///< cells that are known elsewhere
  kBadTotalSize,       ///< of the cells, against their number or where the last of them ends
  kTrailingBytes,      ///< behind the end
  kBadChecksum,        ///< CRC-32C
  kBadRootIndex,       ///< a root that is none of the cells
  kBadIndex,           ///< an entry of the index that is not where its cell ends
  kBadReferenceCount,  ///< more than four
  kBadReference,       ///< to none of the cells
  kBackwardReference,  ///< to itself or to a cell before it: cycles would be made of these
  kOverlongData,       ///< filled up by a byte that holds no bit, or without the one that ends it
  kBadExotic,          ///< a type, length, hash or depth that no exotic cell has
  kBadLevelMask,       ///< another than follows from the cells below
  kBadStoredHash,      ///< hash or depth, stored beside the cell, are not what it has
  kTooDeep,            ///< deeper than Cell::kMostDepth
};

/// Short and stable, of the kind "bad_magic".
[[nodiscard]] std::string_view CodeOf(BocError error);
/// For logs and answers: the same in a sentence.
[[nodiscard]] std::string_view Words(BocError error);

struct Boc {
  std::vector<Cell> cells;
  std::vector<std::uint32_t> roots;  ///< at least one; places in `cells`

  [[nodiscard]] const Cell& root() const { return cells[roots.front()]; }
  /// `index`: below the cell's reference_count.
  [[nodiscard]] const Cell& Child(const Cell& cell, std::size_t index) const {
    return cells[cell.references[index]];
  }
};

/// Reads a bag of cells (`serialized_boc`, `serialized_boc_idx` and `serialized_boc_idx_crc32c` of
/// the TL-B schema boc.tlb), all of which it checks, as strictly as the node does, and more so
/// where the node passes over what is wrong: bytes behind the end, counts of absent cells, unknown
/// flags. Takes time and memory of the number of cells, whatever they refer to. The cells point
/// into `bytes`, which must outlive them.
[[nodiscard]] Result<Boc, BocError> ReadBoc(std::span<const unsigned char> bytes,
                                            const BocLimits& limits = {});

}  // namespace prichal::ton
