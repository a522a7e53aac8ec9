// The processors and the memory that this process may use, from the kernel and control groups, and
// the sum of memory that clients can take. Main thread, at start and reload.

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/settings.h"

namespace prichal::config {

/// Processors and memory for this process. Defaults of some keys are shares of them.
struct Machine {
  std::size_t processors = 1;  ///< At least one; half a processor is one
  std::uint64_t memory = std::numeric_limits<std::int64_t>::max();  ///< Bytes, at least one

  /// Returns text such as "256 MiB and 1 processor".
  [[nodiscard]] std::string Describe() const;
};

/// Reads the processors and memory of this process: the machine's, limited by sched_setaffinity(2),
/// by control groups and by `ulimit -v`.
/// @param root the directory with /proc and /sys; tests pass another than "/"
[[nodiscard]] Machine ReadMachine(const std::string& root = "/");

/// Limits by control groups (cgroups(7), versions 1 and 2). Nullopt if there is no limit.
struct ControlGroupLimits {
  std::optional<std::size_t> processors;  ///< Rounded up
  std::optional<std::uint64_t> memory;    ///< Bytes
};

/// Returns the lowest limits of this process's groups and of all groups above them that are
/// mounted. A file that cannot be read sets no limit.
/// @param root the directory with /proc and /sys
[[nodiscard]] ControlGroupLimits ReadControlGroups(const std::string& root);

// Parsers of kernel files, declared for tests.

/// A mounted hierarchy of groups, from /proc/self/mountinfo.
struct ControlGroupMount {
  std::string point;        ///< Directory where it is mounted
  std::string root;         ///< Group of that directory, as in /proc/self/cgroup
  std::string controllers;  ///< "rw,cpu,cpuacct" for version 1; empty for version 2
  bool is_unified = false;  ///< Version 2
};
/// Returns all mounted hierarchies, from /proc/self/mountinfo (proc_pid_mountinfo(5)).
[[nodiscard]] std::vector<ControlGroupMount> ParseMounts(std::string_view mountinfo);

/// Returns the directory of the process in the hierarchy of `mount`, from /proc/self/cgroup.
[[nodiscard]] std::optional<std::string> PathIn(const ControlGroupMount& mount,
                                                std::string_view cgroup);
/// Returns bytes from memory.max or memory.limit_in_bytes. Nullopt for "max", for the value that
/// version 1 has without a limit, and for text that is no number.
[[nodiscard]] std::optional<std::uint64_t> ParseMemory(std::string_view text);
/// Returns processors from cpu.max: 1 for "50000 100000", nullopt for "max 100000".
[[nodiscard]] std::optional<std::size_t> ParseCpuMax(std::string_view text);
/// Returns processors from the two files of version 1, where -1 is no limit.
[[nodiscard]] std::optional<std::size_t> ProcessorsOf(std::string_view quota,
                                                      std::string_view period);
/// Counts the processors of a list such as "0-3,7". Nullopt if it is empty or malformed.
[[nodiscard]] std::optional<std::size_t> CountProcessors(std::string_view list);

/// Returns the largest memory in bytes that the process can take with these limits, including all
/// data that clients can make it hold, without the files of the mini app. The reference of the
/// configuration on the site has the sum row by row. Call FitTo() on `settings` first.
[[nodiscard]] std::uint64_t MostMemory(const Settings& settings);

}  // namespace prichal::config
