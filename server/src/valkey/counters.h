// Numbers of the Valkey client.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "base/counter.h"

namespace prichal::valkey {

/// Returns the steady time in microseconds. The time of a loop's turn is in milliseconds.
[[nodiscard]] inline std::uint64_t MicrosNow() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

/// Histogram of the duration of round trips.
struct RoundTrips {
  /// Upper bounds of the buckets but the last, in microseconds.
  static constexpr std::array<std::uint64_t, 11> kBounds = {
      100, 250, 500, 1'000, 2'500, 5'000, 10'000, 25'000, 100'000, 500'000, 2'000'000};

  void Add(std::uint64_t micros) {
    std::size_t bucket = 0;
    while (bucket < kBounds.size() && micros > kBounds.at(bucket)) ++bucket;
    buckets.at(bucket).Add();
    sum.Add(micros);
  }

  std::array<Counter, kBounds.size() + 1> buckets;
  Counter sum;  ///< Microseconds
};

/// What the client of one loop counts. Its loop writes, any thread reads; a sum over the clients of
/// all loops has the same fields. app/valkey_clients has the metric of each field.
struct ClientCounters {
  // Gauges.
  Counter nodes;             ///< Masters
  Counter command_links_up;  ///< Masters with a working connection for commands
  Counter push_links_up;     ///< Masters with a working connection for pushes
  Counter channels;          ///< Requested
  Counter channels_waiting;  ///< Requested and not confirmed
  Counter commands_waiting;  ///< Without a reply
  // Since the start.
  Counter commands;
  Counter commands_refused;    ///< No room
  Counter commands_timed_out;  ///< No reply within their deadline
  Counter redirects;           ///< MOVED and ASK
  Counter retries;             ///< TRYAGAIN, CLUSTERDOWN, LOADING, READONLY
  Counter scripts_sent;        ///< In full, to a server that did not know them
  Counter too_few_replicas;
  Counter reconnects;   ///< Connections that were lost
  Counter refreshes;    ///< Slot maps that were read
  Counter slots_moved;  ///< Slots that had another owner in a newer map
  Counter pushes;
  Counter resubscriptions;  ///< Channels, after an interruption
  Counter probes_missed;
  /// Last reply to a probe of any node, in milliseconds of Time::steady; 0: never. In a sum: of the
  /// client where that is longest ago.
  Counter probe_answered_at;
  Counter probe_micros;  ///< Its round trip. In a sum: the longest
  RoundTrips scripts;
};

}  // namespace prichal::valkey
