#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace prichal {

/// Fills `bytes` from the system's generator. Any thread.
void FillRandom(std::span<unsigned char> bytes);

/// An ID that cannot be guessed: 16 random bytes in base64url. Any thread.
[[nodiscard]] std::string NewRandomId();

/// Unpredictable numbers at little cost: asks the system for a block at a time. One loop each.
class RandomSource {
 public:
  [[nodiscard]] std::uint64_t Next();

  /// 0 up to but not including `bound`; 0 for a bound of 0. Slightly uneven for huge bounds.
  [[nodiscard]] std::uint64_t Below(std::uint64_t bound) { return bound == 0 ? 0 : Next() % bound; }

 private:
  static constexpr std::size_t kBlock = 64;
  std::array<std::uint64_t, kBlock> block_{};
  std::size_t used_ = kBlock;
};

}  // namespace prichal
