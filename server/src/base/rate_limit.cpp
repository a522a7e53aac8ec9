#include "base/rate_limit.h"

#include <algorithm>
#include <chrono>
#include <cstring>
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

constexpr std::array<CountedNetwork, kMostNetworks> kIpv6{
    {{.bytes = 8, .allowance = 1}, {.bytes = 7, .allowance = 8}, {.bytes = 6, .allowance = 32}}};
constexpr std::array<CountedNetwork, 1> kIpv4{{{.bytes = 16, .allowance = 1}}};

constexpr unsigned kCountBits = 24;
constexpr std::uint64_t kCountMask = (std::uint64_t{1} << kCountBits) - 1;

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

std::span<const CountedNetwork> NetworksOf(const IpAddress& address) {
  if (address.is_v4()) return kIpv4;
  return kIpv6;
}

AddressTable::AddressTable(std::size_t addresses, const SipHash& hash)
    : hash_(hash), sets_(std::max<std::size_t>(1, (addresses + kWays - 1) / kWays)) {}

AddressTable::Place AddressTable::PlaceOf(const IpAddress& address, const CountedNetwork& network,
                                          std::string_view about) const {
  // The length distinguishes a /56 from a /64 with the same first bytes.
  std::array<char, sizeof(IpAddress::Bytes) + sizeof(std::uint64_t)> key{};
  std::memcpy(key.data(), address.bytes().data(), network.bytes);
  std::size_t size = network.bytes;
  if (!about.empty()) {
    const std::uint64_t hashed = hash_(about);
    std::memcpy(key.data() + size, &hashed, sizeof(hashed));
    size += sizeof(hashed);
  }
  const std::uint64_t hash = hash_(std::string_view(key.data(), size));
  return {.set = static_cast<std::uint32_t>(hash) % sets_.size(), .hash = hash};
}

std::uint64_t CountedSet::TagOf(std::uint64_t hash) { return hash >> kCountBits; }

std::uint64_t CountedSet::Pack(std::uint64_t tag, std::uint64_t count) {
  return (tag << kCountBits) | count;
}

CountedSet::Count CountedSet::CountOf(std::uint64_t tag) const {
  Count count;
  for (std::size_t way = 0; way < entries.size(); ++way) {
    const std::uint64_t counted = entries.at(way) & kCountMask;
    if (counted == 0) {
      if (count.free == AddressTable::kWays) count.free = way;
    } else if (entries.at(way) >> kCountBits == tag) {
      count.open += counted;
      count.own = way;
    }
  }
  return count;
}

ConcurrencyLimiter::ConcurrencyLimiter(std::size_t most, std::size_t addresses, const SipHash& hash)
    : most_(most), table_(addresses, hash) {}

std::optional<ConcurrencyLimiter::Entry> ConcurrencyLimiter::Open(const IpAddress& address) {
  const std::uint64_t most = most_.load(std::memory_order_relaxed);
  Entry entry = kNotCounted;
  if (most == 0) return entry;
  std::size_t opened = 0;
  for (const CountedNetwork& network : NetworksOf(address)) {
    const auto in = OpenIn(table_.PlaceOf(address, network), most * network.allowance);
    if (!in) {
      Close(entry);
      return std::nullopt;
    }
    entry.at(opened++) = *in;
  }
  return entry;
}

std::optional<std::uint32_t> ConcurrencyLimiter::OpenIn(const AddressTable::Place& place,
                                                        std::uint64_t most) {
  const std::uint64_t tag = CountedSet::TagOf(place.hash);
  AddressTable::Set& set = table_.at(place.set);
  while (true) {
    CountedSet seen;
    for (std::size_t way = 0; way < AddressTable::kWays; ++way) {
      seen.entries.at(way) = set.entries.at(way).load(std::memory_order_relaxed);
    }
    const CountedSet::Count count = seen.CountOf(tag);
    if (count.open >= most) return std::nullopt;
    const bool is_known = count.own != AddressTable::kWays;
    const std::size_t way = is_known ? count.own : count.free;
    if (way == AddressTable::kWays) return kNone;
    std::uint64_t& before = seen.entries.at(way);
    const std::uint64_t after = is_known ? before + 1 : CountedSet::Pack(tag, 1);
    if (set.entries.at(way).compare_exchange_weak(before, after, std::memory_order_relaxed)) {
      return static_cast<std::uint32_t>(place.set * AddressTable::kWays + way);
    }
  }
}

void ConcurrencyLimiter::Close(const Entry& entry) {
  for (const std::uint32_t in : entry) CloseIn(in);
}

void ConcurrencyLimiter::CloseIn(std::uint32_t entry) {
  if (entry == kNone) return;
  table_.at(entry / AddressTable::kWays)
      .entries.at(entry % AddressTable::kWays)
      .fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace prichal
