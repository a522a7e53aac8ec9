#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"

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

/// Parses a UUID in any form that clients send (plain, in braces, with "urn:uuid:", 32 hex digits)
/// and returns the canonical lower-case text (RFC 9562 section 4). Empty if it is none of these
/// forms.
[[nodiscard]] std::optional<std::string> NormalizeUuid(std::string_view text);

/// Creates a UUID version 7 (RFC 9562 section 5.7). It begins with the time, so UUIDs sort by
/// creation time.
[[nodiscard]] std::string NewUuidV7(Millis unix_time, RandomSource& random);

}  // namespace prichal
