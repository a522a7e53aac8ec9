#include "config/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "base/similar.h"

namespace prichal::config {
namespace {

/// Suggests the key with the most similar name as the fix for an unknown key.
std::string Suggestion(const ConfigValue& wrong, std::span<const Key> table) {
  std::size_t best = kSimilar + 1;
  std::string name;
  for (const auto& key : table) {
    const auto candidate =
        wrong.source.from == From::kEnvironment ? EnvironmentName(key) : FullName(key);
    const auto steps =
        std::min(EditDistance(wrong.key, candidate), EditDistance(wrong.key, key.name));
    if (steps < best) {
      best = steps;
      name = candidate;
    }
  }
  return name.empty() ? "use a key that `prichal config-schema` prints"
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
                  .reason = "not allowed",
                  .fix = fmt::format("use {}", Allowed(key))};
  if (const std::string mistake = MistakeIn(key, item.value); !mistake.empty()) {
    Problem parts = ProblemOf(mistake);
    problem.reason = std::move(parts.reason);
    if (!parts.fix.empty()) problem.fix = std::move(parts.fix);
  }
  return WithText(std::move(problem));
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
  return WithText({.text = {},
                   .key = item.key,
                   .value = {},  // not shown: it may be a secret
                   .source = item.source,
                   .reason = "unknown key",
                   .fix = Suggestion(item, table)});
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
  resolved.is_complete = resolved.problems.empty();
  if (resolved.is_complete) AddConflicts(resolved);
  return resolved;
}

Problem WithText(Problem problem) {
  std::string text = problem.key;
  if (!problem.value.empty()) text += fmt::format(": {}", problem.value);
  if (problem.source.from != From::kDefault) text += fmt::format(" ({})", ToText(problem.source));
  if (!text.empty()) text += ": ";
  text += problem.reason + ".";
  if (!problem.fix.empty()) {
    const bool is_question = problem.fix.ends_with('?');
    text += is_question ? fmt::format(" D{}", problem.fix.substr(1))  // "Did you mean …?"
                        : fmt::format(" Fix: {}.", problem.fix);
  }
  problem.text = std::move(text);
  return problem;
}

Problem ProblemOf(std::string text) {
  constexpr std::string_view kFix = ". Fix: ";
  Problem problem;
  std::string_view rest = text;
  const auto key = rest.substr(0, rest.find(": "));
  const bool has_key = key.size() < rest.size() && key.find('.') != std::string_view::npos &&
                       std::all_of(key.begin(), key.end(), [](char c) {
                         return (c >= 'a' && c <= 'z') || c == '.' || c == '_';
                       });
  if (has_key) {
    problem.key = key;
    rest.remove_prefix(key.size() + 2);
  }
  if (rest.ends_with('.')) rest.remove_suffix(1);
  const auto fix = rest.find(kFix);
  problem.reason = rest.substr(0, fix);
  if (fix != std::string_view::npos) problem.fix = rest.substr(fix + kFix.size());
  if (!text.ends_with('.') && !text.ends_with('?')) text += '.';
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
