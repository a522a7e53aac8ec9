#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/counter.h"
#include "http/h2/session.h"
#include "http/transport/tls_transport.h"

namespace prichal::http {

/// Statuses that are counted individually: those that this server sends. All others share the last
/// place.
inline constexpr std::array<std::uint16_t, 18> kStatuses{
    200, 204, 302, 304, 400, 404, 405, 406, 408, 413, 414, 417, 429, 431, 500, 501, 503, 505};
inline constexpr std::size_t kStatusPlaces = kStatuses.size() + 1;

/// Place of each status. If it were a local of PlaceOf(), each call would build it on the stack.
inline constexpr auto kPlaces = [] {
  std::array<std::uint8_t, 600> places{};
  places.fill(static_cast<std::uint8_t>(kStatuses.size()));
  for (std::size_t i = 0; i < kStatuses.size(); ++i) {
    places.at(kStatuses.at(i)) = static_cast<std::uint8_t>(i);
  }
  return places;
}();

/// Index of a status in arrays of size kStatusPlaces.
[[nodiscard]] constexpr std::size_t PlaceOf(int status) {
  const auto index = static_cast<std::size_t>(status);
  return index < kPlaces.size() ? kPlaces[index] : kStatuses.size();
}

/// Maximum number of bounds of a histogram.
inline constexpr std::size_t kMostBounds = 11;

/// The routes of an application, and the bounds of their histograms. The arrays of the bounds must
/// outlive the server.
struct RouteOptions {
  std::size_t count = 1;     ///< routes 0 to count - 1 are counted by status class
  std::size_t measured = 0;  ///< routes 1 to this are also counted by status, duration and size
  std::span<const std::uint64_t> millis_bounds{};  ///< ascending, at most kMostBounds
  std::span<const std::uint64_t> bytes_bounds{};   ///< ascending, at most kMostBounds
};

/// Counts of values by bucket. `Number` is Counter for one loop and std::uint64_t for a snapshot of
/// all loops, here and below.
template <typename Number>
struct Histogram {
  /// Not cumulative: one bucket for each bound and one for larger values. Unused buckets stay 0.
  std::array<Number, kMostBounds + 1> buckets{};
  Number sum{};
};

/// Counts of one route.
template <typename Number>
struct RequestNumbers {
  std::array<Number, kStatusPlaces> responses{};
  /// Time from the end of the request header to the response, or to the end of a stream; by status.
  std::array<Histogram<Number>, kStatusPlaces> millis{};
  Histogram<Number> request_bytes;   ///< header and body
  Histogram<Number> response_bytes;  ///< bodies, without those of streams
};

inline void Observe(Histogram<Counter>& histogram, std::span<const std::uint64_t> bounds,
                    std::uint64_t value) {
  // Linear search from the smallest bound, because most values are small.
  const auto bound = std::find_if(bounds.begin(), bounds.end(),
                                  [value](std::uint64_t most) { return value <= most; });
  histogram.buckets.at(static_cast<std::size_t>(bound - bounds.begin())).Add();
  histogram.sum.Add(value);
}

/// Reasons for closing a connection that must begin with a PROXY header.
enum class Proxied : std::uint8_t {
  kUntrusted,  ///< the peer is not a trusted load balancer
  kMissing,    ///< the connection began with other bytes
  kVersion1,   ///< version 1, the text format
  kMalformed,
  kLate,
};
inline constexpr std::size_t kProxied = 5;
[[nodiscard]] constexpr std::size_t PlaceOf(Proxied why) { return static_cast<std::size_t>(why); }

/// HTTP/2 counters of one loop; see LoopCounters.
struct Http2Counters {
  Counter http2_exchanges;    ///< gauge: open streams of HTTP/2, for requests and event streams
  Counter http2_connections;  ///< connections that negotiated HTTP/2
  Counter http2_requests;
  std::array<Counter, h2::kFaultNames.size()> http2_faults;  ///< by h2::Fault
};

/// Counters of one loop. Only its loop writes them; any thread reads them.
struct LoopCounters {
  explicit LoopCounters(const RouteOptions& routes)
      : responses(routes.count), measured(routes.measured) {}

  // Gauges.
  Counter connections;  ///< open connections, including streams
  Counter streams;      ///< open event streams
  // Since the start.
  Counter accepted;             ///< connections
  Counter refused_full;         ///< rejected: too many connections
  Counter refused_address;      ///< rejected: too many connections from one address
  Counter shed_idle;            ///< closed while idle, to free places for new connections
  Counter refused_descriptors;  ///< closed on accept: no file descriptor available
  std::array<Counter, kProxied> refused_proxied;  ///< closed for a bad PROXY header, by Proxied
  Counter bad_requests;          ///< rejected by the codec: 400, 413, 414, 431, 501, 505
  Counter requests_over_budget;  ///< rejected with 503: too many bytes of partial requests
  Counter timeouts;              ///< closed by a deadline (header, body, response, write progress)
  Counter bytes_received;
  Counter bytes_sent;
  Counter streams_too_slow;  ///< ended because the client reads too slowly
  TlsCounters tls;
  Http2Counters http2;
  /// [route][status / 100]; index 0 of the second is unused.
  std::vector<std::array<Counter, 6>> responses;
  /// By route number minus 1.
  std::vector<RequestNumbers<Counter>> measured;
};

/// Snapshot of the counters, summed over all loops.
struct Stats {
  explicit Stats(const RouteOptions& routes) : responses(routes.count), measured(routes.measured) {}

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
  std::uint64_t request_bytes = 0;  ///< buffered now; one number for all loops
  std::uint64_t timeouts = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t streams_too_slow = 0;
  std::uint64_t mailbox_full = 0;  ///< tasks rejected by full mailboxes
  std::array<std::uint64_t, kTlsHandshakeNames.size()> tls_handshakes{};
  std::array<std::uint64_t, kTlsFailureNames.size()> tls_handshake_failures{};
  std::uint64_t http2_exchanges = 0;
  std::uint64_t http2_connections = 0;
  std::uint64_t http2_requests = 0;
  std::array<std::uint64_t, h2::kFaultNames.size()> http2_faults{};
  std::vector<std::array<std::uint64_t, 6>> responses;
  std::vector<RequestNumbers<std::uint64_t>> measured;

  /// Adds the counters of a loop with the same routes.
  void Add(const LoopCounters& counters);
};

}  // namespace prichal::http
