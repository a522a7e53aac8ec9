#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace prichal {

/// Sixteen bytes that are looked at in one step, wherever the processor can (GCC's vector types).
using ByteBlock = signed char __attribute__((vector_size(16)));

/// How many bytes at the front lie in blocks without any byte that stops the run. What is left is
/// for the caller to look at byte by byte: at most a block's worth of it belongs to the run.
/// `stops`: from a block to one that is not zero where a byte of it stops; bytes above 0x7f are
/// negative.
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
