// The processors and the memory that this process may use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace prichal::config {

/// Processors and memory for this process. Defaults of some keys are shares of them.
struct Machine {
  std::size_t processors = 1;  ///< At least one; half a processor is one
  std::uint64_t memory = std::numeric_limits<std::int64_t>::max();  ///< Bytes, at least one

  /// Returns text such as "256 MiB and 1 processor".
  [[nodiscard]] std::string Describe() const;
};

/// Reads what this process may use: what the kernel has, limited by sched_setaffinity(2), by
/// control groups and by `ulimit -v`.
/// @param root the directory with /proc and /sys; tests pass another than "/"
[[nodiscard]] Machine ReadMachine(const std::string& root = "/");

}  // namespace prichal::config
