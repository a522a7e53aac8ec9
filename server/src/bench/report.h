#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/histogram.h"

namespace prichal::bench {

/// Figures of one run under names that say their unit, in the order in which they were added.
class Report {
 public:
  explicit Report(std::string mode) : mode_(std::move(mode)) {}

  void Add(std::string_view name, double value);
  void Add(std::string_view name, std::uint64_t value) { Add(name, static_cast<double>(value)); }
  /// NAME_p50_ms, NAME_p95_ms, NAME_p99_ms, NAME_p999_ms, NAME_max_ms.
  void AddTimes(const std::string& name, const Histogram& times);

  /// One figure a line, for people.
  [[nodiscard]] std::string Table() const;
  /// {"mode": "…", "figures": {…}} on one line.
  [[nodiscard]] std::string Json() const;

 private:
  std::string mode_;
  std::vector<std::pair<std::string, double>> figures_;
};

}  // namespace prichal::bench
