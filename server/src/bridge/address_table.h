#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ip_address.h"
#include "base/sip_hash.h"

namespace prichal::bridge {

/// A number for each address, in memory of a fixed size that all loops write without a lock. An
/// address has eight entries, one cache line, in which it may stand; the hash is keyed, so nobody
/// can crowd those of another. IPv6 counts by /64, which is what one household is given.
class AddressTable {
 public:
  static constexpr std::size_t kWays = 8;
  struct alignas(64) Set {
    std::array<std::atomic<std::uint64_t>, kWays> entries{};
  };
  struct Place {
    std::size_t set;
    std::uint64_t hash;  ///< its upper bits are free for telling the addresses of a set apart
  };

  /// `addresses`: entries, rounded up to whole sets. `hash` must outlive the table.
  AddressTable(std::size_t addresses, const SipHash& hash);

  [[nodiscard]] Place PlaceOf(const IpAddress& address) const;
  [[nodiscard]] Set& at(std::size_t set) { return sets_[set]; }

 private:
  const SipHash& hash_;
  std::vector<Set> sets_;
};

}  // namespace prichal::bridge
