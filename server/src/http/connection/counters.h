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

namespace prichal::net {

/// Statuses that are counted one by one: those that this server answers with. Any other shares the
/// place behind them.
inline constexpr std::array<std::uint16_t, 18> kStatuses{
    200, 204, 302, 304, 400, 404, 405, 406, 408, 413, 414, 417, 429, 431, 500, 501, 503, 505};
inline constexpr std::size_t kStatusPlaces = kStatuses.size() + 1;

/// By status. Not within PlaceOf(), which would build it on the stack each time.
inline constexpr auto kPlaces = [] {
  std::array<std::uint8_t, 600> places{};
  places.fill(static_cast<std::uint8_t>(kStatuses.size()));
  for (std::size_t i = 0; i < kStatuses.size(); ++i) {
    places.at(kStatuses.at(i)) = static_cast<std::uint8_t>(i);
  }
  return places;
}();

/// Where a status is counted.
[[nodiscard]] constexpr std::size_t PlaceOf(int status) {
  const auto index = static_cast<std::size_t>(status);
  return index < kPlaces.size() ? kPlaces[index] : kStatuses.size();
}

/// The most bounds that a histogram may have.
inline constexpr std::size_t kMostBounds = 11;

/// The routes of an application, and the bounds of their histograms. The arrays of the bounds must
/// outlive the server.
struct RouteOptions {
  std::size_t count = 1;     ///< routes 0 to count - 1 are counted by status class
  std::size_t measured = 0;  ///< routes 1 to this are also counted by status, duration and size
  std::span<const std::uint64_t> millis_bounds{};  ///< ascending, at most kMostBounds
  std::span<const std::uint64_t> bytes_bounds{};   ///< ascending, at most kMostBounds
};

/// Counts of values by bucket. `Number` is Counter for one loop, std::uint64_t for a snapshot of
/// all loops; the same below.
template <typename Number>
struct Histogram {
  /// One for each bound, not cumulative, and one for larger values; the others stay 0.
  std::array<Number, kMostBounds + 1> buckets{};
  Number sum{};
};

/// Of one route.
template <typename Number>
struct RequestNumbers {
  std::array<Number, kStatusPlaces> responses{};
  /// From the end of a request's head to its response, or to the end of its stream, by its status.
  std::array<Histogram<Number>, kStatusPlaces> millis{};
  Histogram<Number> request_bytes;   ///< head and body
  Histogram<Number> response_bytes;  ///< bodies; not of streams
};

inline void Observe(Histogram<Counter>& histogram, std::span<const std::uint64_t> bounds,
                    std::uint64_t value) {
  // From the least: nearly all are there.
  const auto bound = std::find_if(bounds.begin(), bounds.end(),
                                  [value](std::uint64_t most) { return value <= most; });
  histogram.buckets.at(static_cast<std::size_t>(bound - bounds.begin())).Add();
  histogram.sum.Add(value);
}

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
