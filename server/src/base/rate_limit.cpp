#include "base/rate_limit.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace prichal {
namespace {

// Layout of an entry: 20 bits of tag, 44 bits of time in microseconds. The time wraps after 200
// days; an entry that old is far from now in either direction and counts as empty.
constexpr unsigned kTimeBits = 44;
constexpr std::uint64_t kTimeMask = (std::uint64_t{1} << kTimeBits) - 1;
constexpr std::int64_t kMicrosASecond = 1'000'000;
/// Threads read the clock at different moments; tolerate this difference.
constexpr std::int64_t kSkew = kMicrosASecond;

std::uint64_t TagOf(std::uint64_t hash) { return std::max<std::uint64_t>(1, hash >> kTimeBits); }

/// Signed distance from `now` to the entry's time, modulo 2^44 µs.
std::int64_t Ahead(std::uint64_t entry, std::uint64_t now) {
  constexpr unsigned kRest = 64 - kTimeBits;
  return static_cast<std::int64_t>((entry - now) << kRest) >> kRest;
}

}  // namespace

RateLimit::RateLimit(const Pace& pace, std::size_t addresses, const SipHash& hash)
    : per_second_(pace.per_second), burst_(pace.burst), table_(addresses, hash) {}

void RateLimit::SetPace(const Pace& pace) {
  per_second_.store(pace.per_second, std::memory_order_relaxed);
  burst_.store(pace.burst, std::memory_order_relaxed);
}

RateLimit::Pace RateLimit::pace() const {
  return {.per_second = per_second_.load(std::memory_order_relaxed),
          .burst = std::max<std::size_t>(1, burst_.load(std::memory_order_relaxed))};
}

bool RateLimit::Take(const IpAddress& address, Millis now, std::size_t amount) {
  const Pace one = pace();
  if (one.per_second == 0) return true;
  // Check the narrowest network first: a rejected address takes nothing from its neighbours.
  for (const CountedNetwork& network : NetworksOf(address)) {
    const Pace all{.per_second = one.per_second * network.allowance,
                   .burst = one.burst * network.allowance};
    const std::size_t counted = std::min(amount, one.burst);
    if (!TakeFrom(table_.PlaceOf(address, network), all, now, counted)) return false;
  }
  return true;
}

bool RateLimit::TakeFor(const IpAddress& address, std::string_view about, Millis now) {
  const Pace one = pace();
  if (one.per_second == 0) return true;
  const CountedNetwork& widest = NetworksOf(address).back();
  return TakeFrom(table_.PlaceOf(address, widest, about), one, now, 1);
}

bool RateLimit::TakeFrom(const AddressTable::Place& place, const Pace& pace, Millis now,
                         std::size_t amount) {
  const std::int64_t interval =
      std::max<std::int64_t>(1, kMicrosASecond / static_cast<std::int64_t>(pace.per_second));
  // The bucket can be this far from full and still have a token.
  const std::int64_t tolerance = interval * (static_cast<std::int64_t>(pace.burst) - 1);
  const std::int64_t cost =
      interval * static_cast<std::int64_t>(std::clamp<std::size_t>(amount, 1, pace.burst));
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
  const std::uint64_t time = static_cast<std::uint64_t>(micros) & kTimeMask;
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
      if (ahead < 0 || ahead > tolerance + interval + kSkew) ahead = 0;
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
    if (missing + cost > tolerance + interval) return false;
    const auto full_at =
        static_cast<std::uint64_t>(static_cast<std::int64_t>(time) + missing + cost);
    const std::uint64_t after = (tag << kTimeBits) | (full_at & kTimeMask);
    // On failure another thread changed the entry: read it again.
    if (chosen->compare_exchange_weak(before, after, std::memory_order_relaxed)) return true;
  }
}

}  // namespace prichal
