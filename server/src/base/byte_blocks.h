#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace prichal {

/// Sixteen bytes that the compiler compares in one step if the processor supports it (GCC's vector
/// types).
using ByteBlock = signed char __attribute__((vector_size(16)));

/// Returns the number of leading bytes that are in whole blocks without a stop byte. The caller
/// checks the remaining bytes one by one; fewer than 16 of them belong to the run. `stops` maps a
/// block to a block that is non-zero at each stop byte. Bytes above 0x7f are negative in it.
template <typename Stops>
[[nodiscard]] std::size_t RunOfBlocks(std::string_view bytes, Stops stops) {
  using Halves = std::uint64_t __attribute__((vector_size(16)));
  std::size_t run = 0;
  for (; run + sizeof(ByteBlock) <= bytes.size(); run += sizeof(ByteBlock)) {
    ByteBlock block;
    std::memcpy(&block, bytes.data() + run, sizeof(block));
    const auto stopped = stops(block);
    Halves halves;
    std::memcpy(&halves, &stopped, sizeof(halves));
    if ((halves[0] | halves[1]) != 0) break;
  }
  return run;
}

}  // namespace prichal
