#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "base/counter.h"
#include "bridge/core/verify.h"

namespace prichal::bridge {

/// Upper bounds of the histogram of client IDs per stream, the same as in the official bridge. One
/// more bucket counts the rest.
inline constexpr std::array<std::uint64_t, 11> kIdsPerStreamBounds = {1,  2,  3,  4,  5,  10,
                                                                      20, 30, 40, 50, 100};

/// Upper bounds in milliseconds of the histogram of delivery times. One more bucket counts the
/// rest.
inline constexpr std::array<std::uint64_t, 10> kDeliveryMillisBounds = {
    5, 10, 50, 100, 500, 1'000, 5'000, 15'000, 60'000, 300'000};

/// The metrics of the bridge; see Counters and Stats.
template <typename Number>
struct BridgeNumbers {
  // Gauges.
  Number subscriptions{};     ///< client IDs of all open streams
  Number mailboxes{};         ///< client IDs with a stream or a pending message
  Number messages_waiting{};  ///< pending messages, until they expire or are evicted
  Number bytes_waiting{};
  Number connects_known{};  ///< remembered for POST /bridge/verify
  // Since the start.
  Number accepted{};          ///< messages stored and answered with 200
  Number delivered{};         ///< messages queued for the socket of a stream; repetitions count
  Number expired{};           ///< messages that expired before any stream got them
  Number evicted_taken{};     ///< evicted after every stream of the receiver had received them
  Number evicted_waiting{};   ///< evicted before that
  Number duplicates{};        ///< duplicates: answered with 200, not delivered again
  Number bad_requests{};      ///< 400, 413 or 414 by the rules of the bridge
  Number mailbox_full{};      ///< 429: PublishResult::kMailboxFull
  Number address_full{};      ///< 429: PublishResult::kAddressFull
  Number store_full{};        ///< 503: PublishResult::kTotalFull or kStoreBusy
  Number store_failed{};      ///< 503: PublishResult::kStoreFailed or kStoredByTooFew
  Number messages_limited{};  ///< 429: rate of messages, or of their bytes, of one IP address
  Number opens_limited{};     ///< 429: rate of new streams of one IP address
  Number verifies_limited{};  ///< 429: rate of verify requests of one IP address
  Number id_limited{};        ///< 429: rate of requests of one IP address about one client ID
  Number origins_refused{};   ///< 403: `bridge.origins` does not list the page's origin
  Number streams_limited{};   ///< 429: open streams of one IP address
  Number streams_crowded{};   ///< streams ended because their client ID had too many
  Number ids_full{};          ///< 503: client IDs of all open streams
  std::array<Number, kVerdicts> verified{};  ///< responses of POST /bridge/verify, by verdict
  Number ids_in_streams{};                   ///< sum of the histogram
  std::array<Number, kIdsPerStreamBounds.size() + 1> ids_per_stream{};
  Number delivery_millis{};  ///< sum of the histogram, in milliseconds
  std::array<Number, kDeliveryMillisBounds.size() + 1> delivered_by_millis{};
};

/// Metrics of one loop of the bridge. Lives with its BridgeLoop. Only that loop writes; any thread
/// reads.
using Counters = BridgeNumbers<Counter>;

/// The sum of the Counters of all loops at one moment, made by AddTo(). A plain value.
using Stats = BridgeNumbers<std::uint64_t>;

/// Index of the bucket of a histogram that counts `value`. Values above all bounds have one more.
template <typename Bounds>
[[nodiscard]] std::size_t BucketOf(const Bounds& bounds, std::uint64_t value) {
  return static_cast<std::size_t>(std::lower_bound(bounds.begin(), bounds.end(), value) -
                                  bounds.begin());
}

/// Counts a message that was queued for the socket of a stream. `age`: time since it was published.
inline void CountDelivery(Counters& counters, Millis age) {
  counters.delivered.Add();
  // After a burst, or if a server's clock is fast, an event ID is ahead of the clock.
  const auto millis = static_cast<std::uint64_t>(std::max(age, Millis(0)).count());
  counters.delivery_millis.Add(millis);
  counters.delivered_by_millis.at(BucketOf(kDeliveryMillisBounds, millis)).Add();
}

}  // namespace prichal::bridge
