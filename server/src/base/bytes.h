#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace prichal {

/// Immutable bytes that any number of connections on any thread can send at the same time.
using SharedBytes = std::shared_ptr<const std::string>;

/// Moves `bytes` into shared ownership.
[[nodiscard]] inline SharedBytes Share(std::string bytes) {
  return std::make_shared<const std::string>(std::move(bytes));
}

/// Views `text` as unsigned bytes, the argument type of the cryptography functions. `text` must
/// outlive the span.
[[nodiscard]] inline std::span<const unsigned char> BytesOf(std::string_view text) {
  return {reinterpret_cast<const unsigned char*>(text.data()), text.size()};
}

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
