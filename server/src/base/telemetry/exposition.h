// Prometheus' text format, and metrics of this process from the kernel.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/counter.h"

namespace prichal::telemetry {

/// A label of a sample; the value is escaped when it is written.
struct Label {
  std::string_view name;
  std::string_view value;
};

/// A number as Prometheus stores it. Exact up to 2^53.
[[nodiscard]] inline double Value(std::uint64_t number) { return static_cast<double>(number); }
[[nodiscard]] inline double Value(const Counter& number) { return Value(number.Get()); }

/// Collects the numbers of one scrape and writes them in Prometheus' text format (version 0.0.4).
/// Make one for each scrape; any thread may use it, one at a time. Use label values from fixed sets
/// only: values that clients choose would let them grow the collector's storage.
class Exposition {
 public:
  Exposition() = default;

  /// Adds one sample of a counter. Samples of one name are written together, in the order in which
  /// they are added, after the help text of the first.
  void Counter(std::string_view name, std::string_view help, double value,
               const std::vector<Label>& labels = {});
  /// Adds one sample of a gauge, like Counter().
  void Gauge(std::string_view name, std::string_view help, double value,
             const std::vector<Label>& labels = {});

  /// Adds a histogram. `counts` has the observations of each bucket, not cumulative; its last item
  /// is above all `bounds`. A bound of 1 is written as `unit`, such as 1e-6 for microseconds; `sum`
  /// is in units of the written bounds.
  void Histogram(std::string_view name, std::string_view help,
                 std::span<const std::uint64_t> bounds, std::span<const std::uint64_t> counts,
                 double sum, double unit = 1, const std::vector<Label>& labels = {});

  [[nodiscard]] std::string Text() const;

  /// Content-Type of the text.
  static constexpr std::string_view kContentType = "text/plain; version=0.0.4; charset=utf-8";

 private:
  /// All samples of one name.
  struct Family {
    std::string name;
    std::string text;  ///< HELP, TYPE and the samples
  };

  std::string& FamilyText(std::string_view name, std::string_view help, std::string_view type);

  std::vector<Family> families_;
};

/// Type of a metric in a table; see Metric.
enum class MetricType { kCounter, kGauge };

/// One row of the table that declares the metrics of a group of numbers: a field of the group, and
/// the metric that has its value. Rows with the same name have different labels, and the help text
/// of the first row.
template <typename Group, typename Number>
struct Metric {
  Number Group::*field = nullptr;
  MetricType type = MetricType::kCounter;
  std::string_view name;
  std::string_view help;
  std::string_view label = {};  ///< empty if the metric has no label
  std::string_view label_value = {};
};

/// Adds the value of each row's field to `out`.
template <typename Group, typename Number, std::size_t kRows>
void AddTable(Exposition& out, const std::array<Metric<Group, Number>, kRows>& table,
              const Group& group) {
  for (const auto& row : table) {
    std::vector<Label> labels;
    if (!row.label.empty()) labels.push_back({row.label, row.label_value});
    const double value = Value(group.*row.field);
    if (row.type == MetricType::kCounter) {
      out.Counter(row.name, row.help, value, labels);
    } else {
      out.Gauge(row.name, row.help, value, labels);
    }
  }
}

/// Adds each row's field of `counters`, which one loop counts, to the same field of `sum`.
template <typename Group, std::size_t kRows>
void AddToSum(Group& sum, const std::array<Metric<Group, Counter>, kRows>& table,
              const Group& counters) {
  for (const auto& row : table) (sum.*row.field).Add((counters.*row.field).Get());
}

/// Resources of this process, in the units of Prometheus' client libraries.
struct Process {
  double cpu_seconds = 0;  ///< user and system
  double resident_bytes = 0;
  double open_fds = 0;
  double max_fds = 0;        ///< soft limit
  double start_seconds = 0;  ///< Unix time
};

/// Reads /proc/self. A value that cannot be read is 0.
[[nodiscard]] Process ReadProcess();

/// Writes the metrics `process_*`.
void AddProcess(Exposition& exposition, const Process& process);

}  // namespace prichal::telemetry
