#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/address_table.h"
#include "base/ip_address.h"
#include "base/sip_hash.h"

namespace prichal {

/// The entries of one set of an AddressTable as a ConcurrencyLimiter packs them: 40 bits that tell
/// networks apart (the tag), 24 that count. An entry that counts nothing is free.
struct CountedSet {
  std::array<std::uint64_t, AddressTable::kWays> entries{};

  /// What a set says of one network.
  struct Count {
    /// In all entries of the network. There are two of them when one thread found a way taken that
    /// another thread, a moment later, found free.
    std::uint64_t open = 0;
    std::size_t own = AddressTable::kWays;   ///< an entry of the network; kWays: it has none
    std::size_t free = AddressTable::kWays;  ///< the first free entry; kWays: there is none
  };
  [[nodiscard]] Count CountOf(std::uint64_t tag) const;

  [[nodiscard]] static std::uint64_t TagOf(std::uint64_t hash);
  [[nodiscard]] static std::uint64_t Pack(std::uint64_t tag, std::uint64_t count);
};

/// A concurrency limit: how much each address may have open at a time, counted by all loops
/// together; of IPv6 also how much the networks around it (NetworksOf()). A network for which no
/// entry is free is not counted: all of them together are bounded elsewhere.
class ConcurrencyLimiter {
 public:
  /// `most`: for each address; 0: no limit. `addresses`: with something open, at most 2^32 - 8.
  /// `hash` must outlive it.
  ConcurrencyLimiter(std::size_t most, std::size_t addresses, const SipHash& hash);

  /// Where something is counted that was opened: an entry for each network, or kNone.
  using Entry = std::array<std::uint32_t, kMostNetworks>;
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr Entry kNotCounted = {kNone, kNone, kNone};

  /// Any thread. Nothing: the address has as much open as it may.
  [[nodiscard]] std::optional<Entry> Open(const IpAddress& address);
  /// Any thread; once for each entry that Open() gave.
  void Close(const Entry& entry);

  /// From now on. What is open stays open. Any thread.
  void SetMost(std::size_t most) { most_.store(most, std::memory_order_relaxed); }

 private:
  [[nodiscard]] std::optional<std::uint32_t> OpenIn(const AddressTable::Place& place,
                                                    std::uint64_t most);
  void CloseIn(std::uint32_t entry);

  std::atomic<std::uint64_t> most_;
  AddressTable table_;
};

}  // namespace prichal
