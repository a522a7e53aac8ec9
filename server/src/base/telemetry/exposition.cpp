#include "base/telemetry/exposition.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace prichal::telemetry {
namespace {

/// Escapes a help text, or a label's value if `quotes` is set.
std::string Escaped(std::string_view text, bool quotes) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\n') {
      escaped += "\\n";
      continue;
    }
    if (c == '\\' || (quotes && c == '"')) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string NumberText(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "+Inf" : "-Inf";
  return fmt::format("{:.16g}", value);
}

/// Appends one line: name, suffix, labels with `bound` as the last one unless it is empty, value.
void AddSample(std::string& text, std::string_view name, std::string_view suffix,
               const std::vector<Label>& labels, std::string_view bound, double value) {
  std::string inside;
  const auto add = [&inside](std::string_view label, std::string_view label_value) {
    inside +=
        fmt::format("{}{}=\"{}\"", inside.empty() ? "" : ",", label, Escaped(label_value, true));
  };
  for (const Label& label : labels) add(label.name, label.value);
  if (!bound.empty()) add("le", bound);
  if (!inside.empty()) inside = "{" + inside + "}";
  text += fmt::format("{}{}{} {}\n", name, suffix, inside, NumberText(value));
}

}  // namespace

std::string& Exposition::FamilyText(std::string_view name, std::string_view help,
                                    std::string_view type) {
  const auto existing = std::find_if(families_.begin(), families_.end(),
                                     [name](const Family& family) { return family.name == name; });
  if (existing != families_.end()) return existing->text;
  return families_
      .emplace_back(Family{std::string(name), fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", name,
                                                          Escaped(help, false), type)})
      .text;
}

void Exposition::Counter(std::string_view name, std::string_view help, double value,
                         const std::vector<Label>& labels) {
  AddSample(FamilyText(name, help, "counter"), name, "", labels, "", value);
}

void Exposition::Gauge(std::string_view name, std::string_view help, double value,
                       const std::vector<Label>& labels) {
  AddSample(FamilyText(name, help, "gauge"), name, "", labels, "", value);
}

void Exposition::Histogram(std::string_view name, std::string_view help,
                           std::span<const std::uint64_t> bounds,
                           std::span<const std::uint64_t> counts, double sum, double unit,
                           const std::vector<Label>& labels) {
  std::string& text = FamilyText(name, help, "histogram");
  std::string buckets;
  std::uint64_t observed = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    observed += counts[i];
    const std::string bound =
        i < bounds.size() ? NumberText(static_cast<double>(bounds[i]) * unit) : "+Inf";
    AddSample(buckets, name, "_bucket", labels, bound, Value(observed));
  }
  AddSample(text, name, "_count", labels, "", Value(observed));
  AddSample(text, name, "_sum", labels, "", sum);
  text += buckets;
}

std::string Exposition::Text() const {
  std::string text;
  for (const Family& family : families_) text += family.text;
  return text;
}

}  // namespace prichal::telemetry
