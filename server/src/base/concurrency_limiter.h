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

/// Entries of one AddressTable set, as ConcurrencyLimiter packs them: 40 bits of tag that
/// distinguish networks, 24 bits of count. An entry with count 0 is free. A snapshot without locks;
/// any thread.
struct CountedSet {
  std::array<std::uint64_t, AddressTable::kWays> entries{};

  /// State of one network in a set.
  struct Count {
    /// Total over all entries of the network. A network has two entries if two threads added it at
    /// the same moment and saw different entries as free.
    std::uint64_t open = 0;
    std::size_t own = AddressTable::kWays;   ///< first entry of the network; kWays if none
    std::size_t free = AddressTable::kWays;  ///< first free entry; kWays if none
  };
  /// Finds the entries of the network with this tag.
  [[nodiscard]] Count CountOf(std::uint64_t tag) const;

  /// Returns the tag: the bits of the hash that do not choose the set.
  [[nodiscard]] static std::uint64_t TagOf(std::uint64_t hash);
  /// Combines tag and count into an entry.
  [[nodiscard]] static std::uint64_t Pack(std::uint64_t tag, std::uint64_t count);
};

/// Limits how many streams or connections each address can have open at a time, over all threads.
/// For IPv6 it also limits the networks that contain the address; see NetworksOf(). If a set has no
/// free entry, the network is not counted; global limits still apply.
class ConcurrencyLimiter {
 public:
  /// `most`: limit for each address; 0 means no limit. `addresses`: how many addresses can have
  /// something open, at most 2^32 - 8. `hash` must outlive the object.
  ConcurrencyLimiter(std::size_t most, std::size_t addresses, const SipHash& hash);

  /// Where Open() counted: an entry for each network, or kNone.
  using Entry = std::array<std::uint32_t, kMostNetworks>;
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr Entry kNotCounted = {kNone, kNone, kNone};

  /// Counts one more for `address`. Empty if the address or one of its networks is at its limit.
  /// Any thread.
  [[nodiscard]] std::optional<Entry> Open(const IpAddress& address);
  /// Undoes one Open(). Call it exactly once for each returned entry. Any thread.
  void Close(const Entry& entry);

  /// Changes the limit for later calls of Open(). Open entries stay open. Any thread.
  void SetMost(std::size_t most) { most_.store(most, std::memory_order_relaxed); }

 private:
  [[nodiscard]] std::optional<std::uint32_t> OpenIn(const AddressTable::Place& place,
                                                    std::uint64_t most);
  void CloseIn(std::uint32_t entry);

  std::atomic<std::uint64_t> most_;
  AddressTable table_;
};

}  // namespace prichal
