#include "config/machine.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "config/control_groups.h"

namespace prichal::config {
namespace {

std::size_t UsableProcessors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0) {
    return static_cast<std::size_t>(std::max(1, CPU_COUNT(&set)));
  }
  return static_cast<std::size_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

std::uint64_t UsableMemory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  std::uint64_t memory = Machine{}.memory;
  if (pages > 0 && page > 0) {
    memory = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
  }
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    memory = std::min<std::uint64_t>(memory, limit.rlim_cur);
  }
  return memory;
}

}  // namespace

std::string Machine::Describe() const {
  return fmt::format("{} MiB and {} processor{}", memory / (1024 * 1024), processors,
                     processors == 1 ? "" : "s");
}

Machine ReadMachine(const std::string& root) {
  const ControlGroupLimits limits = ReadControlGroups(root);
  Machine machine{.processors = UsableProcessors(), .memory = UsableMemory()};
  machine.processors = std::min(machine.processors, limits.processors.value_or(SIZE_MAX));
  machine.memory = std::min(machine.memory, limits.memory.value_or(UINT64_MAX));
  return machine;
}

}  // namespace prichal::config
