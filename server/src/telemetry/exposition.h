// Writes numbers in Prometheus' text format.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace prichal::telemetry {

struct Label {
  std::string_view name;
  std::string_view value;
};

/// A number as Prometheus stores it. Exact up to 2^53.
[[nodiscard]] inline double Value(std::uint64_t number) { return static_cast<double>(number); }

/// Collects the numbers of one scrape and writes them in Prometheus' text format (version 0.0.4).
/// Make one for each scrape; any thread may use it, one at a time. Use label values from fixed sets
/// only: values that clients choose would let them grow the collector's storage.
class Exposition {
 public:
  Exposition() = default;
  Exposition(const Exposition&) = delete;
  Exposition& operator=(const Exposition&) = delete;
  ~Exposition() = default;

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

}  // namespace prichal::telemetry
