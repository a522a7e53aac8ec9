#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace prichal {

/// Fills `bytes` from the system's random generator. Any thread.
void FillRandom(std::span<unsigned char> bytes);

/// Returns an unguessable ID: 16 random bytes in base64url (22 characters). Any thread.
[[nodiscard]] std::string NewRandomId();

/// Unpredictable random numbers at low cost: reads the system's generator one block at a time. Not
/// thread-safe; each thread has its own.
class RandomSource {
 public:
  [[nodiscard]] std::uint64_t Next();

  /// Returns a number from 0 to `bound` - 1, or 0 if `bound` is 0. Slightly uneven for huge bounds.
  [[nodiscard]] std::uint64_t Below(std::uint64_t bound) { return bound == 0 ? 0 : Next() % bound; }

 private:
  static constexpr std::size_t kBlock = 64;
  std::array<std::uint64_t, kBlock> block_{};
  std::size_t used_ = kBlock;
};

}  // namespace prichal
