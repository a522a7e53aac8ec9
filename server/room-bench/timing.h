#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace prichal::room_bench {

/// A call that is to take the same time for two classes of inputs.
struct TimedCall {
  std::string name;
  /// Inputs of one size, as many in one as in the other; which is taken is by chance.
  std::vector<std::string> first;
  std::vector<std::string> second;
  std::function<bool(const std::string& input)> call;
  bool expected = false;  ///< what the call has to give; another ends the comparison
};

/// How the times of both classes compare.
struct TimingComparison {
  double first_median =
      0;  ///< ticks: of the time stamp counter, or nanoseconds where there is none
  double second_median = 0;  ///< ticks
  /// Welch's t statistic, of all times and of those below some quantiles of them: the one that is
  /// furthest from 0. Of one distribution it is seldom beyond 4.5, however many are taken; of two
  /// it grows with their square root.
  double t = 0;
};

/// As in “Dude, is my code constant time?” (Reparaz, Balasch, Verbauwhede, DATE 2017). Throws
/// std::runtime_error when the call does not give what it has to.
[[nodiscard]] TimingComparison CompareTiming(const TimedCall& subject, std::size_t calls);

}  // namespace prichal::room_bench
