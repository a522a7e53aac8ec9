#include "config/schema.h"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/string.hpp>

#include "config/key.h"

namespace prichal::config {
namespace {

namespace json = boost::json;

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
  schema["description"] = fmt::format("{}{} Allowed is {}.", key.doc,
                                      key.at_start ? " At the start only." : "", Allowed(key));
  schema["default"] = JsonOf(DefaultOf(key));
  return schema;
}

json::object Table(json::object properties) {
  return {
      {"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
}

}  // namespace

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
