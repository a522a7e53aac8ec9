#pragma once

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

/// Metrics of one loop of the bridge. Lives with its BridgeLoop. Only that loop writes; any thread
/// reads.
struct Counters {
  // Gauges.
  Counter subscriptions;     ///< client IDs of all open streams
  Counter mailboxes;         ///< client IDs with a stream or a pending message
  Counter messages_waiting;  ///< pending messages, until they expire or are evicted
  Counter bytes_waiting;
  Counter connects_known;  ///< remembered for POST /bridge/verify
  // Since the start.
  Counter accepted;          ///< messages stored and answered with 200
  Counter delivered;         ///< messages queued for the socket of a stream; repetitions count
  Counter expired;           ///< messages that expired before any stream got them
  Counter evicted_taken;     ///< evicted after every stream of the receiver had received them
  Counter evicted_waiting;   ///< evicted before that
  Counter duplicates;        ///< duplicates: answered with 200, not delivered again
  Counter bad_requests;      ///< 400, 413 or 414 by the rules of the bridge
  Counter mailbox_full;      ///< 429: PublishResult::kMailboxFull
  Counter address_full;      ///< 429: PublishResult::kAddressFull
  Counter store_full;        ///< 503: PublishResult::kTotalFull or kStoreBusy
  Counter store_failed;      ///< 503: PublishResult::kStoreFailed or kStoredByTooFew
  Counter messages_limited;  ///< 429: rate of messages, or of their bytes, of one IP address
  Counter opens_limited;     ///< 429: rate of new streams of one IP address
  Counter verifies_limited;  ///< 429: rate of verify requests of one IP address
  Counter id_limited;        ///< 429: rate of requests of one IP address about one client ID
  Counter origins_refused;   ///< 403: `bridge.origins` does not list the page's origin
  Counter streams_limited;   ///< 429: open streams of one IP address
  Counter streams_crowded;   ///< streams ended because their client ID had too many
  Counter ids_full;          ///< 503: client IDs of all open streams
  std::array<Counter, kVerdicts> verified;  ///< responses of POST /bridge/verify, by verdict
  Counter ids_in_streams;                   ///< sum of the histogram
  std::array<Counter, kIdsPerStreamBounds.size() + 1> ids_per_stream;
  Counter delivery_millis;  ///< sum of the histogram, in milliseconds
  std::array<Counter, kDeliveryMillisBounds.size() + 1> delivered_by_millis;

  /// Counts a message that was queued for the socket of a stream. `age`: time since it was
  /// published.
  void CountDelivery(Millis age);
};

/// The sum of the Counters of all loops at one moment. A plain value; see Counters for the fields.
struct Stats {
  std::uint64_t subscriptions = 0;
  std::uint64_t mailboxes = 0;
  std::uint64_t messages_waiting = 0;
  std::uint64_t bytes_waiting = 0;
  std::uint64_t connects_known = 0;
  std::uint64_t accepted = 0;
  std::uint64_t delivered = 0;
  std::uint64_t expired = 0;
  std::uint64_t evicted_taken = 0;
  std::uint64_t evicted_waiting = 0;
  std::uint64_t duplicates = 0;
  std::uint64_t bad_requests = 0;
  std::uint64_t mailbox_full = 0;
  std::uint64_t address_full = 0;
  std::uint64_t store_full = 0;
  std::uint64_t store_failed = 0;
  std::uint64_t messages_limited = 0;
  std::uint64_t opens_limited = 0;
  std::uint64_t verifies_limited = 0;
  std::uint64_t id_limited = 0;
  std::uint64_t origins_refused = 0;
  std::uint64_t streams_limited = 0;
  std::uint64_t streams_crowded = 0;
  std::uint64_t ids_full = 0;
  std::array<std::uint64_t, kVerdicts> verified{};
  std::uint64_t ids_in_streams = 0;
  /// Streams by their number of client IDs; not cumulative.
  std::array<std::uint64_t, kIdsPerStreamBounds.size() + 1> ids_per_stream{};
  std::uint64_t delivery_millis = 0;
  /// Deliveries by delivery time; not cumulative.
  std::array<std::uint64_t, kDeliveryMillisBounds.size() + 1> delivered_by_millis{};

  void Add(const Counters& counters);
};

}  // namespace prichal::bridge
