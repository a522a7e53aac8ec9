#include <gtest/gtest.h>

#include "site/tests/fixture_tree.h"
#include "site/wallets_list.h"

namespace prichal::site {
namespace {

constexpr std::string_view kOrigin = "http://127.0.0.1:8080";

using Texts = std::vector<std::string>;

TEST(Wallets, KeepsListAndMinifiesIt) {
  const auto list = ComposeWallets(kFixtureWallets, std::nullopt, kOrigin);
  ASSERT_TRUE(list) << list.error();
  EXPECT_TRUE(list->json.starts_with(R"([{"app_name":"tonkeeper","name":"Tonkeeper",)"));
  EXPECT_EQ(list->bridge_origins, Texts{"https://bridge.tonapi.io"});
  EXPECT_EQ(list->image_origins, Texts{"https://tonkeeper.com"});
}

TEST(Wallets, PlacesDevWalletFirstWithOwnOrigin) {
  const auto list = ComposeWallets(kFixtureWallets, kFixtureDevEntry, kOrigin);
  ASSERT_TRUE(list) << list.error();
  EXPECT_TRUE(list->json.starts_with(R"([{"app_name":"prichal-dev","name":"Dev Wallet",)"
                                     R"("image":"http://127.0.0.1:8080/stand/dev-wallet.svg",)"))
      << list->json;
  EXPECT_EQ(list->json.find("{origin}"), std::string::npos);
  EXPECT_NE(list->json.find("tonkeeper"), std::string::npos);
  EXPECT_EQ(list->bridge_origins, Texts{"http://127.0.0.1:8080"});
  EXPECT_EQ(list->image_origins, (Texts{"http://127.0.0.1:8080", "https://tonkeeper.com"}));
}

TEST(Wallets, RewritesBridgesToOwnWithDevWallet) {
  const auto list = ComposeWallets(kFixtureWallets, kFixtureDevEntry, kOrigin);
  ASSERT_TRUE(list) << list.error();
  const auto tonkeeper = list->json.substr(list->json.find("tonkeeper"));
  EXPECT_NE(tonkeeper.find(R"({"type":"sse","url":"http://127.0.0.1:8080/bridge"})"),
            std::string::npos)
      << tonkeeper;
  // Links to the wallet itself are unchanged, because users see them.
  EXPECT_NE(tonkeeper.find(R"({"type":"js","key":"tonkeeper"})"), std::string::npos);
  EXPECT_NE(tonkeeper.find("https://app.tonkeeper.com/ton-connect"), std::string::npos);
  EXPECT_EQ(list->json.find("bridge.tonapi.io"), std::string::npos);
}

TEST(Wallets, ReplacesWalletWithSameNameByDevWallet) {
  const std::string same = R"({"app_name":"tonkeeper","name":"Mine","image":"{origin}/i.svg",)"
                           R"("about_url":"{origin}/","bridge":[{"type":"js","key":"k"}],)"
                           R"("platforms":[]})";
  const auto list = ComposeWallets(kFixtureWallets, same, kOrigin);
  ASSERT_TRUE(list) << list.error();
  EXPECT_EQ(list->json.find("Tonkeeper"), std::string::npos);
}

TEST(Wallets, UsesOnlyOwnIconsIfAvailable) {
  const WalletIcons icons{{"tonkeeper", {.path = "/wallets/tonkeeper.0123.webp", .webp = "RIFF"}}};
  const auto list = ComposeWallets(kFixtureWallets, std::nullopt, kOrigin, &icons);
  ASSERT_TRUE(list) << list.error();
  EXPECT_NE(list->json.find(R"("image":"http://127.0.0.1:8080/wallets/tonkeeper.0123.webp")"),
            std::string::npos)
      << list->json;
  EXPECT_EQ(list->json.find("tonkeeper.com/assets"), std::string::npos);
  EXPECT_EQ(list->image_origins, Texts{std::string(kOrigin)});
  EXPECT_EQ(list->bridge_origins, Texts{"https://bridge.tonapi.io"});
  // A wallet without an icon is shown as a letter; its original picture is not loaded.
  const WalletIcons none;
  const auto bare = ComposeWallets(kFixtureWallets, kFixtureDevEntry, kOrigin, &none);
  ASSERT_TRUE(bare) << bare.error();
  EXPECT_NE(bare->json.find(R"("name":"Tonkeeper","image":"")"), std::string::npos) << bare->json;
  EXPECT_NE(bare->json.find("/stand/dev-wallet.svg"), std::string::npos);
  for (const auto& origin : bare->image_origins) EXPECT_EQ(origin, kOrigin);
}

/// The fixture's only entry with one replacement.
std::string Broken(const std::string& text, const std::string& with) {
  std::string list(kFixtureWallets);
  return list.replace(list.find(text), text.size(), with);
}

TEST(Wallets, ReportsEachMistake) {
  const auto error = [](std::string_view list) {
    const auto result = ComposeWallets(list, std::nullopt, kOrigin);
    return result ? "accepted" : result.error();
  };
  EXPECT_TRUE(error("[{").starts_with("the list is not valid JSON: ")) << error("[{");
  EXPECT_EQ(error("{}"), "the list must be a JSON array that is not empty");
  EXPECT_EQ(error("[]"), "the list must be a JSON array that is not empty");
  EXPECT_EQ(error("[1]"), "entry 1 of the list: is not an object");
  EXPECT_EQ(error(Broken("\"name\":\"Tonkeeper\"", "\"name\":7")),
            "entry 1 of the list: \"name\" must be a text");
  EXPECT_EQ(error(Broken("app_name", "appName")),
            "entry 1 of the list: \"app_name\" must be a text");
  for (const auto* image : {"http://a.org/i.png", "javascript:1", "https://", "https://A.org/",
                            "https://a.org; script-src *", "data:image/png,x"}) {
    EXPECT_EQ(error(Broken("https://tonkeeper.com/assets/icon.png", image)),
              "entry 1 of the list: \"image\" must be an https:// address")
        << image;
  }
  EXPECT_EQ(error(Broken("https://app.tonkeeper.com/ton-connect", "tc://x")),
            "entry 1 of the list: \"universal_url\" must be an https:// address");
  EXPECT_EQ(error(Broken("https://bridge.tonapi.io/bridge", "http://bridge.tonapi.io")),
            "entry 1 of the list: bridge: \"url\" must be an https:// address");
  EXPECT_EQ(error(Broken("\"sse\"", "\"ws\"")),
            "entry 1 of the list: the \"type\" of a bridge must be \"sse\" or \"js\"");
  EXPECT_EQ(error(Broken("\"key\":\"tonkeeper\"", "\"key\":\"\"")),
            "entry 1 of the list: the \"key\" of a js bridge must be a text");
  EXPECT_EQ(error(Broken("[\"ios\",\"android\"]", "[\"ios\",1]")),
            "entry 1 of the list: \"platforms\" must be a list of texts");
  EXPECT_EQ(error(Broken("\"features\":[", "\"features\":7,\"x\":[")),
            "entry 1 of the list: \"features\" must be a list");
}

TEST(Wallets, ReportsMistakeInDevEntry) {
  EXPECT_EQ(ComposeWallets(kFixtureWallets, "[]", kOrigin).error(),
            "the entry of the dev wallet: is not an object");
}

TEST(OriginOf, ReturnsSchemeAndAuthority) {
  EXPECT_EQ(OriginOf("https://a.org:8443/x?y#z"), "https://a.org:8443");
  EXPECT_EQ(OriginOf("http://[::1]:80?x"), "http://[::1]:80");
  EXPECT_EQ(OriginOf("https://user@a.org/"), std::nullopt);
  EXPECT_EQ(OriginOf("//a.org"), std::nullopt);
  EXPECT_EQ(OriginOf(""), std::nullopt);
}

}  // namespace
}  // namespace prichal::site
