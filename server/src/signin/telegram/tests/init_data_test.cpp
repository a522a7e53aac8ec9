#include "signin/telegram/init_data.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <type_traits>

#include "signin/telegram/tests/init_data_fixture.h"

namespace prichal::signin::telegram {
namespace {

using test::Hashed;
using test::Judge;
using test::kMade;
using test::Pairs;

// Only InitDataChecker can create verified data.
static_assert(!std::is_default_constructible_v<InitData>);

constexpr std::chrono::seconds kNow = kMade + std::chrono::seconds(60);

TEST(InitData, ReadsEveryField) {
  Pairs pairs = {
      {"auth_date", "1790000000"},
      {"can_send_after", "30"},
      {"chat",
       R"({"id":-1001234567890,"type":"supergroup","title":"Т","username":"c","photo_url":"https://t.me/p"})"},
      {"chat_instance", "-1234567890123456789"},
      {"chat_type", "supergroup"},
      {"query_id", "AAG"},
      {"receiver", R"({"id":5,"first_name":"R","is_bot":true,"added_to_attachment_menu":true})"},
      {"signature", ""},
      {"start_param", "a-b_C"},
      {"user",
       R"({"id":4503599627370495,"first_name":"И\n","last_name":"L","username":"u_1","language_code":"ru","is_premium":true,"photo_url":"https:\/\/t.me\/i.svg","new":{}})"}};
  const auto data = test::Checker().Check(Hashed(pairs), kNow);
  ASSERT_TRUE(data) << data.error().words;
  EXPECT_EQ(data->bot_id(), test::kBotId);
  EXPECT_EQ(data->proof(), InitDataProof::kBotToken);
  EXPECT_EQ(data->auth_date(), kMade);
  EXPECT_EQ(data->start_param(), "a-b_C");
  ASSERT_TRUE(data->user());
  EXPECT_EQ(data->user()->id, 4503599627370495);
  EXPECT_EQ(data->user()->first_name, "И\n");
  EXPECT_EQ(data->user()->last_name, "L");
  EXPECT_EQ(data->user()->username, "u_1");
  EXPECT_EQ(data->user()->language_code, "ru");
  EXPECT_EQ(data->user()->photo_url, "https://t.me/i.svg");
  EXPECT_TRUE(data->user()->is_premium);
}

TEST(InitData, RequiresOnlyAuthDate) {
  const auto data = test::Checker().Check(Hashed({{"auth_date", "1790000000"}}), kNow);
  ASSERT_TRUE(data) << data.error().words;
  EXPECT_FALSE(data->user());
  EXPECT_EQ(data->start_param(), "");
}

TEST(InitData, FindsBotThatSignedIt) {
  constexpr std::string_view kOther = "7000000002:AAAnotherFakeTokenForTests_9876543210ab";
  std::vector<Bot> bots;
  bots.push_back(Bot::FromId(7000000003).value());
  bots.push_back(Bot::FromToken(kOther).value());
  bots.push_back(Bot::FromToken(test::kToken).value());
  const InitDataChecker checker(std::move(bots));
  EXPECT_EQ(checker.Check(Hashed(test::SomePairs()), kNow)->bot_id(), 7000000001);
  EXPECT_EQ(checker.Check(Hashed(test::SomePairs(), kOther), kNow)->bot_id(), 7000000002);
  const std::string foreign = Hashed(test::SomePairs(), "7000000004:AAnobodysTokenForTests_01234");
  EXPECT_EQ(Judge(checker, foreign), "signature_absent");
  EXPECT_EQ(Judge(InitDataChecker({}), foreign), "not_signed");
}

TEST(InitData, HasSameDigestInAnyFieldOrder) {
  Pairs pairs = test::SomePairs();
  const auto checker = test::Checker();
  const auto first = checker.Check(Hashed(pairs), kNow);
  std::reverse(pairs.begin(), pairs.end());
  const auto second = checker.Check(Hashed(pairs), kNow);
  pairs[0].second.back() = ' ';
  pairs[0].second.push_back('}');
  const auto third = checker.Check(Hashed(pairs), kNow);
  ASSERT_TRUE(first && second && third);
  EXPECT_EQ(first->digest(), second->digest());
  EXPECT_NE(first->digest(), third->digest());
}

TEST(InitData, AcceptsOnlyWithinMaxAge) {
  const std::string raw = Hashed(test::SomePairs());
  const auto checker = test::Checker();
  EXPECT_EQ(Judge(checker, raw, kMade + std::chrono::hours(24)), "taken");
  EXPECT_EQ(Judge(checker, raw, kMade + std::chrono::seconds(86401)), "expired");
  EXPECT_EQ(Judge(checker, raw, kMade - std::chrono::seconds(300)), "taken");
  EXPECT_EQ(Judge(checker, raw, kMade - std::chrono::seconds(301)), "future");
  const auto strict = test::Checker({.max_age = std::chrono::seconds(0),
                                     .max_ahead = std::chrono::seconds(0),
                                     .signature_keys = {}});
  EXPECT_EQ(Judge(strict, raw, kMade), "taken");
  EXPECT_EQ(Judge(strict, raw, kMade + std::chrono::seconds(1)), "expired");
  EXPECT_EQ(Judge(strict, raw, kMade - std::chrono::seconds(1)), "future");
}

TEST(InitData, RejectsUndocumentedContent) {
  const auto judged = [](const std::string& name, const std::string& value) {
    return Judge(test::Checker(), Hashed({{"auth_date", "1790000000"}, {name, value}}));
  };
  for (const std::string_view user : {"",
                                      "{}",
                                      "[]",
                                      "null",
                                      "7",
                                      R"({"id":"5"})",
                                      R"({"id":5.0})",
                                      R"({"id":0})",
                                      R"({"id":-5})",
                                      R"({"id":99999999999999999999})",
                                      R"({"id":9223372036854775808})",
                                      R"({"id":5,"id":6})",
                                      R"({"id":5,"first_name":7})",
                                      R"({"id":5,"is_premium":"true"})",
                                      R"({"id":5,"username":"a b"})",
                                      R"({"id":5,"username":"a\r\nb"})",
                                      R"({"id":5,"language_code":"\u0440"})",
                                      R"({"id":5,"photo_url":"\n"})",
                                      R"({"id":5}x)",
                                      "{\"id\":5,\"first_name\":\"\xff\"}"}) {
    EXPECT_EQ(judged("user", std::string(user)), "content") << user;
  }
  EXPECT_EQ(judged("start_param", "a b"), "content");
  EXPECT_EQ(judged("start_param", "\xd0\x98"), "content");
  EXPECT_EQ(judged("start_param", "ab"), "taken");
}

TEST(InitData, ReportsReasonWithoutPersonalData) {
  Pairs pairs = test::SomePairs();
  pairs.back().second = R"({"id":99281932,"first_name":7})";
  const auto content = test::Checker().Check(Hashed(pairs), kNow);
  ASSERT_FALSE(content);
  EXPECT_EQ(content.error().words,
            "malformed \"user\" in the init data: its \"first_name\" is not a string; "
            "see core.telegram.org/bots/webapps#webappinitdata");
  const auto old = test::Checker().Check(Hashed(test::SomePairs()), kMade + std::chrono::hours(25));
  ASSERT_FALSE(old);
  EXPECT_EQ(old.error().words,
            "the init data is 90000 s old, at most 86400 s are allowed; reopen the mini app");
  EXPECT_NE(test::Checker().Check("a=1", kNow).error().words.find("initData"), std::string::npos);
}

TEST(InitData, NamesEachRule) {
  std::set<std::string_view> names;
  for (int rule = 0; rule <= static_cast<int>(InitDataRule::kContent); ++rule) {
    names.insert(NameOf(static_cast<InitDataRule>(rule)));
  }
  EXPECT_EQ(names.size(), 15U);
  EXPECT_FALSE(names.contains("unknown"));
}

}  // namespace
}  // namespace prichal::signin::telegram
