#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "signin/ton/boc.h"

namespace prichal::ton {

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

}  // namespace prichal::ton
