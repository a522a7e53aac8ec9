#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "base/counter.h"
#include "bridge/verify_cache.h"

namespace prichal::bridge {

/// Upper bounds of the histogram of client ids a stream, as the official bridge counts them; one
/// more bucket takes the rest.
inline constexpr std::array<std::uint64_t, 11> kIdsPerStreamBounds = {1,  2,  3,  4,  5,  10,
                                                                      20, 30, 40, 50, 100};

/// Upper bounds, in milliseconds, of the histogram of messages by their age when a stream is given
/// them; one more bucket takes the rest.
inline constexpr std::array<std::uint64_t, 10> kDeliveryMillisBounds = {
    5, 10, 50, 100, 500, 1'000, 5'000, 15'000, 60'000, 300'000};

/// What one loop of the bridge counts for operators. Written by its loop alone, read by any thread.
struct Counters {
  // Gauges.
  Counter subscriptions;     ///< client ids that open streams listen to
  Counter mailboxes;         ///< client ids with a stream or a waiting message
  Counter messages_waiting;  ///< kept until their ttl, or until they give way
  Counter bytes_waiting;
  Counter connects_known;  ///< remembered for POST /bridge/verify
  // Since the start.
  Counter accepted;          ///< messages stored and answered with 200
  Counter delivered;         ///< messages handed to the socket of a stream, again and again too
  Counter expired;           ///< messages that no stream got before their ttl was over
  Counter evicted_taken;     ///< gave way to others; every stream of their receiver had taken them
  Counter evicted_waiting;   ///< gave way to others, and not every stream had
  Counter duplicates;        ///< messages that had come before: answered, not delivered again
  Counter bad_requests;      ///< answered 400, 413 or 414 by the bridge's own rules
  Counter mailbox_full;      ///< answered 429: too much of the sender waits for the receiver
  Counter address_full;      ///< answered 429: too much of the address waits in all
  Counter store_full;        ///< answered 503: too much waits in all
  Counter store_failed;      ///< answered 503: the store cannot keep anything
  Counter messages_limited;  ///< answered 429: too many a second from one address
  Counter opens_limited;     ///< answered 429: too many streams opened a second by one address
  Counter verifies_limited;  ///< answered 429: too many questions to verify from one address
  Counter id_limited;        ///< answered 429: too much a second about one id from one address
  Counter origins_refused;   ///< answered 403: the page is not one of those that may
  Counter streams_limited;   ///< answered 429: too many streams of one address
  Counter streams_crowded;   ///< ended: too many of one client id
  Counter ids_full;          ///< answered 503: streams listen to too many client ids in all
  std::array<Counter, kVerdicts> verified;  ///< responses of POST /bridge/verify, by verdict
  Counter ids_in_streams;                   ///< sum of the histogram
  std::array<Counter, kIdsPerStreamBounds.size() + 1> ids_per_stream;
  Counter delivery_millis;  ///< sum of the histogram, in milliseconds
  std::array<Counter, kDeliveryMillisBounds.size() + 1> delivered_by_millis;

  /// A message has been handed to the socket of a stream. `age`: since it came.
  void CountDelivery(Millis age);
};

/// The same, summed over all loops at one moment.
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
  /// Streams by their number of ids; not cumulative.
  std::array<std::uint64_t, kIdsPerStreamBounds.size() + 1> ids_per_stream{};
  std::uint64_t delivery_millis = 0;
  /// Deliveries by the message's age; not cumulative.
  std::array<std::uint64_t, kDeliveryMillisBounds.size() + 1> delivered_by_millis{};

  void Add(const Counters& counters);
};

}  // namespace prichal::bridge
