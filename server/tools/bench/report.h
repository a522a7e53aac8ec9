// The figures that a mode prints.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bench/histogram.h"

namespace prichal::bench {

/// Figures of one run, in the order in which they were added. Names include the unit.
class Report {
 public:
  explicit Report(std::string mode) : mode_(std::move(mode)) {}

  /// Adds a figure.
  void Add(std::string_view name, double value);
  void Add(std::string_view name, std::uint64_t value) { Add(name, static_cast<double>(value)); }
  /// Adds NAME_p50_ms, NAME_p95_ms, NAME_p99_ms, NAME_p999_ms and NAME_max_ms.
  void AddTimes(const std::string& name, const Histogram& times);

  /// Formats one figure per line.
  [[nodiscard]] std::string Table() const;
  /// Formats one line of JSON: {"mode": "…", "figures": {…}}.
  [[nodiscard]] std::string Json() const;

 private:
  std::string mode_;
  std::vector<std::pair<std::string, double>> figures_;
};

}  // namespace prichal::bench
