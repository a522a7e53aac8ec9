#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/address_table.h"
#include "base/clock.h"
#include "base/ip_address.h"
#include "base/sip_hash.h"

namespace prichal {

/// How often each address may do something: a token bucket, kept as the one time at which it will
/// be full again (the generic cell rate algorithm), so that an entry is one word and all loops
/// count together. Of IPv6 the networks around an address have buckets too (NetworksOf()). Exact
/// while those in action fit; beyond that the one nearest to rest is forgotten, which errs in its
/// favour.
class RateLimit {
 public:
  struct Pace {
    std::size_t per_second = 0;  ///< up to 1,000,000; 0: no limit
    std::size_t burst = 1;       ///< at once, after a rest; up to 1,000,000 seconds' worth
  };
  /// `addresses`: remembered. `hash` must outlive it.
  RateLimit(const Pace& pace, std::size_t addresses, const SipHash& hash);

  /// Any thread. False: not now, but for one within a second again. `now`: steady time. `amount`:
  /// of more than a burst a burst counts.
  [[nodiscard]] bool Take(const IpAddress& address, Millis now, std::size_t amount = 1);
  /// One, for each `about` by itself; of IPv6 the widest network counts alone.
  [[nodiscard]] bool TakeFor(const IpAddress& address, std::string_view about, Millis now);

  /// From now on. Any thread.
  void SetPace(const Pace& pace);

 private:
  [[nodiscard]] bool TakeFrom(const AddressTable::Place& place, const Pace& pace, Millis now,
                              std::size_t amount);
  [[nodiscard]] Pace pace() const;

  std::atomic<std::size_t> per_second_;
  std::atomic<std::size_t> burst_;
  AddressTable table_;
};

}  // namespace prichal
