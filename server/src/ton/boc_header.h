#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ton/boc.h"

namespace prichal::ton {

/// What stands in front of a bag's cells, checked.
struct BocHeader {
  std::size_t cells = 0;
  std::size_t reference_size = 0;  ///< bytes of a reference, 1 to 4
  std::size_t offset_size = 0;     ///< bytes of an entry of the index, 1 to 8
  bool cache_bits = false;         ///< the lowest bit of an entry is none of its offset
  std::vector<std::uint32_t> roots;
  std::span<const unsigned char> index;  ///< empty: none
  std::span<const unsigned char> body;   ///< the cells
};

/// Reads it, and all that can be said of a bag without looking at its cells, its checksum too.
/// Nothing is allocated by a number that the bytes do not bear out.
[[nodiscard]] Result<BocHeader, BocError> ReadBocHeader(std::span<const unsigned char> bytes,
                                                        const BocLimits& limits);

}  // namespace prichal::ton
