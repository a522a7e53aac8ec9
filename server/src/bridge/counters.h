#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/counter.h"
#include "bridge/connects.h"

namespace prichal::bridge {

/// Upper bounds of the histogram of client ids a stream, as the official bridge counts them; one
/// more bucket takes the rest.
inline constexpr std::array<std::uint64_t, 11> kIdsPerStreamBounds = {1,  2,  3,  4,  5,  10,
                                                                      20, 30, 40, 50, 100};

/// What one loop of the bridge counts for operators. Written by its loop alone, read by any thread.
struct Counters {
  // Gauges.
  Counter subscriptions;     ///< client ids that open streams listen to
  Counter mailboxes;         ///< client ids with a stream or a waiting message
  Counter messages_waiting;  ///< kept until their ttl, or until they are confirmed
  Counter bytes_waiting;
  Counter connects_known;  ///< remembered for POST /bridge/verify
  // Since the start.
  Counter accepted;          ///< messages stored and answered with 200
  Counter delivered;         ///< messages handed to the socket of a stream, repeats included
  Counter expired;           ///< messages that no stream got before their ttl was over
  Counter confirmed;         ///< messages that a later cursor of their receiver has let go
  Counter repeated;          ///< messages that had come before: answered, not delivered again
  Counter bad_requests;      ///< answered 400, 413 or 414 by the bridge's own rules
  Counter mailbox_full;      ///< answered 429: too much waits for the receiver
  Counter store_full;        ///< answered 503: too much waits in all
  Counter store_failed;      ///< answered 503: the store cannot keep anything
  Counter messages_limited;  ///< answered 429: too many a second from one address
  Counter streams_limited;   ///< answered 429: too many streams of one address
  Counter ids_full;          ///< answered 503: streams listen to too many client ids in all
  std::array<Counter, kVerdicts> verified;  ///< answers of POST /bridge/verify, by verdict
  Counter ids_in_streams;                   ///< sum of the histogram
  std::array<Counter, kIdsPerStreamBounds.size() + 1> ids_per_stream;
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
  std::uint64_t confirmed = 0;
  std::uint64_t repeated = 0;
  std::uint64_t bad_requests = 0;
  std::uint64_t mailbox_full = 0;
  std::uint64_t store_full = 0;
  std::uint64_t store_failed = 0;
  std::uint64_t messages_limited = 0;
  std::uint64_t streams_limited = 0;
  std::uint64_t ids_full = 0;
  std::array<std::uint64_t, kVerdicts> verified{};
  std::uint64_t ids_in_streams = 0;
  /// Streams by their number of ids; not cumulative.
  std::array<std::uint64_t, kIdsPerStreamBounds.size() + 1> ids_per_stream{};

  void Add(const Counters& counters);
};

}  // namespace prichal::bridge
