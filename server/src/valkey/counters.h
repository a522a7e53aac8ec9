#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "base/counter.h"

namespace prichal::valkey {

/// Microseconds of steady time: what the time of a turn, in whole milliseconds, is too coarse for.
[[nodiscard]] inline std::uint64_t MicrosNow() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

/// Round trips by their duration.
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
  Counter sum;  ///< microseconds
};

/// What a client has done and seen. Changed by its loop, read by any thread.
struct ClientCounters {
  Counter nodes;             ///< masters that are known, now
  Counter command_links_up;  ///< of them, with a link for commands that works, now
  Counter push_links_up;     ///< " for pushes
  Counter channels;          ///< wanted, now
  Counter channels_waiting;  ///< of them not confirmed, now
  Counter commands_waiting;  ///< without an answer, now

  Counter commands;            ///< asked for
  Counter commands_refused;    ///< for want of room
  Counter commands_timed_out;  ///< without an answer within their deadline
  Counter redirects;           ///< MOVED and ASK
  Counter retries;             ///< TRYAGAIN, CLUSTERDOWN, LOADING, READONLY
  Counter scripts_sent;        ///< in full, to a server that did not know them
  Counter too_few_replicas;
  Counter reconnects;   ///< links that were lost
  Counter refreshes;    ///< maps of slots that were read
  Counter slots_moved;  ///< slots that had another owner in a newer map
  Counter pushes;
  Counter resubscriptions;  ///< of channels, after an interruption
  Counter probes_missed;
  Counter probe_answered_at;  ///< the last one of any node: milliseconds of Time::steady; 0: never
  Counter probe_micros;       ///< its way there and back
  RoundTrips scripts;
};

/// The same, summed over the clients of all loops at one moment.
struct ClientStats {
  std::uint64_t nodes = 0, command_links_up = 0, push_links_up = 0, channels = 0,
                channels_waiting = 0, commands_waiting = 0, commands = 0, commands_refused = 0,
                commands_timed_out = 0, redirects = 0, retries = 0, scripts_sent = 0,
                too_few_replicas = 0, reconnects = 0, refreshes = 0, slots_moved = 0, pushes = 0,
                resubscriptions = 0, probes_missed = 0;
  std::uint64_t probe_answered_at = 0;  ///< of the client whose last answer is the oldest
  std::uint64_t probe_micros = 0;       ///< of the one that took longest
  std::array<std::uint64_t, RoundTrips::kBounds.size() + 1> script_buckets{};
  std::uint64_t script_micros = 0;

  void Add(const ClientCounters& counters);
};

}  // namespace prichal::valkey
