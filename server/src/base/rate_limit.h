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

}  // namespace prichal
