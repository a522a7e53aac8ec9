#include "config/key.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace prichal::config {

Value DefaultOf(const Key& key) { return key.load(Settings{}); }

namespace {

constexpr std::string_view kSignIn = "auth";

/// What is left of the machine for all but sign-in, whose own bounds may take an eighth of it.
Machine BesidesSignIn(const Machine& machine, const Settings& settings) {
  Machine left = machine;
  if (SignsIn(settings)) left.memory -= left.memory / 8;
  return left;
}

}  // namespace

bool SignsIn(const Settings& settings) {
  const auto& auth = settings.auth;
  return settings.dev.enabled || !auth.telegram_bots.empty() ||
         !auth.telegram_tokens_file.empty() || !auth.oidc_client_id.empty() ||
         !auth.ton_domains.empty();
}

std::vector<const Key*> FitTo(Settings& settings, const Machine& machine,
                              std::span<const Key> table) {
  const Machine besides = BesidesSignIn(machine, settings);
  std::vector<const Key*> fitted;
  for (const auto& key : table) {
    if (key.of_machine == nullptr || key.load(settings) != Value(std::int64_t{0})) continue;
    const Machine& whole = key.section == kSignIn ? machine : besides;
    key.store(settings, std::clamp(key.of_machine(whole), key.least, key.most));
    fitted.push_back(&key);
  }
  return fitted;
}

std::string FullName(const Key& key) { return fmt::format("{}.{}", key.section, key.name); }

std::string EnvironmentName(const Key& key) {
  std::string name = fmt::format("PRICHAL_{}_{}", key.section, key.name);
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return name;
}

std::string Allowed(const Key& key) {
  switch (key.kind) {
    case Kind::kNumber:
      return fmt::format("{}a whole number from {} to {}",
                         key.of_machine == nullptr ? "" : "0, or ", key.least, key.most);
    case Kind::kSwitch:
      return "true or false";
    case Kind::kList:
      if (key.or_one) {
        return fmt::format("{}, or a list of such{}", key.rule->allowed,
                           key.least == 0 ? ", or empty" : "");
      }
      return fmt::format("a list of {}", key.rule->allowed);
    case Kind::kText:
      break;
  }
  return std::string(key.rule->allowed);
}

namespace {

/// What a list has in it, also where it is written as its only item; nothing: it is no list.
std::optional<List> ItemsOf(const Key& key, const Value& value) {
  if (const auto* list = std::get_if<List>(&value)) return *list;
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr || !key.or_one) return std::nullopt;
  return text->empty() ? List{} : List{*text};
}

}  // namespace

bool Fits(const Key& key, const Value& value) {
  if (key.kind == Kind::kList) {
    const auto items = ItemsOf(key, value);
    return items && std::ssize(*items) >= key.least &&
           std::all_of(items->begin(), items->end(),
                       [&](const std::string& item) { return key.rule->fits(item); });
  }
  if (!IsOf(value, key.kind)) return false;
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    if (*number == 0 && key.of_machine != nullptr) return true;
    return *number >= key.least && *number <= key.most;
  }
  if (const auto* text = std::get_if<std::string>(&value)) return key.rule->fits(*text);
  return true;
}

std::string MistakeIn(const Key& key, const Value& value) {
  const auto items = ItemsOf(key, value);
  if (!items || key.rule == nullptr || key.rule->mistake == nullptr) return {};
  if (items->empty()) return "there is none";
  for (const std::string& item : *items) {
    if (key.rule->fits(item)) continue;
    const std::string mistake = key.rule->mistake(item);
    return items->size() == 1 ? mistake : fmt::format("{}: {}", ToToml(item), mistake);
  }
  return {};
}

std::string Shown(const Key& key, const Value& value) {
  const auto text = ToToml(value);
  return key.secret && text != "\"\"" && text != "[]" ? "\"***\"" : text;
}

}  // namespace prichal::config
