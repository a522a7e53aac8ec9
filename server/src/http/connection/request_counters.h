#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/counter.h"

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

}  // namespace prichal::net
