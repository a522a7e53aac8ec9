#include "telemetry/exposition.h"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <algorithm>
#include <limits>

namespace prichal::telemetry {

class Exposition::Impl {
 public:
  prometheus::ClientMetric& Add(prometheus::MetricType type, std::string_view name,
                                std::string_view help, const std::vector<Label>& labels) {
    auto family = std::find_if(families_.begin(), families_.end(),
                               [&](const auto& known) { return known.name == name; });
    if (family == families_.end()) {
      families_.push_back({std::string(name), std::string(help), type, {}});
      family = families_.end() - 1;
    }
    auto& metric = family->metric.emplace_back();
    for (const auto& label : labels) {
      metric.label.push_back({std::string(label.name), std::string(label.value)});
    }
    return metric;
  }

  [[nodiscard]] std::string Text() const {
    return prometheus::TextSerializer().Serialize(families_);
  }

 private:
  std::vector<prometheus::MetricFamily> families_;
};

Exposition::Exposition() : impl_(std::make_unique<Impl>()) {}
Exposition::~Exposition() = default;

void Exposition::Counter(std::string_view name, std::string_view help, double value,
                         const std::vector<Label>& labels) {
  impl_->Add(prometheus::MetricType::Counter, name, help, labels).counter.value = value;
}

void Exposition::Gauge(std::string_view name, std::string_view help, double value,
                       const std::vector<Label>& labels) {
  impl_->Add(prometheus::MetricType::Gauge, name, help, labels).gauge.value = value;
}

void Exposition::Histogram(std::string_view name, std::string_view help,
                           std::span<const std::uint64_t> bounds,
                           std::span<const std::uint64_t> counts, double sum, double unit,
                           const std::vector<Label>& labels) {
  auto& histogram = impl_->Add(prometheus::MetricType::Histogram, name, help, labels).histogram;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    histogram.sample_count += counts[i];
    const double bound = i < bounds.size() ? static_cast<double>(bounds[i]) * unit
                                           : std::numeric_limits<double>::infinity();
    histogram.bucket.push_back({histogram.sample_count, bound});
  }
  histogram.sample_sum = sum;
}

std::string Exposition::Text() const { return impl_->Text(); }

}  // namespace prichal::telemetry
