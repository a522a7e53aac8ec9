#include "signin/service/dpop_replays.h"

#include <algorithm>
#include <string_view>

namespace prichal::app {
namespace {

/// Enough for unix time until 2106.
constexpr unsigned kTimeBits = 32;
constexpr std::uint64_t kTimeMask = (1ULL << kTimeBits) - 1;

bool SameProof(std::uint64_t a, std::uint64_t b) { return a >> kTimeBits == b >> kTimeBits; }

}  // namespace

bool DpopReplayTable::InsertIfAbsent(const Id& id, std::chrono::seconds until) {
  const auto now = static_cast<std::uint64_t>(now_.load(std::memory_order_relaxed));
  const std::uint64_t hash =
      hash_(std::string_view(reinterpret_cast<const char*>(id.data()), id.size()));
  // The set is chosen by the lower bits, the entry has the upper ones: 48 bits tell two apart.
  Set& set = sets_[hash % kSets];
  const Entry entry = (hash & ~kTimeMask) | (static_cast<std::uint64_t>(until.count()) & kTimeMask);
  const auto lives = [now](Entry other) { return (other & kTimeMask) >= now && other != 0; };
  for (std::size_t way = 0; way < kWays;) {
    Entry there = set.entries.at(way).load();
    if (lives(there)) {
      if (SameProof(there, entry)) return false;
      ++way;
      continue;
    }
    if (!set.entries.at(way).compare_exchange_strong(there, entry)) continue;
    // Another loop may have put the same one behind this place, or before it where one has just
    // ended. Then both are refused.
    return std::count_if(set.entries.begin(), set.entries.end(), [&](const auto& other) {
             const Entry found = other.load();
             return lives(found) && SameProof(found, entry);
           }) == 1;
  }
  return false;
}

}  // namespace prichal::app
