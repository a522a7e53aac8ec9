#include "base/concurrency_limiter.h"

namespace prichal {
namespace {

constexpr unsigned kCountBits = 24;
constexpr std::uint64_t kCountMask = (std::uint64_t{1} << kCountBits) - 1;

}  // namespace

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
