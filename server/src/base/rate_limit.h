#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/address.h"
#include "base/clock.h"
#include "base/hash.h"

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

/// A rate limit for each address: a token bucket, stored as the time at which it is full again
/// (generic cell rate algorithm, GCRA). An entry is one word, so all threads share the table
/// without a lock. For IPv6 the networks that contain the address have buckets too; see
/// NetworksOf(). Exact while all active networks fit in the table. Beyond that the fullest bucket
/// of the set is dropped, which favours its owner.
class RateLimit {
 public:
  /// Sustained rate and burst of one address.
  struct Pace {
    std::size_t per_second = 0;  ///< at most 1,000,000; 0 means no limit
    /// Requests at once when the bucket is full; at most 1,000,000 seconds' worth.
    std::size_t burst = 1;
  };
  /// `addresses`: capacity of the table. `hash` must outlive the object.
  RateLimit(const Pace& pace, std::size_t addresses, const SipHash& hash);

  /// Takes `amount` tokens, at most `burst`. Returns false if the limit is exceeded. `now`: steady
  /// time. Any thread.
  [[nodiscard]] bool Take(const IpAddress& address, Millis now, std::size_t amount = 1);
  /// Takes one token from a bucket for `address` and `about`. For IPv6 only the widest network has
  /// a bucket. Any thread.
  [[nodiscard]] bool TakeFor(const IpAddress& address, std::string_view about, Millis now);

  /// Changes the limit for later calls. Any thread.
  void SetPace(const Pace& pace);

 private:
  [[nodiscard]] bool TakeFrom(const AddressTable::Place& place, const Pace& pace, Millis now,
                              std::size_t amount);
  [[nodiscard]] Pace pace() const;

  std::atomic<std::size_t> per_second_;
  std::atomic<std::size_t> burst_;
  AddressTable table_;
};

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
