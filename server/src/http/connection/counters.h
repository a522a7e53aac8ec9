#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/counter.h"
#include "http/h2/fault.h"
#include "http/connection/request_counters.h"
#include "http/transport/tls_counters.h"

namespace prichal::net {

/// Why a connection that has to begin with a PROXY header was closed.
enum class Proxied : std::uint8_t {
  kUntrusted,  ///< who connects may not say for whom he stands
  kMissing,    ///< it began in another way
  kVersion1,   ///< it came as text
  kMalformed,
  kLate,
};
inline constexpr std::size_t kProxied = 5;
[[nodiscard]] constexpr std::size_t PlaceOf(Proxied why) { return static_cast<std::size_t>(why); }

/// What one loop counts of HTTP/2; as LoopCounters.
struct Http2Counters {
  Counter http2_exchanges;    ///< gauge: streams of HTTP/2 open now, whatever they are for
  Counter http2_connections;  ///< that have agreed on it
  Counter http2_requests;
  std::array<Counter, http2::kFaultNames.size()> http2_faults;  ///< by http2::Fault
};

/// What one loop counts for operators. Written by its loop alone, read by any thread.
struct LoopCounters {
  explicit LoopCounters(const RouteOptions& routes)
      : responses(routes.count), measured(routes.measured) {}

  // Gauges.
  Counter connections;  ///< open now, streams included
  Counter streams;      ///< open now
  // Since the start.
  Counter accepted;             ///< connections
  Counter refused_full;         ///< answered 503 at the door: too many connections
  Counter refused_address;      ///< answered 503 at the door: too many of one address
  Counter shed_idle;            ///< closed between requests, to make room for others
  Counter refused_descriptors;  ///< closed at the door: the process has no file descriptor left
  std::array<Counter, kProxied> refused_proxied;  ///< closed without a PROXY header, by the reason
  Counter bad_requests;          ///< refused by the codec: 400, 413, 414, 431, 501, 505
  Counter requests_over_budget;  ///< answered 503: too much has come in part
  Counter timeouts;              ///< closed by a deadline (header, body, response, write progress)
  Counter bytes_received;
  Counter bytes_sent;
  Counter streams_too_slow;  ///< ended because their reader fell behind
  TlsCounters tls;
  Http2Counters http2;
  /// [route][status / 100]; index 0 of the second is not used.
  std::vector<std::array<Counter, 6>> responses;
  /// By the route's number less one.
  std::vector<RequestNumbers<Counter>> measured;
};

/// The same, summed over all loops at one moment.
struct NetStats {
  explicit NetStats(const RouteOptions& routes)
      : responses(routes.count), measured(routes.measured) {}

  std::uint64_t connections = 0;
  std::uint64_t streams = 0;
  std::uint64_t accepted = 0;
  std::uint64_t refused_full = 0;
  std::uint64_t refused_address = 0;
  std::uint64_t shed_idle = 0;
  std::uint64_t refused_descriptors = 0;
  std::array<std::uint64_t, kProxied> refused_proxied{};
  std::uint64_t bad_requests = 0;
  std::uint64_t requests_over_budget = 0;
  std::uint64_t request_bytes = 0;  ///< held now; not a sum over loops
  std::uint64_t timeouts = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t streams_too_slow = 0;
  std::uint64_t mailbox_full = 0;  ///< tasks from other loops that found no room; any loop counts
  std::array<std::uint64_t, kTlsHandshakeNames.size()> tls_handshakes{};
  std::array<std::uint64_t, kTlsFailureNames.size()> tls_handshake_failures{};
  std::uint64_t http2_exchanges = 0;
  std::uint64_t http2_connections = 0;
  std::uint64_t http2_requests = 0;
  std::array<std::uint64_t, http2::kFaultNames.size()> http2_faults{};
  std::vector<std::array<std::uint64_t, 6>> responses;
  std::vector<RequestNumbers<std::uint64_t>> measured;

  /// Adds the counters of a loop with the same routes.
  void Add(const LoopCounters& counters);
};

}  // namespace prichal::net
