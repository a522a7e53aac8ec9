#include "bridge/rate_limit.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace prichal::bridge {
namespace {

// An entry: 20 bits that tell addresses apart, 44 of the time in microseconds. The time comes
// around after 200 days; an entry as old as that is far from now either way, and counts as none.
constexpr unsigned kTimeBits = 44;
constexpr std::uint64_t kTimeMask = (std::uint64_t{1} << kTimeBits) - 1;
constexpr std::int64_t kMicrosASecond = 1'000'000;
/// Loops read the clock at different moments.
constexpr std::int64_t kSkew = kMicrosASecond;

std::uint64_t TagOf(std::uint64_t hash) { return std::max<std::uint64_t>(1, hash >> kTimeBits); }

/// How long after `now` the entry's time is, on the circle of 44 bits.
std::int64_t Ahead(std::uint64_t entry, std::uint64_t now) {
  constexpr unsigned kRest = 64 - kTimeBits;
  return static_cast<std::int64_t>((entry - now) << kRest) >> kRest;
}

}  // namespace

RateLimit::RateLimit(const Options& options, const SipHash& hash)
    : interval_(std::max<std::int64_t>(
          1, kMicrosASecond /
                 static_cast<std::int64_t>(std::max<std::size_t>(1, options.per_second)))),
      tolerance_(interval_ *
                 (static_cast<std::int64_t>(std::max<std::size_t>(1, options.burst)) - 1)),
      table_(options.addresses, hash) {}

bool RateLimit::Take(const IpAddress& address, Millis now) {
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
  const std::uint64_t time = static_cast<std::uint64_t>(micros) & kTimeMask;
  const AddressTable::Place place = table_.PlaceOf(address);
  const std::uint64_t tag = TagOf(place.hash);
  AddressTable::Set& set = table_.at(place.set);
  while (true) {
    std::atomic<std::uint64_t>* chosen = nullptr;
    std::uint64_t before = 0;
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::int64_t missing = 0;
    for (auto& entry : set.entries) {
      const std::uint64_t seen = entry.load(std::memory_order_relaxed);
      std::int64_t ahead = Ahead(seen, time);
      if (ahead < 0 || ahead > tolerance_ + interval_ + kSkew) ahead = 0;
      if (seen >> kTimeBits == tag) {
        chosen = &entry;
        before = seen;
        missing = ahead;
        break;
      }
      if (ahead < least) {
        least = ahead;
        chosen = &entry;
        before = seen;
      }
    }
    if (missing > tolerance_) return false;
    const auto full_at =
        static_cast<std::uint64_t>(static_cast<std::int64_t>(time) + missing + interval_);
    const std::uint64_t after = (tag << kTimeBits) | (full_at & kTimeMask);
    // Another loop was quicker with this entry: look again.
    if (chosen->compare_exchange_weak(before, after, std::memory_order_relaxed)) return true;
  }
}

}  // namespace prichal::bridge
