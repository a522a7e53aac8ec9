#include <gtest/gtest.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string>

#include "config/key.h"

namespace prichal::config {
namespace {

namespace json = boost::json;

const json::object& SchemaOf(const json::value& schema, std::string_view section,
                             std::string_view name) {
  return schema.at("properties").at(section).at("properties").at(name).as_object();
}

TEST(Schema, ListsExactlyAllKeys) {
  const auto schema = Schema();
  std::size_t count = 0;
  for (const auto& [name, section] : schema.at("properties").as_object()) {
    EXPECT_FALSE(section.at("additionalProperties").as_bool());
    count += section.at("properties").as_object().size();
  }
  EXPECT_EQ(count, Keys().size());
  EXPECT_FALSE(schema.at("additionalProperties").as_bool());
  for (const Key& key : Keys()) {
    EXPECT_NE(SchemaOf(schema, key.section, key.name).if_contains("default"), nullptr);
  }
}

TEST(Schema, DescribesTypeOfEachKey) {
  const auto schema = Schema();
  const auto& heartbeat = SchemaOf(schema, "bridge", "heartbeat");
  EXPECT_EQ(heartbeat.at("type").as_string(), "integer");
  EXPECT_EQ(heartbeat.at("minimum").as_int64(), 1);
  EXPECT_EQ(heartbeat.at("maximum").as_int64(), 300);
  // 0 means the machine's share.
  const auto& loops = SchemaOf(schema, "server", "loops");
  EXPECT_EQ(loops.at("anyOf").at(0).at("const").as_int64(), 0);
  EXPECT_EQ(loops.at("anyOf").at(1).at("minimum").as_int64(), 1);
  EXPECT_EQ(SchemaOf(schema, "dev", "enabled").at("type").as_string(), "boolean");
  EXPECT_EQ(SchemaOf(schema, "csp", "img").at("items").at("type").as_string(), "string");
  EXPECT_EQ(SchemaOf(schema, "store", "kind").at("enum").as_array().size(), 3U);
}

TEST(Schema, ListsExactlyAllowedChoices) {
  std::size_t rules = 0;
  for (const Key& key : Keys()) {
    if (key.rule == nullptr || key.rule->choices.empty()) continue;
    ++rules;
    for (const std::string_view word : key.rule->choices) {
      EXPECT_TRUE(key.rule->fits(word)) << word;
      EXPECT_FALSE(key.rule->fits(std::string(word) + "x")) << word;
      EXPECT_NE(key.rule->allowed.find(word), std::string_view::npos) << word;
    }
  }
  EXPECT_GE(rules, 14U);
}

}  // namespace
}  // namespace prichal::config
