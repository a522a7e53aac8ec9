#pragma once

#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "base/ip_address.h"
#include "base/sip_hash.h"
#include "bridge/address_table.h"

namespace prichal::bridge {

/// How often each address may do something: a token bucket, kept as the one time at which it will
/// be full again (the generic cell rate algorithm), so that an entry is one word and all loops
/// count together. Exact while the addresses in action fit; beyond that the one nearest to rest is
/// forgotten, which errs in its favour.
class RateLimit {
 public:
  struct Options {
    std::size_t per_second = 1;  ///< up to 1,000,000
    std::size_t burst = 1;       ///< at once, after a rest
    std::size_t addresses = 1;   ///< remembered
  };
  /// `hash` must outlive it.
  RateLimit(const Options& options, const SipHash& hash);

  /// Any thread. False: not now, but within a second again. `now`: steady time.
  [[nodiscard]] bool Take(const IpAddress& address, Millis now);

 private:
  const std::int64_t interval_;   ///< microseconds that one costs
  const std::int64_t tolerance_;  ///< a bucket may be so far from full and still give one
  AddressTable table_;
};

}  // namespace prichal::bridge
