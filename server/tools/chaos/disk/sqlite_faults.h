#pragma once

#include <cstdint>

namespace prichal::chaos {

/// Injects failures into SQLite: failed allocations and interrupted steps of its virtual machine.
/// Counted from 1; `count` consecutive ones fail.
class SqliteFaults {
 public:
  /// Installs the hooks. Call it before the first use of SQLite in the process.
  static void Install();

  /// Fail `count` events from the `first` on.
  static void FailAllocations(std::uint64_t first, std::uint64_t count);
  static void InterruptSteps(std::uint64_t first, std::uint64_t count);
  /// Ends all failures.
  static void Stop();

  /// Counters since the last call of one of the three functions above.
  [[nodiscard]] static std::uint64_t allocations();
  [[nodiscard]] static std::uint64_t steps();
  [[nodiscard]] static std::uint64_t failed();
};

}  // namespace prichal::chaos
