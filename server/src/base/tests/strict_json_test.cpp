#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "base/json.h"

namespace prichal {
namespace {

std::string Reading(std::string_view text) {
  const auto value = ReadStrictJson(text);
  return value ? boost::json::serialize(*value) : fmt::format("refused: {}", value.error());
}

TEST(StrictJson, ReadsEveryKindOfValue) {
  for (const std::string_view text :
       {R"({"a":[1,-2,18446744073709551615,1.5E0,true,null,"x"],"b":{"a":{}},"c":""})", "[]", "{}",
        "\"\xd0\x98\"", "7", "[[[[[[[[]]]]]]]]"}) {
    EXPECT_EQ(Reading(text), text);
  }
  EXPECT_EQ(Reading(R"( {"\u0061": "\/\n\ud83d\ude00"} )"), "{\"a\":\"/\\n\xf0\x9f\x98\x80\"}");
}

TEST(StrictJson, ReadsLongStringsCompletely) {
  const std::string text =
      fmt::format(R"({{"{}\u0041":"{}\u0041"}})", std::string(5000, 'k'), std::string(5000, 'v'));
  const auto value = ReadStrictJson(text);
  ASSERT_TRUE(value) << value.error();
  EXPECT_EQ(value->as_object().at(std::string(5000, 'k') + "A").as_string(),
            std::string(5000, 'v') + "A");
}

TEST(StrictJson, RejectsDuplicateMembers) {
  for (const std::string_view text :
       {R"({"a":1,"a":2})", R"({"a":1,"b":2,"\u0061":1})", R"([{"x":{"a":1,"a":1}}])",
        R"({"x":{"b":1},"a":{},"x":1})"}) {
    EXPECT_NE(Reading(text).find("duplicate"), std::string::npos) << text << ": " << Reading(text);
  }
  // The same name in two different objects is not a duplicate.
  EXPECT_EQ(Reading(R"({"a":{"a":{"a":1},"b":1},"b":[{"a":1},{"a":1}]})").find("refused"),
            std::string::npos);
}

TEST(StrictJson, LimitsMembersPerObject) {
  const auto object = [](int members) {
    std::string text = "{";
    for (int i = 0; i < members; ++i) text += fmt::format("\"{}\":0,", i);
    text.back() = '}';
    return text;
  };
  EXPECT_TRUE(ReadStrictJson(object(256)));
  EXPECT_FALSE(ReadStrictJson(object(257)));
}

TEST(StrictJson, RejectsMalformedJsonAndReportsPosition) {
  for (const std::string_view text :
       {"", " ", "{", "{}x", "{} {}", "{'a':1}", "[1,]", "{\"a\":01}", "\"\xff\"", "\"\\ud800\"",
        "nul", "// a\n1", "NaN", "[[[[[[[[[]]]]]]]]]", "\"\n\"", "{\"a\" 1}"}) {
    const std::string said = Reading(text);
    EXPECT_TRUE(said.starts_with("refused: ")) << text << ": " << said;
  }
  EXPECT_EQ(ReadStrictJson("{} {}").error(), "unexpected text after the JSON, at byte 3");
}

}  // namespace
}  // namespace prichal
