#include "site/wallets/list.h"

#include <gtest/gtest.h>

#include <string>

namespace prichal::site::wallets {
namespace {

constexpr std::string_view kWallet =
    R"({"app_name":"quay","name":"Quay","image":"https://quay.org/icon.png",)"
    R"("about_url":"https://quay.org","universal_url":"https://app.quay.org/ton-connect",)"
    R"("deepLink":"quay-tc://","tondns":"quay.ton","bridge":[{"type":"sse","url":"https://bridge.quay.org/bridge"},)"
    R"({"type":"js","key":"quay"}],"platforms":["ios","android"],"features":[{"name":"SendTransaction","maxMessages":4}],)"
    R"("of_tomorrow":{"a":[1]}})";

/// Returns the wallet with one text replaced by another.
std::string With(std::string_view text, std::string_view with) {
  std::string wallet(kWallet);
  return wallet.replace(wallet.find(text), text.size(), with);
}

/// Returns a list with one wallet.
std::string ListOf(std::string_view wallet) {
  std::string list("[");
  return list.append(wallet).append("]");
}

std::string Beside(std::string_view wallet, std::string_view name = "other") {
  std::string other(kWallet);
  other.replace(other.find("quay"), 4, name);
  return ListOf(other.append(",").append(wallet));
}

/// Returns why the second entry is rejected. Empty if it is accepted.
std::string Dropped(std::string_view wallet) {
  const auto list = ReadList(Beside(wallet), {});
  if (!list) return list.error();
  EXPECT_EQ(list->wallets.size() + list->dropped.size(), 2U);
  return list->dropped.empty() ? "" : list->dropped.front();
}

TEST(WalletsList, KeepsUnknownMembers) {
  const auto list = ReadList(ListOf(kWallet), {});
  ASSERT_TRUE(list) << list.error();
  EXPECT_EQ(list->json, ListOf(kWallet));
  ASSERT_EQ(list->wallets.size(), 1U);
  EXPECT_EQ(list->wallets[0].app_name, "quay");
  EXPECT_EQ(list->wallets[0].image, "https://quay.org/icon.png");
  EXPECT_TRUE(list->dropped.empty());
}

TEST(WalletsList, DropsOnlyInvalidWallet) {
  EXPECT_EQ(Dropped(kWallet), "");
  EXPECT_EQ(Dropped("7"), "entry 2: is not an object");
  EXPECT_EQ(Dropped(With(R"("name":"Quay")", R"("name":7)")),
            "entry 2 (quay): \"name\" must be a text");
  EXPECT_EQ(Dropped(With("ios", std::string(65, 'i'))),
            "entry 2 (quay): \"platforms\" must be names");
}

TEST(WalletsList, RequiresHttpsUrlsAndSafeLinks) {
  for (const auto* url :
       {"http://quay.org/icon.png", "javascript:alert(1)", "//quay.org/i", "https://quay.org:1:2 /",
        "https://a@quay.org/i", "https://quay.org/\\n"}) {
    EXPECT_NE(Dropped(With("https://quay.org/icon.png", url)), "") << url;
  }
  EXPECT_NE(Dropped(With("https://quay.org\"", "http://quay.org\"")), "");
  EXPECT_NE(Dropped(With("https://quay.org\"", "javascript:alert(1)\"")), "");
  EXPECT_NE(Dropped(With("https://bridge", "http://bridge")), "");
  EXPECT_NE(Dropped(With("https://app.quay.org/ton-connect", "intent://quay")), "");
  EXPECT_NE(Dropped(With("https://app.quay.org", "https://app.quay.org/" + std::string(2048, 'a'))),
            "");
  for (const auto* link : {"javascript:alert(1)", "JaVaScRiPt:x", "data:text/html,x", "blob:x",
                           "file:///etc/passwd", "quay", ":x", "1quay://", "qu ay://"}) {
    EXPECT_EQ(Dropped(With("quay-tc://", link)),
              "entry 2 (quay): \"deepLink\" must be a link to an app")
        << link;
  }
  EXPECT_EQ(Dropped(With("quay-tc://", "tc://quay?a=1")), "");
}

TEST(WalletsList, RejectsControlAndBidiCharactersInNames) {
  for (const auto* name : {"Qu\\u202eay", "Qu\\u0000ay", "Qu\\nay", "\\u2066Quay", ""}) {
    EXPECT_NE(Dropped(With("Quay", name)), "") << name;
  }
  EXPECT_EQ(Dropped(With("\"Quay\"", "\"Причал 🛳\"")), "");
  EXPECT_NE(Dropped(With("Quay", std::string(65, 'q'))), "");
  // Unsafe names are not shown in the log either.
  EXPECT_EQ(Dropped(With("\"quay\"", "\"qu\\u001bay\"")),
            "entry 2: \"app_name\" must be 1 to 64 bytes of visible text");
}

TEST(WalletsList, DropsDuplicateAppName) {
  const auto list = ReadList(Beside(kWallet, "quay"), {});
  ASSERT_TRUE(list) << list.error();
  EXPECT_EQ(list->wallets.size(), 1U);
  EXPECT_EQ(list->dropped,
            std::vector<std::string>{"entry 2 (quay): has the \"app_name\" of an earlier entry"});
}

TEST(WalletsList, EnforcesLimits) {
  const auto error = [](std::string_view text) {
    const auto list = ReadList(text, {});
    return list ? "accepted" : list.error();
  };
  EXPECT_EQ(error("{}"), "the list must be a JSON array that is not empty");
  EXPECT_EQ(error("[]"), "the list must be a JSON array that is not empty");
  EXPECT_TRUE(error("<html>").starts_with("the list is not valid JSON: "));
  EXPECT_TRUE(error(Beside(kWallet).substr(0, 300)).starts_with("the list is not valid JSON: "));
  EXPECT_TRUE(error(std::string(100'000, '[')).starts_with("the list is not valid JSON: "));
  EXPECT_TRUE(error("[\"\xff\"]").starts_with("the list is not valid JSON: "));
  EXPECT_EQ(error(std::string(kMostListBytes + 1, ' ')), "the list has more than 1048576 bytes");
  std::string many = "[0";
  for (std::size_t i = 0; i < kMostWallets; ++i) many += ",0";
  EXPECT_EQ(error(many + "]"), "the list has 257 entries, at most 256 are allowed");
  EXPECT_EQ(error("[0,1]"), "no valid entry in the list: entry 1: is not an object");
  EXPECT_NE(Dropped(With("[1]}", "[1],\"b\":\"" + std::string(17'000, 'x') + "\"}")), "");
  std::string bridges;
  for (int i = 0; i < 40; ++i) bridges += R"({"type":"js","key":"k"},)";
  EXPECT_NE(Dropped(With(R"({"type":"js")", bridges + R"({"type":"js")")), "");
}

TEST(WalletsList, AllowsHttpOrMissingImagesOnlyFromMirror) {
  const auto plain = ListOf(With("https://quay.org/icon.png", "http://10.0.0.5:8080/quay.webp"));
  EXPECT_FALSE(ReadList(plain, {}));
  EXPECT_FALSE(ReadList(plain, "http://10.0.0.6:8080"));
  EXPECT_TRUE(ReadList(plain, "http://10.0.0.5:8080"));
  const auto none = ReadList(ListOf(With("https://quay.org/icon.png", "")), {});
  ASSERT_TRUE(none) << none.error();
  EXPECT_EQ(none->wallets[0].image, "");
}

}  // namespace
}  // namespace prichal::site::wallets
