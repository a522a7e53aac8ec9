#include "ops/commands/input.h"

#include <gtest/gtest.h>

#include "base/tests/fixture_tree.h"

namespace prichal::ops {
namespace {

TEST(CommandInput, TrimsByteOrderMarkAndWhitespace) {
  FixtureTree tree;
  tree.Write("plain", "a=b c").Write("saved", "\xef\xbb\xbf \t a=b c\r\n\r\n");
  tree.Write("none", "").Write("space", "\xef\xbb\xbf\r\n ");
  for (const char* name : {"plain", "saved"}) {
    const auto input = ReadInput(tree.path(name), 100);
    ASSERT_TRUE(input);
    EXPECT_EQ(input->text, "a=b c");
    EXPECT_FALSE(input->too_large);
  }
  for (const char* name : {"none", "space"}) EXPECT_EQ(ReadInput(tree.path(name), 100)->text, "");
}

TEST(CommandInput, DiscardsTooLargeInput) {
  FixtureTree tree;
  tree.Write("full", std::string(100, 'a')).Write("more", std::string(101, 'a'));
  EXPECT_EQ(ReadInput(tree.path("full"), 100)->text, std::string(100, 'a'));
  for (const auto& path : {tree.path("more"), std::string("/dev/zero")}) {
    const auto input = ReadInput(path, 100);
    ASSERT_TRUE(input);
    EXPECT_TRUE(input->too_large);
    EXPECT_EQ(input->text, "");
  }
}

TEST(CommandInput, ReportsReadError) {
  FixtureTree tree;
  tree.Write("wide", std::string("\xff\xfe"
                                 "a\0",
                                 4));
  const auto error = [&](const std::string& path) {
    const auto input = ReadInput(path, 100);
    return input ? "" : input.error();
  };
  EXPECT_EQ(error("/nonexistent/\x1b[2J"),
            "cannot read /nonexistent/\\u001b[2J: No such file or directory");
  EXPECT_EQ(error("/"), "cannot read /: Is a directory");
  EXPECT_TRUE(error(tree.path("wide")).ends_with("save it as UTF-8."));
}

TEST(CommandInput, StripsAuthorizationHeaderAndScheme) {
  const auto without = [](std::string_view text) { return WithoutScheme(text, {"tma", "Bearer"}); };
  for (const char* text : {"tma a=b", "Authorization: tma a=b", "authorization:TMA   a=b",
                           "Authorization: a=b", "BEARER\ta=b", "a=b"}) {
    EXPECT_EQ(without(text), "a=b") << text;
  }
  for (const char* text : {"tma", "tmaa=b", "Basic a=b", "", "tma="}) {
    EXPECT_EQ(without(text), text);
  }
}

}  // namespace
}  // namespace prichal::ops
