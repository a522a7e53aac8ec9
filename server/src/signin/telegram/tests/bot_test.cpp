#include "signin/telegram/bot.h"

#include <gtest/gtest.h>

#include "base/encoding.h"

namespace prichal::signin::telegram {
namespace {

constexpr std::string_view kToken = "7000000001:AAFakeTokenForTestsOnly_0123456789-xyz";

TEST(Bot, IsCreatedFromToken) {
  const auto bot = Bot::FromToken(kToken);
  ASSERT_TRUE(bot) << bot.error();
  EXPECT_EQ(bot->id(), 7000000001);
  EXPECT_TRUE(bot->has_token());
  // Computed with Python: hmac.new(hmac.new(b"WebAppData", token, sha256).digest(), b"a=1",
  // sha256).
  EXPECT_EQ(HexEncode(bot->Authenticate("a=1")),
            "2c6f77d9ef11c38eb5f179b864f9527395aed535827ba522b9cd157a8ab54212");
  EXPECT_EQ(bot->Authenticate("a=1"), bot->Authenticate("a=1"));
}

TEST(Bot, IsCreatedFromId) {
  const auto bot = Bot::FromId(7000000001);
  ASSERT_TRUE(bot);
  EXPECT_EQ(bot->id(), 7000000001);
  EXPECT_FALSE(bot->has_token());
  EXPECT_EQ(Bot::FromId(0).error(),
            "0 is not a bot ID, the number before the colon of a bot token");
  EXPECT_FALSE(Bot::FromId(-7));
}

TEST(Bot, RejectsMalformedTokenWithoutLeakingIt) {
  for (const std::string_view text :
       {"", "AAFakeTokenForTestsOnly_0123456789-xyz", ":AAFakeTokenForTestsOnly_0123456789-xyz",
        "0:AAFakeTokenForTestsOnly_0123456789-xyz", "-7:AAFakeTokenForTestsOnly_0123456789-xyz",
        "7000000001x:AAFakeTokenForTestsOnly_0123456789", "7000000001:", "7000000001:AAFakeToken",
        "7000000001:AAFakeTokenForTestsOnly_0123456789-xyz\n",
        "7000000001:AAFakeTokenForTestsOnly 0123456789",
        "99999999999999999999:AAFakeTokenForTestsOnly_0123456789-xyz"}) {
    const auto bot = Bot::FromToken(text);
    ASSERT_FALSE(bot) << text;
    EXPECT_EQ(bot.error().find("AAFake"), std::string::npos) << bot.error();
    EXPECT_NE(bot.error().find("BotFather"), std::string::npos) << bot.error();
  }
}

TEST(BotTokens, ReadsOneTokenPerLine) {
  const std::string token = "7000000001:AAFakeTokenForTestsOnly_0123456789-xyz";
  const auto bots = ReadBotTokens("\xef\xbb\xbf# the shop\r\n" + token + "\r\n\n \t\n  #\n\t2" +
                                  token.substr(1) + " \t");
  ASSERT_TRUE(bots) << bots.error();
  ASSERT_EQ(bots->size(), 2U);
  EXPECT_EQ(bots->front().id(), 7000000001);
  EXPECT_EQ(bots->back().id(), 2000000001);
  EXPECT_TRUE(bots->back().has_token());
  EXPECT_TRUE(ReadBotTokens("")->empty());
  EXPECT_TRUE(ReadBotTokens("# none")->empty());
}

TEST(BotTokens, ReportsLineOfMistakeWithoutToken) {
  for (const char* text : {"#\n7000000001:short_secret", "\n7000000001:short_secret\r\n",
                           "\n7000000001:AAFakeTokenForTestsOnly_0123456789 short_secret"}) {
    const auto bots = ReadBotTokens(text);
    ASSERT_FALSE(bots);
    EXPECT_TRUE(bots.error().starts_with("line 2: ")) << bots.error();
    EXPECT_EQ(bots.error().find("short_secret"), std::string::npos) << bots.error();
  }
}

}  // namespace
}  // namespace prichal::signin::telegram
