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

/// The header of a bag of cells, after all checks that do not need the cells.
struct BocHeader {
  std::size_t cells = 0;
  std::size_t reference_size = 0;  ///< bytes per reference, 1 to 4
  std::size_t offset_size = 0;     ///< bytes per index entry, 1 to 8
  bool cache_bits = false;  ///< the lowest bit of an index entry is a flag, not part of the offset
  std::vector<std::uint32_t> roots;
  std::span<const unsigned char> index;  ///< empty if the bag has no index
  std::span<const unsigned char> body;   ///< the serialized cells
};

/// Parses and checks the header and the checksum. Never allocates more than the size of `bytes`
/// justifies, whatever the header says. `bytes` must outlive the result.
[[nodiscard]] Result<BocHeader, BocError> ReadBocHeader(std::span<const unsigned char> bytes,
                                                        const BocLimits& limits);

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

}  // namespace prichal::signin::ton
