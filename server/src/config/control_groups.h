#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace prichal::config {

/// What control groups (cgroups(7), version 1 and 2) leave to a process; nothing where they set no
/// bound.
struct ControlGroupLimits {
  std::optional<std::size_t> processors;  ///< a part of one counts as one
  std::optional<std::uint64_t> memory;    ///< bytes
};

/// Of this process: the least of its own groups and of all above them, as far as they are mounted.
/// What cannot be read bounds nothing.
/// @param root the folder that /proc and /sys are in
[[nodiscard]] ControlGroupLimits ReadControlGroups(const std::string& root);

// The parts, which read what the kernel writes.

/// A hierarchy of groups that is mounted, from /proc/self/mountinfo.
struct ControlGroupMount {
  std::string point;        ///< the folder in which it is
  std::string root;         ///< the group that this folder is, as /proc/self/cgroup writes it
  std::string controllers;  ///< of version 1: "rw,cpu,cpuacct"; empty for version 2
  bool is_unified = false;  ///< version 2
};
[[nodiscard]] std::vector<ControlGroupMount> ParseMounts(std::string_view mountinfo);

/// The path of the process in the hierarchy of `mount`, from /proc/self/cgroup.
[[nodiscard]] std::optional<std::string> PathIn(const ControlGroupMount& mount,
                                                std::string_view cgroup);
/// Bytes, from memory.max or memory.limit_in_bytes. Nothing for "max", for what version 1 writes
/// when there is no bound, and for what is no number.
[[nodiscard]] std::optional<std::uint64_t> ParseMemory(std::string_view text);
/// Processors, from cpu.max: "50000 100000" is one, "max 100000" is nothing.
[[nodiscard]] std::optional<std::size_t> ParseCpuMax(std::string_view text);
/// The same from the two files of version 1, where -1 is no bound.
[[nodiscard]] std::optional<std::size_t> ProcessorsOf(std::string_view quota,
                                                      std::string_view period);
/// How many a list such as "0-3,7" names; nothing for an empty or broken one.
[[nodiscard]] std::optional<std::size_t> CountProcessors(std::string_view list);

}  // namespace prichal::config
