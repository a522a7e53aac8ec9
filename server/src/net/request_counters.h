#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

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

/// Upper bounds of buckets: the official bridge's.
inline constexpr std::array<std::uint64_t, 11> kMillisBounds{5,   10,   25,   50,   100,   250,
                                                             500, 1000, 2500, 5000, 10'000};
inline constexpr std::array<std::uint64_t, 10> kBytesBounds{
    1024, 2048, 5120, 10'240, 102'400, 512'000, 1'048'576, 2'621'440, 5'242'880, 10'485'760};

/// Here and below: `Number` is Counter for one loop, std::uint64_t for all at one moment.
template <typename Number, std::size_t kBounds>
struct Histogram {
  std::array<Number, kBounds + 1> buckets{};  ///< each alone; the last is for the rest
  Number sum{};
};

/// Of one route.
template <typename Number>
struct RequestNumbers {
  std::array<Number, kStatusPlaces> responses{};
  /// From the end of a request's head to its response, or to the end of its stream, by its status.
  std::array<Histogram<Number, kMillisBounds.size()>, kStatusPlaces> millis{};
  Histogram<Number, kBytesBounds.size()> request_bytes;   ///< head and body
  Histogram<Number, kBytesBounds.size()> response_bytes;  ///< bodies; not of streams
};

template <std::size_t kBounds>
void Observe(Histogram<Counter, kBounds>& histogram,
             const std::array<std::uint64_t, kBounds>& bounds, std::uint64_t value) {
  // From the least: nearly all are there.
  const auto* bound = std::find_if(bounds.begin(), bounds.end(),
                                   [value](std::uint64_t most) { return value <= most; });
  histogram.buckets.at(static_cast<std::size_t>(bound - bounds.begin())).Add();
  histogram.sum.Add(value);
}

}  // namespace prichal::net
