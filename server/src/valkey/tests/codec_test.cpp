#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "valkey/resp.h"

namespace prichal::valkey {
namespace {

const std::string kAll =
    "+OK\r\n-ERR no\r\n:-42\r\n$5\r\na\r\nbc\r\n$-1\r\n$0\r\n\r\n*-1\r\n*0\r\n"
    "*3\r\n*2\r\n:1\r\n$1\r\nx\r\n$-1\r\n*1\r\n+y\r\n";

void ExpectAll(const std::vector<Reply>& replies) {
  using Kind = Reply::Kind;
  ASSERT_EQ(replies.size(), 9U);
  EXPECT_EQ(replies[0].kind, Kind::kStatus);
  EXPECT_EQ(replies[0].text, "OK");
  EXPECT_TRUE(replies[1].IsError());
  EXPECT_EQ(replies[1].text, "ERR no");
  EXPECT_EQ(replies[2].integer, -42);
  EXPECT_EQ(replies[3].text, "a\r\nbc");
  EXPECT_EQ(replies[4].kind, Kind::kNil);
  EXPECT_EQ(replies[5].kind, Kind::kText);
  EXPECT_EQ(replies[6].kind, Kind::kNil);
  EXPECT_EQ(replies[7].kind, Kind::kList);
  const Reply& tree = replies[8];
  ASSERT_EQ(tree.items.size(), 3U);
  ASSERT_EQ(tree.items[0].items.size(), 2U);
  EXPECT_EQ(tree.items[0].items[0].integer, 1);
  EXPECT_EQ(tree.items[0].items[1].text, "x");
  EXPECT_EQ(tree.items[1].kind, Kind::kNil);
  EXPECT_EQ(tree.items[2].items.at(0).text, "y");
}

TEST(ReplyReader, ReadsEveryTypeInPiecesOfAnySize) {
  for (std::size_t piece = 1; piece <= kAll.size(); ++piece) {
    ReplyReader reader;
    std::vector<Reply> replies;
    for (std::size_t at = 0; at < kAll.size(); at += piece) {
      reader.Feed(std::string_view(kAll).substr(at, piece));
      while (auto reply = reader.Next()) replies.push_back(std::move(*reply));
    }
    EXPECT_EQ(reader.error(), "");
    ExpectAll(replies);
  }
}

TEST(ReplyReader, StopsAtMalformedReply) {
  for (const char* bytes : {"?", "HTTP/1.1 200\r\n", ":x\r\n", "$x\r\n", "$-2\r\n", "*-2\r\n",
                            "*99999999999\r\n", ">2\r\n"}) {
    ReplyReader reader;
    reader.Feed(bytes);
    EXPECT_FALSE(reader.Next()) << bytes;
    EXPECT_NE(reader.error(), "") << bytes;
    reader.Feed("+OK\r\n");
    EXPECT_FALSE(reader.Next()) << bytes;
  }
}

TEST(ReplyReader, LimitsDepthElementsAndBytes) {
  std::string deep;
  for (int i = 0; i < 12; ++i) deep += "*1\r\n";
  ReplyReader depth;
  depth.Feed(deep + ":1\r\n");
  EXPECT_FALSE(depth.Next());
  EXPECT_NE(depth.error(), "");

  ReplyReader elements({.bytes = 1'000'000, .elements = 10});
  elements.Feed("*2147483647\r\n");
  for (int i = 0; i < 11 && !elements.Next(); ++i) elements.Feed(":1\r\n");
  EXPECT_NE(elements.error().find("more than 10 elements"), std::string::npos) << elements.error();

  // The limit applies to each reply, not to their sum.
  ReplyReader bytes({.bytes = 4'096, .elements = 10});
  for (int i = 0; i < 2'000; ++i) {
    bytes.Feed("$4\r\nabcd\r\n");
    ASSERT_TRUE(bytes.Next()) << bytes.error();
  }
  bytes.Feed("*3\r\n");
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(bytes.Next());
    bytes.Feed("$2000\r\n" + std::string(2'000, 'x') + "\r\n");
  }
  while (bytes.Next()) {
  }
  ReplyReader endless({.bytes = 4'096, .elements = 10});
  endless.Feed("$9223372036854775807\r\n");
  for (int i = 0; i < 10 && endless.error().empty(); ++i) {
    endless.Feed(std::string(1'000, 'x'));
    EXPECT_FALSE(endless.Next());
  }
  EXPECT_NE(endless.error().find("more than 4096 bytes"), std::string::npos) << endless.error();
}

TEST(Commands, EncodesBulkStringArrays) {
  std::string out = "before";
  AppendCommand(out, {"SET", "k\r\n", ""});
  EXPECT_EQ(out, "before*3\r\n$3\r\nSET\r\n$3\r\nk\r\n\r\n$0\r\n\r\n");
}

}  // namespace
}  // namespace prichal::valkey
