#include "bench/report.h"

#include <fmt/format.h>

#include <cmath>

#include "bench/clock.h"

namespace prichal::bench {
namespace {

/// Formats whole numbers without decimals, and others with four significant digits.
std::string Written(double value) {
  if (!std::isfinite(value)) return "0";
  if (value == std::floor(value) || std::abs(value) >= 10'000) return fmt::format("{:.0f}", value);
  return fmt::format("{:.4g}", value);
}

}  // namespace

void Report::Add(std::string_view name, double value) { figures_.emplace_back(name, value); }

void Report::AddTimes(const std::string& name, const Histogram& times) {
  const auto add = [&](std::string_view part, std::int64_t nanoseconds) {
    Add(fmt::format("{}_{}_ms", name, part),
        static_cast<double>(nanoseconds) / static_cast<double>(kMillisecond));
  };
  add("p50", times.At(0.5));
  add("p95", times.At(0.95));
  add("p99", times.At(0.99));
  add("p999", times.At(0.999));
  add("max", times.max());
}

std::string Report::Table() const {
  std::size_t widest = 0;
  for (const auto& [name, value] : figures_) widest = std::max(widest, name.size());
  std::string table = mode_ + "\n";
  for (const auto& [name, value] : figures_) {
    table += fmt::format("  {:<{}}  {:>12}\n", name, widest, Written(value));
  }
  return table;
}

std::string Report::Json() const {
  std::string json = fmt::format(R"({{"mode":"{}","figures":{{)", mode_);
  for (const auto& [name, value] : figures_) {
    json += fmt::format(R"({}"{}":{})", json.ends_with('{') ? "" : ",", name, Written(value));
  }
  return json + "}}\n";
}

}  // namespace prichal::bench
