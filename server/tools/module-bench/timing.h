#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace prichal::module_bench {

/// A call whose duration must not depend on the class of its input.
struct TimedCall {
  std::string name;
  /// Inputs of the same size, equally many in both classes. Each call uses a random one.
  std::vector<std::string> first;
  std::vector<std::string> second;
  std::function<bool(const std::string& input)> call;
  bool expected = false;  ///< required result of the call; any other aborts
};

/// Statistics of the durations of both classes.
struct TimingComparison {
  /// In ticks: of the time stamp counter, or nanoseconds if there is none.
  double first_median = 0;
  double second_median = 0;  ///< in ticks
  /// Welch's t statistic with the largest absolute value, over all measurements and over those
  /// below several quantiles. For equal distributions it rarely exceeds 4.5 at any sample size; for
  /// different ones it grows with the square root of the sample size.
  double t = 0;
};

/// Compares the timing of both classes as in "Dude, is my code constant time?" (Reparaz, Balasch,
/// Verbauwhede, DATE 2017). Throws std::runtime_error if the call returns an unexpected result.
[[nodiscard]] TimingComparison CompareTiming(const TimedCall& subject, std::size_t calls);

}  // namespace prichal::module_bench
