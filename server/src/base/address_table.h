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

/// A network prefix under which the table counts an address.
struct CountedNetwork {
  std::size_t bytes;  ///< length of the prefix, from the front of the address
  /// Limit of the whole network, as a multiple of the limit of one address.
  std::size_t allowance;
};

/// Returns the networks that contain `address`, narrowest first. For IPv6: the /64 (a household),
/// the /56 (a large household) and the /48 (free for any customer, holds 65,536 /64s). For IPv4:
/// only the address itself.
[[nodiscard]] std::span<const CountedNetwork> NetworksOf(const IpAddress& address);
inline constexpr std::size_t kMostNetworks = 3;

/// A fixed-size hash table with one 64-bit entry per network, shared by all threads without a lock.
/// It is the storage of ConcurrencyLimiter and RateLimit, which define the bits of an entry. A
/// network can occupy any of the eight entries (one cache line) of its set. The hash is keyed, so a
/// client cannot aim at the set of another client. Any thread.
class AddressTable {
 public:
  static constexpr std::size_t kWays = 8;
  struct alignas(64) Set {
    std::array<std::atomic<std::uint64_t>, kWays> entries{};
  };
  /// Position of a network in the table.
  struct Place {
    std::size_t set;
    /// The upper bits are free for a tag that tells the networks of a set apart.
    std::uint64_t hash;
  };

  /// `addresses`: number of entries, rounded up to whole sets. `hash` must outlive the table.
  AddressTable(std::size_t addresses, const SipHash& hash);

  /// `about`: what is counted for the network, such as a client ID. Each `about` has an entry of
  /// its own. Empty if the network is counted as a whole.
  [[nodiscard]] Place PlaceOf(const IpAddress& address, const CountedNetwork& network,
                              std::string_view about = {}) const;
  [[nodiscard]] Set& at(std::size_t set) { return sets_[set]; }

 private:
  const SipHash& hash_;
  std::vector<Set> sets_;
};

}  // namespace prichal
