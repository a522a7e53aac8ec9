#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/ip_address.h"
#include "base/sip_hash.h"

namespace prichal {

/// A network that an address is counted under.
struct CountedNetwork {
  std::size_t bytes;  ///< of the address, at its front
  /// How many times as much as one address may all of this network together.
  std::size_t allowance;
};

/// IPv6: a /64 is what one household is given, a /56 what a large one is, and a /48 what any
/// customer gets for nothing, with 65,536 of the first in it. IPv4: the address.
[[nodiscard]] std::span<const CountedNetwork> NetworksOf(const IpAddress& address);
inline constexpr std::size_t kMostNetworks = 3;

/// A number for each address, in memory of a fixed size that all loops write without a lock. A
/// network has eight entries, one cache line, in which it may stand; the hash is keyed, so no
/// client can crowd those of another.
class AddressTable {
 public:
  static constexpr std::size_t kWays = 8;
  struct alignas(64) Set {
    std::array<std::atomic<std::uint64_t>, kWays> entries{};
  };
  struct Place {
    std::size_t set;
    std::uint64_t hash;  ///< its upper bits are free for telling the networks of a set apart
  };

  /// `addresses`: entries, rounded up to whole sets. `hash` must outlive the table.
  AddressTable(std::size_t addresses, const SipHash& hash);

  /// `about`: what is counted for the network; each has an entry of its own.
  [[nodiscard]] Place PlaceOf(const IpAddress& address, const CountedNetwork& network,
                              std::string_view about = {}) const;
  [[nodiscard]] Set& at(std::size_t set) { return sets_[set]; }

 private:
  const SipHash& hash_;
  std::vector<Set> sets_;
};

}  // namespace prichal
