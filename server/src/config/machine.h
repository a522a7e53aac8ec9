#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

namespace prichal::config {

/// What there is for this process of processors and memory: defaults follow it.
struct Machine {
  std::size_t processors = 1;  ///< at least one; half a processor is one
  std::uint64_t memory = std::numeric_limits<std::int64_t>::max();  ///< bytes; at least one

  /// "256 MiB and 1 processor"
  [[nodiscard]] std::string Describe() const;
};

/// The machine as far as this process may use it: what the kernel has, bounded by its processors
/// (sched_setaffinity(2)), by the control groups that it is in and by `ulimit -v`.
/// @param root the folder that /proc and /sys are in; another than "/" for tests
[[nodiscard]] Machine ReadMachine(const std::string& root = "/");

}  // namespace prichal::config
