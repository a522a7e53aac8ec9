#include "config/machine.h"

#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "base/encoding.h"
#include "config/key.h"

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

/// Version 1 writes the largest number of pages if there is no limit.
constexpr std::uint64_t kNoBound = std::uint64_t{1} << 60;
/// Larger than the processor count of any kernel.
constexpr std::size_t kMostProcessors = 1 << 16;

/// Removes and returns the text up to the next `separator`, or all of it.
std::string_view Next(std::string_view& text, char separator) {
  const auto end = static_cast<std::size_t>(std::ranges::find(text, separator) - text.begin());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

std::string_view FirstLine(std::string_view text) {
  std::string_view line = Next(text, '\n');
  while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
  return line;
}

bool IsOctal(char c) { return c >= '0' && c <= '7'; }

/// Unescapes spaces and similar characters, which are written as \040 (proc_pid_mountinfo(5)).
std::string Unescape(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const bool escaped = text.size() >= 4 && text[0] == '\\' && IsOctal(text[1]) &&
                         IsOctal(text[2]) && IsOctal(text[3]);
    plain += escaped ? static_cast<char>((text[1] - '0') * 64 + (text[2] - '0') * 8 + text[3] - '0')
                     : text[0];
    text.remove_prefix(escaped ? 4 : 1);
  }
  return plain;
}

bool HasWord(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    if (Next(list, ',') == word) return true;
  }
  return false;
}

std::string ReadText(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

template <typename Number>
void Bound(std::optional<Number>& bound, const std::optional<Number>& by) {
  if (by) bound = std::min(bound.value_or(*by), *by);
}

/// Applies the limits of the group in this directory.
void BoundBy(const ControlGroupMount& mount, const std::string& folder,
             ControlGroupLimits& limits) {
  const auto text = [&](const char* name) { return ReadText(folder + "/" + name); };
  if (mount.is_unified) {
    Bound(limits.memory, ParseMemory(text("memory.max")));
    Bound(limits.processors, ParseCpuMax(text("cpu.max")));
    Bound(limits.processors, CountProcessors(text("cpuset.cpus.effective")));
    return;
  }
  if (HasWord(mount.controllers, "memory")) {
    Bound(limits.memory, ParseMemory(text("memory.limit_in_bytes")));
  }
  if (HasWord(mount.controllers, "cpu")) {
    Bound(limits.processors, ProcessorsOf(text("cpu.cfs_quota_us"), text("cpu.cfs_period_us")));
  }
  if (HasWord(mount.controllers, "cpuset")) {
    Bound(limits.processors, CountProcessors(text("cpuset.effective_cpus")));
  }
}

constexpr std::uint64_t kOwn = 24 * kMiB;     // the process itself, and the tables of addresses
constexpr std::uint64_t kIdBytes = 300;       // per client ID of a stream
constexpr std::uint64_t kConnectBytes = 100;  // per stream that verify remembers
constexpr std::uint64_t kKernelBytes = 64 * kKiB;  // kernel buffer of a socket that is not read

std::uint64_t OfSignIn(const Settings& settings) {
  if (!SignsIn(settings)) return 0;
  constexpr std::uint64_t kTables = 7 * kMiB;         // used proofs, rate limits by address
  constexpr std::uint64_t kHookBytes = 4 * kMiB;      // per webhook URL
  constexpr std::uint64_t kIdTokenBytes = 16 * kKiB;  // twice the largest
  const std::uint64_t cache = settings.auth.cache_bytes;
  const std::uint64_t waiting = settings.server.max_connections;
  return cache + std::clamp<std::uint64_t>(2 * cache, 2 * kMiB, 32 * kMiB) + kTables +
         settings.auth.webhook_url.size() * kHookBytes +
         std::min<std::uint64_t>(waiting, 10'000) * kKiB +
         std::min<std::uint64_t>(waiting, 512) * kIdTokenBytes;
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

std::vector<ControlGroupMount> ParseMounts(std::string_view mountinfo) {
  std::vector<ControlGroupMount> mounts;
  while (!mountinfo.empty()) {
    std::string_view line = Next(mountinfo, '\n');
    // "36 35 98:0 /root /point options [more…] - type source super-options"
    for (int skipped = 0; skipped < 3; ++skipped) (void)Next(line, ' ');
    const std::string_view root = Next(line, ' ');
    const std::string_view point = Next(line, ' ');
    while (!line.empty() && Next(line, ' ') != "-") continue;
    const std::string_view type = Next(line, ' ');
    (void)Next(line, ' ');
    if (type != "cgroup" && type != "cgroup2") continue;
    const bool is_unified = type == "cgroup2";
    mounts.push_back({.point = Unescape(point),
                      .root = Unescape(root),
                      .controllers = is_unified ? "" : std::string(Next(line, ' ')),
                      .is_unified = is_unified});
  }
  return mounts;
}

std::optional<std::string> PathIn(const ControlGroupMount& mount, std::string_view cgroup) {
  while (!cgroup.empty()) {
    std::string_view path = Next(cgroup, '\n');
    (void)Next(path, ':');
    std::string_view controllers = Next(path, ':');
    bool is_it = mount.is_unified && controllers.empty();
    while (!mount.is_unified && !controllers.empty()) {
      const std::string_view controller = Next(controllers, ',');
      is_it = is_it || HasWord(mount.controllers, controller);
    }
    if (is_it) return std::string(path);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> ParseMemory(std::string_view text) {
  const auto bytes = ParseNumber<std::uint64_t>(FirstLine(text));
  return bytes && *bytes > 0 && *bytes < kNoBound ? bytes : std::nullopt;
}

std::optional<std::size_t> ParseCpuMax(std::string_view text) {
  std::string_view line = FirstLine(text);
  const std::string_view quota = Next(line, ' ');
  return ProcessorsOf(quota, line);
}

std::optional<std::size_t> ProcessorsOf(std::string_view quota, std::string_view period) {
  const auto used = ParseNumber<std::uint64_t>(FirstLine(quota));
  const auto all = ParseNumber<std::uint64_t>(FirstLine(period));
  if (!used || !all || *used == 0 || *all == 0) return std::nullopt;
  const std::uint64_t processors = *used / *all + (*used % *all == 0 ? 0 : 1);
  return static_cast<std::size_t>(std::min<std::uint64_t>(processors, kMostProcessors));
}

std::optional<std::size_t> CountProcessors(std::string_view list) {
  list = FirstLine(list);
  std::size_t count = 0;
  while (!list.empty()) {
    std::string_view range = Next(list, ',');
    const auto first = ParseNumber<std::uint64_t>(Next(range, '-'));
    const auto last = range.empty() ? first : ParseNumber<std::uint64_t>(range);
    if (!first || !last || *last < *first || *last >= kMostProcessors) return std::nullopt;
    count += static_cast<std::size_t>(*last - *first + 1);
  }
  return count == 0 ? std::nullopt : std::optional(count);
}

ControlGroupLimits ReadControlGroups(const std::string& root) {
  ControlGroupLimits limits;
  const std::string cgroup = ReadText(root + "/proc/self/cgroup");
  for (const ControlGroupMount& mount : ParseMounts(ReadText(root + "/proc/self/mountinfo"))) {
    auto path = PathIn(mount, cgroup);
    if (!path) continue;
    // In a container the mount is the container's own group, and the path may begin above it.
    if (mount.root != "/" && path->starts_with(mount.root)) *path = path->substr(mount.root.size());
    const std::string top = root + mount.point;
    std::string group = *path == "/" ? "" : *path;
    while (true) {
      BoundBy(mount, top + group, limits);
      if (group.empty()) break;
      group.resize(std::min(group.rfind('/'), group.size() - 1));
    }
  }
  return limits;
}

std::uint64_t MostMemory(const Settings& settings) {
  const auto& bridge = settings.bridge;
  const std::uint64_t hooks = bridge.webhook_url.size() + (bridge.copy_to_url.empty() ? 0 : 1);
  return kOwn + bridge.total_bytes + bridge.total_bytes / 16 +
         settings.server.max_connections * (bridge.stream_bytes + kKernelBytes + kKiB) +
         settings.server.request_bytes + settings.store.queue_bytes + hooks * bridge.webhook_bytes +
         bridge.total_ids * kIdBytes + bridge.connect_cache_size * kConnectBytes +
         OfSignIn(settings);
}

}  // namespace prichal::config
