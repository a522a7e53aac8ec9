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

/// Counters of one loop, which only its loop writes and any thread reads, or a snapshot of them.
template <typename Number>
struct Counters {
  explicit Counters(const RouteOptions& routes)
      : responses(routes.count), measured(routes.measured) {}

  // Gauges.
  Number connections{};      ///< open connections, including streams
  Number streams{};          ///< open event streams
  Number http2_exchanges{};  ///< open streams of HTTP/2, for requests and event streams
  // Since the start.
  Number accepted{};                               ///< connections
  Number refused_full{};                           ///< rejected: too many connections
  Number refused_address{};                        ///< rejected: too many of one address
  Number shed_idle{};                              ///< closed while idle, to free places
  Number refused_descriptors{};                    ///< closed: no file descriptor available
  std::array<Number, kProxied> refused_proxied{};  ///< closed for a bad PROXY header, by Proxied
  Number bad_requests{};                           ///< by the codec: 400, 413, 414, 431, 501, 505
  Number requests_over_budget{};                   ///< 503: too many bytes of partial requests
  Number timeouts{};                               ///< closed by a deadline
  Number bytes_received{};
  Number bytes_sent{};
  Number streams_too_slow{};  ///< ended because the client reads too slowly
  TlsNumbers<Number> tls;
  Number http2_connections{};  ///< connections that negotiated HTTP/2
  Number http2_requests{};
  std::array<Number, h2::kFaultNames.size()> http2_faults{};  ///< by h2::Fault
  /// [route][status / 100]; index 0 of the second is unused.
  std::vector<std::array<Number, 6>> responses;
  /// By route number minus 1.
  std::vector<RequestNumbers<Number>> measured;
};
using LoopCounters = Counters<Counter>;

/// Snapshot of the counters, summed over all loops.
struct Stats : Counters<std::uint64_t> {
  using Counters::Counters;

  std::uint64_t request_bytes = 0;  ///< buffered now; one number for all loops
  std::uint64_t mailbox_full = 0;   ///< tasks rejected by full mailboxes

  /// Adds the counters of a loop with the same routes.
  void Add(const LoopCounters& counters);
};

}  // namespace prichal::http
