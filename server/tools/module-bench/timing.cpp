#include "module-bench/timing.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <random>
#include <stdexcept>

namespace prichal::module_bench {
namespace {

/// Calls for determining the quantiles; not part of the comparison.
constexpr std::size_t kWarmUp = 20'000;
/// Upper limits of the evaluated durations. The longest ones are caused by interruptions and not by
/// the call.
constexpr std::array kQuantiles = {0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999};

std::uint64_t Ticks() {
#if defined(__x86_64__)
  unsigned processor = 0;
  return __builtin_ia32_rdtscp(&processor);
#else
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

/// Running mean and variance (Welford).
class Moments {
 public:
  void Add(double value) {
    count_ += 1;
    const double from_mean = value - mean_;
    mean_ += from_mean / count_;
    squares_ += from_mean * (value - mean_);
  }
  [[nodiscard]] double mean() const { return mean_; }
  /// Variance of the mean.
  [[nodiscard]] double variance() const {
    return count_ < 2 ? 0 : squares_ / (count_ - 1) / count_;
  }

 private:
  double count_ = 0;
  double mean_ = 0;
  double squares_ = 0;
};

double WelchT(const Moments& a, const Moments& b) {
  const double deviation = std::sqrt(a.variance() + b.variance());
  return deviation > 0 ? (a.mean() - b.mean()) / deviation : 0;
}

double Median(std::vector<double>& values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

TimingComparison CompareTiming(const TimedCall& subject, std::size_t calls) {
  std::mt19937_64 chance(std::random_device{}());
  std::string input = subject.first.front();
  // A single buffer for all inputs, so that their addresses do not matter.
  const auto time = [&](bool second) {
    const auto& inputs = second ? subject.second : subject.first;
    const std::string& chosen = inputs[chance() % inputs.size()];
    std::copy(chosen.begin(), chosen.end(), input.begin());
    const std::uint64_t begin = Ticks();
    const bool given = subject.call(input);
    const std::uint64_t end = Ticks();
    if (given != subject.expected) throw std::runtime_error(subject.name + " fails");
    return static_cast<double>(end - begin);
  };

  std::vector<double> warm_up;
  warm_up.reserve(kWarmUp);
  for (std::size_t i = 0; i < kWarmUp; ++i) warm_up.push_back(time((chance() & 1U) != 0));
  std::sort(warm_up.begin(), warm_up.end());

  struct Cut {
    double above;
    std::array<Moments, 2> classes;
  };
  std::vector<Cut> cuts;
  cuts.push_back({.above = INFINITY, .classes = {}});
  for (const double quantile : kQuantiles) {
    const auto at = static_cast<std::size_t>(quantile * static_cast<double>(kWarmUp));
    cuts.push_back({.above = warm_up[at], .classes = {}});
  }
  std::array<std::vector<double>, 2> times;
  for (auto& one : times) one.reserve(calls);
  for (std::size_t i = 0; i < calls; ++i) {
    const std::size_t which = chance() & 1U;
    const double took = time(which != 0);
    times.at(which).push_back(took);
    for (Cut& cut : cuts) {
      if (took <= cut.above) cut.classes.at(which).Add(took);
    }
  }

  TimingComparison comparison;
  comparison.first_median = Median(times[0]);
  comparison.second_median = Median(times[1]);
  for (const Cut& cut : cuts) {
    const double t = WelchT(cut.classes[0], cut.classes[1]);
    if (std::abs(t) > std::abs(comparison.t)) comparison.t = t;
  }
  return comparison;
}

}  // namespace prichal::module_bench
