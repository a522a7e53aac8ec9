#include "config/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <numeric>

namespace prichal::config {
namespace {

/// Returns the Levenshtein distance of two texts of at most 63 bytes, or 64 if one is longer.
std::size_t Distance(std::string_view a, std::string_view b) {
  std::array<std::size_t, 64> row{};
  if (a.size() >= row.size() || b.size() >= row.size()) return row.size();
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const auto replaced = diagonal + (a[i] == b[j] ? 0U : 1U);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

/// Suggests the key with the most similar name as the fix for an unknown key.
std::string Suggestion(const ConfigValue& wrong, std::span<const Key> table) {
  constexpr std::size_t kNear = 3;
  std::size_t best = kNear + 1;
  std::string name;
  for (const auto& key : table) {
    const auto candidate =
        wrong.source.from == From::kEnvironment ? EnvironmentName(key) : FullName(key);
    const auto steps = std::min(Distance(wrong.key, candidate), Distance(wrong.key, key.name));
    if (steps < best) {
      best = steps;
      name = candidate;
    }
  }
  return name.empty() ? "`prichal check-config` prints every key"
                      : fmt::format("did you mean {}?", name);
}

const Key* Find(std::span<const Key> table, std::string_view name) {
  const auto row = std::find_if(table.begin(), table.end(),
                                [&](const Key& key) { return FullName(key) == name; });
  return row == table.end() ? nullptr : &*row;
}

/// Returns the problem of a value that its key does not allow.
Problem Refused(const Key& key, const ConfigValue& item) {
  Problem problem{.text = {},
                  .key = item.key,
                  .value = Shown(key, item.value),
                  .source = item.source,
                  .reason = "the value is not allowed",
                  .way_out = fmt::format("allowed is {}", Allowed(key))};
  std::string mistake = MistakeIn(key, item.value);
  problem.text =
      fmt::format("{} = {} ({}): {}{}{}", problem.key, problem.value, ToText(item.source), mistake,
                  mistake.empty() ? "" : "; ", problem.way_out);
  if (!mistake.empty()) problem.reason = std::move(mistake);
  return problem;
}

/// Replaces a list of one item by the item if the key allows that form.
ConfigValue Shortest(const Key& key, ConfigValue item) {
  const auto* list = std::get_if<List>(&item.value);
  if (list == nullptr || !key.or_one || list->size() > 1) return item;
  // Copied first: a variant must not be assigned from a part of itself.
  std::string only = list->empty() ? std::string() : list->front();
  item.value = std::move(only);
  return item;
}

Problem Unknown(const ConfigValue& item, std::span<const Key> table) {
  Problem problem{.text = {},
                  .key = item.key,
                  .value = {},  // not shown: it may be a secret
                  .source = item.source,
                  .reason = "unknown key",
                  .way_out = Suggestion(item, table)};
  problem.text = fmt::format("{} ({}): {}; {}", problem.key, ToText(item.source), problem.reason,
                             problem.way_out);
  return problem;
}

}  // namespace

Resolved Resolve(const std::vector<ConfigValue>& given, const Machine& machine,
                 std::span<const Key> table) {
  Resolved resolved;
  for (const auto& key : table) {
    resolved.effective.push_back({&key, DefaultOf(key), Source{}});
  }
  for (const auto& one : given) {
    const auto* key = Find(table, one.key);
    if (key == nullptr) {
      resolved.problems.push_back(Unknown(one, table));
      continue;
    }
    const ConfigValue item = Shortest(*key, one);
    if (!Fits(*key, item.value)) {
      resolved.problems.push_back(Refused(*key, item));
      continue;
    }
    auto& row = resolved.effective[static_cast<std::size_t>(key - table.data())];
    if (item.source.from >= row.source.from) row = {key, item.value, item.source};
  }
  for (const auto& row : resolved.effective) WriteField(*row.key, resolved.settings, row.value);
  for (const auto* key : FitTo(resolved.settings, machine, table)) {
    auto& row = resolved.effective[static_cast<std::size_t>(key - table.data())];
    row.value = ReadField(*key, resolved.settings);
    row.source.share_of = machine.Describe();
  }
  if (resolved.problems.empty()) AddConflicts(resolved);
  return resolved;
}

Problem ProblemOf(std::string text) {
  Problem problem;
  problem.reason = text;
  problem.text = std::move(text);
  return problem;
}

std::vector<std::string> TextsOf(const std::vector<Problem>& problems) {
  std::vector<std::string> texts;
  texts.reserve(problems.size());
  for (const Problem& problem : problems) texts.push_back(problem.text);
  return texts;
}

std::vector<std::string> KeepFromStart(const Settings& before, Settings& next) {
  std::vector<std::string> changed;
  for (const auto& key : Keys()) {
    const Value had = ReadField(key, before);
    if (!key.at_start || ReadField(key, next) == had) continue;
    changed.push_back(FullName(key));
    WriteField(key, next, had);
  }
  return changed;
}

std::string ToText(const Source& source) {
  if (!source.share_of.empty()) {
    Source without = source;
    without.share_of.clear();
    return fmt::format("{}, a share of {}", ToText(without), source.share_of);
  }
  switch (source.from) {
    case From::kFile:
      return "file " + source.where;
    case From::kOfficialName:
    case From::kEnvironment:
      return "environment " + source.where;
    case From::kFlag:
      return "flag " + source.where;
    case From::kDefault:
      break;
  }
  return "default";
}

std::string ToToml(const Resolved& resolved) {
  std::string out;
  std::string_view section;
  for (const auto& row : resolved.effective) {
    if (row.key->section != section) {
      section = row.key->section;
      out += fmt::format("{}[{}]\n", out.empty() ? "" : "\n", section);
    }
    const auto line = fmt::format("{} = {}", row.key->name, Shown(*row.key, row.value));
    out += fmt::format("{:<40}  # {}\n", line, ToText(row.source));
  }
  return out;
}

}  // namespace prichal::config
