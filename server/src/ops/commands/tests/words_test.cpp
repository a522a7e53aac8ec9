#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "ops/commands/commands.h"
#include "ops/commands/input.h"

namespace prichal::ops {
namespace {

namespace json = boost::json;
using std::chrono::seconds;

TEST(CommandWords, EscapesControlCharactersForTerminal) {
  EXPECT_EQ(Printable("Иван \xf0\x9f\x91\x8b ~"), "Иван \xf0\x9f\x91\x8b ~");
  EXPECT_EQ(Printable("\x1b[2J\r\n\x7f"), "\\u001b[2J\\u000d\\u000a\\u007f");
  EXPECT_EQ(Printable("\xc2\x9b"
                      "2J"),
            "\\u009b2J");  // one-character CSI
  EXPECT_EQ(Printable("\xe2\x80\xae"
                      "gnp.exe"),
            "\\u202egnp.exe");                           // right to left
  EXPECT_EQ(Printable("\u200d\u200c"), "\u200d\u200c");  // joiners, as in emoji of families
  EXPECT_EQ(Printable("a\xff\xc3(\xed\xa0\x80"),
            "a\xef\xbf\xbd\xef\xbf\xbd(\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

TEST(CommandWords, PrintsEquivalentJson) {
  const json::value value = {{"a", "\x1b\x7f\xe2\x80\xae \"\\"},
                             {"b", {1, nullptr, json::object(), json::array()}},
                             {"c", {{"d", {{"e", 1.5}}}}}};
  const std::string pretty = PrettyJson(value);
  EXPECT_EQ(json::parse(pretty), value);
  EXPECT_EQ(json::parse(Printable(json::serialize(value))), value);
  EXPECT_EQ(pretty.find('\x7f'), std::string::npos);
  EXPECT_EQ(PrettyJson({{"a", {1, 2}}, {"b", json::array()}}),
            "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": []\n}");
}

TEST(CommandWords, FormatsTimesAndDurations) {
  EXPECT_EQ(Moment(seconds(1790000000)), "2026-09-21 14:13:20 UTC");
  EXPECT_EQ(Moment(seconds(999'999'999'999)), "33658-09-27 01:46:39 UTC");
  EXPECT_EQ(Span(seconds(0)), "0 s");
  EXPECT_EQ(Span(seconds(59)), "59 s");
  EXPECT_EQ(Span(seconds(3600)), "1 h");
  EXPECT_EQ(Span(seconds(3601)), "1 h");
  EXPECT_EQ(Span(seconds(3661)), "1 h 1 min");
  EXPECT_EQ(Span(seconds(90061)), "1 d 1 h");
  EXPECT_EQ(Ago(seconds(100), seconds(160)), "1 min ago");
  EXPECT_EQ(Ago(seconds(160), seconds(100)), "in 1 min");
}

TEST(CommandFlags, ParsesNumbersAndDurations) {
  EXPECT_EQ(WholeNumber("-239"), -239);
  for (const char* text : {"", "+1", "01", "-0", "1.0", " 1", "1 ", "9223372036854775808"}) {
    EXPECT_EQ(WholeNumber(text), std::nullopt) << text;
  }
  EXPECT_EQ(Duration("90"), seconds(90));
  EXPECT_EQ(Duration("90s"), seconds(90));
  EXPECT_EQ(Duration("15m"), seconds(900));
  EXPECT_EQ(Duration("1h"), seconds(3600));
  EXPECT_EQ(Duration("3652d"), seconds(315'532'800));
  for (const char* text :
       {"", "0", "-1", "1w", "h", "1.5h", "3653d", "1 h", "9223372036854775807d"}) {
    EXPECT_EQ(Duration(text), std::nullopt) << text;
  }
}

TEST(CommandBots, DetectsBotTokenAnywhereInText) {
  const std::string token = "7000000001:AAFakeTokenForTestsOnly_0123456789-xyz";
  for (const auto& text : {token, "--x=" + token, "/bot" + token + "/getMe"}) {
    EXPECT_TRUE(HasBotToken(text)) << text;
  }
  for (const char* text : {"", ":", "1:", "7000000001", "127.0.0.1:8080",
                           "file:AAFakeTokenForTestsOnly_0123456789", "1:AAFakeTokenForTests"}) {
    EXPECT_FALSE(HasBotToken(text)) << text;
  }
}

}  // namespace
}  // namespace prichal::ops
