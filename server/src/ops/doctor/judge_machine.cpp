#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ops/commands/words.h"
#include "ops/doctor/judgements.h"

namespace prichal::app::doctor {
namespace {

using std::chrono::microseconds;

constexpr std::uint64_t kMiB = 1024 * 1024;
constexpr std::uint64_t kGiB = 1024 * kMiB;

std::string Bytes(std::uint64_t bytes) {
  if (bytes >= 10 * kGiB) return fmt::format("{} GiB", bytes / kGiB);
  return fmt::format("{} MiB", bytes / kMiB);
}

double MillisecondsOf(microseconds time) { return static_cast<double>(time.count()) / 1000; }

}  // namespace

void JudgeClock(std::string_view code, std::string_view whose, std::chrono::seconds ahead,
                Findings& findings) {
  // A Date has whole seconds, and an answer takes its way.
  constexpr std::chrono::seconds kSame{3};
  constexpr std::chrono::seconds kUsable{30};
  const auto off = ahead < std::chrono::seconds(0) ? -ahead : ahead;
  if (off <= kSame) {
    return findings.Good(code, fmt::format("the same as that of {}", whose));
  }
  const auto value = fmt::format("{} {} that of {}", command::Span(off),
                                 ahead.count() > 0 ? "behind" : "ahead of", whose);
  constexpr const char* kReason =
      "proofs and tokens are taken for a time alone, and certificates too: sign-in refuses people "
      "who are right";
  constexpr const char* kWayOut = "have a time server keep it: timedatectl set-ntp true";
  if (off <= kUsable) return findings.Warning(code, value, kReason, kWayOut);
  findings.Wrong(code, value, kReason, kWayOut);
}

void JudgeSynchronisation(bool is_kept, Findings& findings) {
  if (is_kept) return findings.Good("clock_synchronised", "by a time server");
  findings.Warning("clock_synchronised", "by nobody",
                   "a clock that nobody keeps is off by minutes within months",
                   "have a time server keep it: timedatectl set-ntp true");
}

void JudgeDiskSpace(std::uint64_t free_bytes, std::uint64_t all_bytes, const std::string& folder,
                    Findings& findings) {
  const auto value = fmt::format("{} of {} are free", Bytes(free_bytes), Bytes(all_bytes));
  const auto way_out =
      fmt::format("make room on the disk of {}, or name another folder in store.data", folder);
  constexpr const char* kReason = "messages are refused with 503 when nothing is left";
  if (free_bytes < 64 * kMiB) return findings.Wrong("disk_space", value, kReason, way_out);
  if (free_bytes < kGiB && free_bytes < all_bytes / 10) {
    return findings.Warning("disk_space", value, kReason, way_out);
  }
  findings.Good("disk_space", value);
}

void JudgeFsync(std::vector<microseconds> times, Findings& findings) {
  if (times.empty()) return findings.NotLookedAt("disk_fsync", "nothing could be measured");
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(
        std::floor(share * static_cast<double>(times.size() - 1)))];
  };
  const auto value = fmt::format("p50 {:.2f} ms, p99 {:.2f} ms, of {} commits",
                                 MillisecondsOf(at(0.5)), MillisecondsOf(at(0.99)), times.size());
  constexpr const char* kReason = "each message waits for its commit";
  constexpr const char* kWayOut =
      "a disk of its own, or store.fsync and what it can lose (docs/configuration.md)";
  if (at(0.5) >= std::chrono::milliseconds(100)) {
    return findings.Wrong("disk_fsync", value, kReason, kWayOut);
  }
  if (at(0.99) >= std::chrono::milliseconds(100)) {
    return findings.Warning("disk_fsync", value, kReason, kWayOut);
  }
  findings.Good("disk_fsync", value);
}

void JudgeMemory(std::uint64_t bounds, std::uint64_t memory, Findings& findings) {
  const auto value = fmt::format("bounds of {}, memory of {}", Bytes(bounds), Bytes(memory));
  if (bounds <= memory) return findings.Good("memory", value);
  findings.Warning("memory", value,
                   "clients can make the server hold more than there is, and the kernel ends it",
                   "lower what was set of server.max_connections, bridge.total_bytes and "
                   "bridge.stream_bytes, or give it more (docs/configuration.md adds it up)");
}

void JudgeOpenFiles(std::uint64_t limit, std::uint64_t connections, std::string_view whose,
                    Findings& findings) {
  constexpr std::uint64_t kOthers = 128;  // app/open_files has the same reserve
  const auto value = fmt::format("{} of {}, for {} connections", limit, whose, connections);
  if (limit >= connections + kOthers) return findings.Good("open_files", value);
  findings.Wrong("open_files", value,
                 "connections are closed at the door when they run out, long before "
                 "server.max_connections",
                 "LimitNOFILE in the unit, ulimit -Hn in a shell, or a lower "
                 "server.max_connections (docs/deployment.md)");
}

}  // namespace prichal::app::doctor
