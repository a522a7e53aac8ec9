#pragma once

#include <cstdint>

namespace prichal::chaos {

/// Failures inside of SQLite: of the allocations that it makes, and of the steps of its virtual
/// machine, which are interrupted. Counted from 1; one after another fails, or one alone.
class SqliteFaults {
 public:
  /// Before the first use of SQLite in the process.
  static void Install();

  static void FailAllocations(std::uint64_t first, std::uint64_t count);
  static void InterruptSteps(std::uint64_t first, std::uint64_t count);
  static void Stop();

  /// Since the last of the three above.
  [[nodiscard]] static std::uint64_t allocations();
  [[nodiscard]] static std::uint64_t steps();
  [[nodiscard]] static std::uint64_t failed();
};

}  // namespace prichal::chaos
