#include "bridge/open_limit.h"

namespace prichal::bridge {
namespace {

// An entry: 40 bits that tell addresses apart, 24 that count. With nothing to count it is free.
constexpr unsigned kCountBits = 24;
constexpr std::uint64_t kCountMask = (std::uint64_t{1} << kCountBits) - 1;

}  // namespace

OpenLimit::OpenLimit(std::size_t most, std::size_t addresses, const SipHash& hash)
    : most_(most), table_(addresses, hash) {}

std::optional<OpenLimit::Entry> OpenLimit::Open(const IpAddress& address) {
  const AddressTable::Place place = table_.PlaceOf(address);
  const std::uint64_t tag = place.hash >> kCountBits;
  AddressTable::Set& set = table_.at(place.set);
  while (true) {
    std::uint64_t open = 0;
    std::size_t own = AddressTable::kWays;
    std::size_t free = AddressTable::kWays;
    std::array<std::uint64_t, AddressTable::kWays> seen{};
    for (std::size_t way = 0; way < AddressTable::kWays; ++way) {
      seen.at(way) = set.entries.at(way).load(std::memory_order_relaxed);
      const std::uint64_t count = seen.at(way) & kCountMask;
      if (count == 0) {
        if (free == AddressTable::kWays) free = way;
      } else if (seen.at(way) >> kCountBits == tag) {
        // Two, when two loops have begun with it at the same moment.
        open += count;
        own = way;
      }
    }
    if (open >= most_) return std::nullopt;
    const std::size_t way = own != AddressTable::kWays ? own : free;
    if (way == AddressTable::kWays) return kNotCounted;
    const std::uint64_t count = own != AddressTable::kWays ? seen.at(way) & kCountMask : 0;
    const std::uint64_t after = (tag << kCountBits) | (count + 1);
    if (set.entries.at(way).compare_exchange_weak(seen.at(way), after, std::memory_order_relaxed)) {
      return static_cast<Entry>(place.set * AddressTable::kWays + way);
    }
  }
}

void OpenLimit::Close(Entry entry) {
  if (entry == kNotCounted) return;
  table_.at(entry / AddressTable::kWays)
      .entries.at(entry % AddressTable::kWays)
      .fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace prichal::bridge
