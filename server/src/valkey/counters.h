#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "base/counter.h"

namespace prichal::valkey {

/// Steady time in microseconds, for durations; the loop's time has only milliseconds.
[[nodiscard]] inline std::uint64_t MicrosNow() {
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(
                                        std::chrono::steady_clock::now().time_since_epoch())
                                        .count());
}

/// Histogram of round-trip times.
struct RoundTrips {
  /// Upper bounds of all buckets except the last, in microseconds.
  static constexpr std::array<std::uint64_t, 11> kBounds = {
      100, 250, 500, 1'000, 2'500, 5'000, 10'000, 25'000, 100'000, 500'000, 2'000'000};

  void Add(std::uint64_t micros) {
    std::size_t bucket = 0;
    while (bucket < kBounds.size() && micros > kBounds.at(bucket)) ++bucket;
    buckets.at(bucket).Add();
    sum.Add(micros);
  }

  std::array<Counter, kBounds.size() + 1> buckets;
  Counter sum;  ///< total, in microseconds
};

/// Statistics of one client. Written by its event loop, read by any thread.
struct ClientCounters {
  Counter nodes;             ///< gauge: known masters
  Counter command_links_up;  ///< gauge: masters with a working command link
  Counter push_links_up;     ///< gauge: masters with a working push link
  Counter channels;          ///< gauge: requested subscriptions
  Counter channels_waiting;  ///< gauge: subscriptions not yet confirmed
  Counter commands_waiting;  ///< gauge: commands without a reply

  Counter commands;            ///< all commands
  Counter commands_refused;    ///< rejected because the queue was full
  Counter commands_timed_out;  ///< no reply within the deadline
  Counter redirects;           ///< MOVED and ASK
  Counter retries;             ///< TRYAGAIN, CLUSTERDOWN, LOADING, READONLY
  Counter scripts_sent;        ///< sent in full, because the server did not have the script
  Counter too_few_replicas;
  Counter reconnects;   ///< lost connections
  Counter refreshes;    ///< received slot maps
  Counter slots_moved;  ///< slots that changed owner between maps
  Counter pushes;
  Counter resubscriptions;  ///< channels subscribed again after an interruption
  Counter probes_missed;
  /// Time of the last reply from any node, in ms of Time::steady; 0 if never.
  Counter probe_answered_at;
  Counter probe_micros;  ///< round-trip time of a probe
  RoundTrips scripts;
};

/// Snapshot of ClientCounters, summed over the clients of all event loops.
struct ClientStats {
  std::uint64_t nodes = 0, command_links_up = 0, push_links_up = 0, channels = 0,
                channels_waiting = 0, commands_waiting = 0, commands = 0, commands_refused = 0,
                commands_timed_out = 0, redirects = 0, retries = 0, scripts_sent = 0,
                too_few_replicas = 0, reconnects = 0, refreshes = 0, slots_moved = 0, pushes = 0,
                resubscriptions = 0, probes_missed = 0;
  std::uint64_t probe_answered_at = 0;  ///< oldest value of all clients
  std::uint64_t probe_micros = 0;       ///< longest of all clients
  std::array<std::uint64_t, RoundTrips::kBounds.size() + 1> script_buckets{};
  std::uint64_t script_micros = 0;

  /// Adds the current values of one client. Any thread.
  void Add(const ClientCounters& counters);
};

}  // namespace prichal::valkey
