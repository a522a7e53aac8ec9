#pragma once

#include <cstdint>
#include <memory>
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

/// Collects numbers at one moment and writes them in Prometheus' text format (version 0.0.4).
/// Label values come from fixed sets only: a value that clients choose would let them grow the
/// store of the collector.
class Exposition {
 public:
  Exposition();
  Exposition(const Exposition&) = delete;
  Exposition& operator=(const Exposition&) = delete;
  ~Exposition();

  /// Snapshot of one name stand together, with the help of the first.
  void Counter(std::string_view name, std::string_view help, double value,
               const std::vector<Label>& labels = {});
  void Gauge(std::string_view name, std::string_view help, double value,
             const std::vector<Label>& labels = {});

  /// `counts`: how many fell into each bucket alone, one more than there are `bounds` for the rest.
  /// `unit`: what a bound of 1 stands for, such as 1e-6 for microseconds; `sum` is in whole units.
  void Histogram(std::string_view name, std::string_view help,
                 std::span<const std::uint64_t> bounds, std::span<const std::uint64_t> counts,
                 double sum, double unit = 1, const std::vector<Label>& labels = {});

  [[nodiscard]] std::string Text() const;

  /// Content-Type of the text.
  static constexpr std::string_view kContentType = "text/plain; version=0.0.4; charset=utf-8";

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace prichal::telemetry
