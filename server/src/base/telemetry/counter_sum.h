#pragma once

#include <array>
#include <boost/pfr.hpp>
#include <cstddef>
#include <cstdint>
#include <tuple>

#include "base/counter.h"

namespace prichal::telemetry {

inline void AddTo(std::uint64_t& sum, const Counter& one) { sum += one.Get(); }

template <std::size_t kSize>
void AddTo(std::array<std::uint64_t, kSize>& sum, const std::array<Counter, kSize>& one) {
  for (std::size_t i = 0; i < kSize; ++i) sum[i] += one[i].Get();
}

/// Adds each field of a group of counters to the same field of `sum`. `Group<Number>` is a struct
/// of numbers and arrays of numbers.
template <template <typename> typename Group>
void AddTo(Group<std::uint64_t>& sum, const Group<Counter>& one) {
  const auto fields = boost::pfr::structure_tie(sum);
  boost::pfr::for_each_field(one, [&](const auto& field, auto index) {
    AddTo(std::get<decltype(index)::value>(fields), field);
  });
}

}  // namespace prichal::telemetry
