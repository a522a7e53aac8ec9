#include "config/key.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>
#include <iterator>
#include <optional>

#include "config/official_names.h"

namespace prichal::config {

namespace {

namespace json = boost::json;

/// Converts a field to the value that the file has.
struct FieldReader {
  Millis unit;

  Value operator()(const std::string* text) const { return *text; }
  Value operator()(const bool* on) const { return *on; }
  Value operator()(const List* list) const { return *list; }
  Value operator()(const std::size_t* number) const { return static_cast<std::int64_t>(*number); }
  Value operator()(const Millis* duration) const { return std::int64_t{*duration / unit}; }
  Value operator()(const std::vector<ListenAddress>* addresses) const {
    if (addresses->empty()) return std::string();
    if (addresses->size() == 1) return addresses->front().ToConfigText();
    List list;
    for (const ListenAddress& address : *addresses) list.push_back(address.ToConfigText());
    return list;
  }
};

/// Converts a value of the right kind and writes it to a field.
struct FieldWriter {
  Millis unit;
  const Value& value;

  void operator()(std::string* text) const { *text = std::get<std::string>(value); }
  void operator()(bool* on) const { *on = std::get<bool>(value); }
  void operator()(List* list) const { *list = std::get<List>(value); }
  void operator()(std::size_t* number) const {
    *number = static_cast<std::size_t>(std::get<std::int64_t>(value));
  }
  void operator()(Millis* duration) const { *duration = unit * std::get<std::int64_t>(value); }
  void operator()(std::vector<ListenAddress>* addresses) const {
    addresses->clear();
    const auto add = [addresses](const std::string& text) {
      if (!text.empty()) addresses->push_back(ListenAddress::Parse(text).value());
    };
    if (const auto* only = std::get_if<std::string>(&value)) return add(*only);
    for (const std::string& text : std::get<List>(value)) add(text);
  }
};

constexpr std::string_view kSignIn = "auth";

/// Returns the machine without the eighth of its memory that sign-in may use.
Machine BesidesSignIn(const Machine& machine, const Settings& settings) {
  Machine left = machine;
  if (SignsIn(settings)) left.memory -= left.memory / 8;
  return left;
}

/// Returns the items of a list, or the only item written without a list. Nullopt for other types.
std::optional<List> ItemsOf(const Key& key, const Value& value) {
  if (const auto* list = std::get_if<List>(&value)) return *list;
  const auto* text = std::get_if<std::string>(&value);
  if (text == nullptr || !key.or_one) return std::nullopt;
  return text->empty() ? List{} : List{*text};
}

json::value JsonOf(const Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return json::string(*text);
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  if (const auto* on = std::get_if<bool>(&value)) return *on;
  json::array items;
  if (const auto* list = std::get_if<List>(&value)) {
    for (const std::string& item : *list) items.emplace_back(item);
  }
  return items;
}

json::object TextOf(const Key& key) {
  json::object text{{"type", "string"}};
  if (key.rule->choices.empty()) return text;
  json::array words;
  for (const std::string_view word : key.rule->choices) words.emplace_back(word);
  text["enum"] = std::move(words);
  return text;
}

json::object NumberOf(const Key& key) {
  json::object bounds{{"minimum", key.least}, {"maximum", key.most}};
  json::object number{{"type", "integer"}};
  if (key.of_machine == nullptr || key.least <= 0) {
    number.insert(bounds.begin(), bounds.end());
  } else {
    number["anyOf"] = json::array{json::object{{"const", 0}}, std::move(bounds)};
  }
  return number;
}

json::object KindOf(const Key& key) {
  switch (key.kind) {
    case Kind::kNumber:
      return NumberOf(key);
    case Kind::kSwitch:
      return {{"type", "boolean"}};
    case Kind::kList: {
      json::object list{{"type", "array"}, {"items", TextOf(key)}};
      if (key.least > 0) list["minItems"] = key.least;
      if (!key.or_one) return list;
      return {{"anyOf", json::array{TextOf(key), std::move(list)}}};
    }
    case Kind::kText:
      break;
  }
  return TextOf(key);
}

json::object SchemaOf(const Key& key) {
  json::object schema = KindOf(key);
  const std::string allowed = Allowed(key);
  schema["description"] =
      fmt::format("{}{} Allowed: {}.", key.doc, key.at_start ? " Restart to apply." : "", allowed);
  schema["default"] = JsonOf(DefaultOf(key));
  schema["x-doc"] = json::string(key.doc);
  schema["x-allowed"] = allowed;
  schema["x-restart"] = key.at_start;
  schema["x-variable"] = EnvironmentName(key);
  if (!key.flag.empty()) schema["x-flag"] = fmt::format("--{}", key.flag);
  json::array official;
  for (const OfficialName& name : OfficialNames()) {
    if (name.key == FullName(key)) official.emplace_back(name.variable);
  }
  if (!official.empty()) schema["x-official-variables"] = std::move(official);
  return schema;
}

json::object Table(json::object properties) {
  return {
      {"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
}

}  // namespace

Value ReadField(const Key& key, const Settings& settings) {
  // The pointer is only read from.
  return std::visit(FieldReader{key.unit}, key.field(const_cast<Settings&>(settings)));
}

void WriteField(const Key& key, Settings& settings, const Value& value) {
  std::visit(FieldWriter{key.unit, value}, key.field(settings));
}

Value DefaultOf(const Key& key) { return ReadField(key, Settings{}); }

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
    if (key.of_machine == nullptr || ReadField(key, settings) != Value(std::int64_t{0})) continue;
    const Machine& whole = key.section == kSignIn ? machine : besides;
    WriteField(key, settings, std::clamp(key.of_machine(whole), key.least, key.most));
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
  if (key.rule == nullptr || key.rule->mistake == nullptr) return {};
  if (key.kind == Kind::kText) {
    const auto* text = std::get_if<std::string>(&value);
    return text == nullptr ? std::string() : key.rule->mistake(*text);
  }
  const auto items = ItemsOf(key, value);
  if (!items) return {};
  if (items->empty()) return "empty";
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

json::value Schema() {
  json::object sections;
  for (const Key& key : Keys()) {
    if (!sections.contains(key.section)) sections[key.section] = Table({});
    auto& section = sections[key.section].as_object();
    section["properties"].as_object()[key.name] = SchemaOf(key);
  }
  json::object schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
                      {"title", "Configuration of the Prichal server"}};
  const json::object table = Table(std::move(sections));
  schema.insert(table.begin(), table.end());
  return schema;
}

}  // namespace prichal::config
