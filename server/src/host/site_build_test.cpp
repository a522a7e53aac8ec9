// What a site takes from its build, what it keeps of the build before, and what it says of one that
// lacks something.

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "host/site_fixture.h"

namespace prichal::host {
namespace {

using SiteBuildTest = SiteTest;

TEST_F(SiteBuildTest, HashedFilesOfTheBuildBeforeStayForADay) {
  Serve(false);
  const auto first = site_;
  std::filesystem::remove(tree_.path("web/assets/index-a1b2.js"));
  std::filesystem::remove(tree_.path("web/icon.png"));
  tree_.Write("web/assets/index-c3d4.js", "next");
  const host::Options options{.origin = "https://app.example.org", .product_slug = "prichal"};
  const auto follow = [&](const Site& before, Millis now) {
    return Site::Make(*ReadSite(tree_.path("web"), nullptr), options, &before, now).value();
  };
  constexpr Millis kStart{1'000};
  site_ = follow(*first, kStart);
  const auto status = [&](std::string_view path) { return Get({.path = path}).response.status; };
  EXPECT_EQ(status("/assets/index-a1b2.js"), 200);
  EXPECT_EQ(status("/assets/index-c3d4.js"), 200);
  EXPECT_EQ(status("/icon.png"), 404);
  EXPECT_EQ(site_->NextToGo(), kStart + Site::kKeptFor);
  // Another build does not lengthen its day.
  tree_.Write("web/assets/index-e5f6.js", "the one after");
  site_ = follow(*site_, kStart + std::chrono::hours(23));
  EXPECT_EQ(status("/assets/index-a1b2.js"), 200);
  EXPECT_EQ(site_->NextToGo(), kStart + Site::kKeptFor);
  site_ = site_->WithoutGone(kStart + Site::kKeptFor);
  EXPECT_EQ(status("/assets/index-a1b2.js"), 404);
  EXPECT_EQ(status("/assets/index-e5f6.js"), 200);
  EXPECT_EQ(site_->NextToGo(), std::nullopt);
}

TEST_F(SiteBuildTest, SpeaksWhatItsBuildHasWordsFor) {
  tree_.Write("web/words/en.json", R"({"О нас":"About us"})");
  const auto page_in = [&](std::vector<std::string> languages) -> std::string {
    auto site = Site::Make(*ReadSite(tree_.path("web"), nullptr),
                           {.product_slug = "prichal", .languages = std::move(languages)});
    if (!site) return site.error();
    site_ = *std::move(site);
    return BodyOf(Get({"/"}).response);
  };
  EXPECT_EQ(page_in({"ru"}).find("About us"), std::string::npos);
  EXPECT_NE(page_in({"ru", "en"}).find(R"("words":{"en":{"О нас":"About us"}})"),
            std::string::npos);
  EXPECT_EQ(page_in({"ru", "de"}),
            "product.languages: the mini app has no words/de.json; it speaks ru, en, leave the "
            "others out");
}

TEST_F(SiteBuildTest, SaysWhatABuildLacks) {
  FixtureTree empty;
  const auto missing = ReadSite(empty.path("web"), nullptr);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error(), "site.web: cannot read " + empty.path("web") +
                                 ": No such file or directory; build the mini app with `npm run "
                                 "build:app`, or name its directory with --web");
  std::filesystem::remove(tree_.path("web/index.html"));
  const auto no_page = ReadSite(tree_.path("web"), nullptr);
  ASSERT_FALSE(no_page);
  EXPECT_NE(no_page.error().find(tree_.path("web") + " has no index.html; build"),
            std::string::npos)
      << no_page.error();
  const auto no_stand = empty.path();
  WriteSite(tree_);
  const auto stand = ReadSite(tree_.path("web"), &no_stand);
  ASSERT_FALSE(stand);
  EXPECT_TRUE(stand.error().starts_with("dev.stand: ")) << stand.error();

  tree_.Write("web/wallets-v2.json", "{}");
  const auto bad_list = Site::Make(*ReadSite(tree_.path("web"), nullptr), Options{});
  ASSERT_FALSE(bad_list);
  EXPECT_EQ(bad_list.error(),
            "cannot serve wallets-v2.json: the list must be a JSON array that is not empty");
}

TEST_F(SiteBuildTest, APageIsServedWithADescriptionOfItsVeryBytes) {
  const auto stand = tree_.path("stand");
  const auto error = [&] {
    const auto site = Site::Make(*ReadSite(tree_.path("web"), &stand),
                                 {.origin = "https://app.example.org", .dev = true});
    return site ? std::string() : site.error();
  };
  EXPECT_EQ(error(), "");
  tree_.Write("stand/wallet/index.html", "<p>changed");
  EXPECT_TRUE(
      error().starts_with("cannot serve wallet/index.html: wallet/index.html.json, which "
                          "describes it, is about another page: "))
      << error();
  EXPECT_TRUE(
      error().ends_with("; `npm run build:stand` writes both, and `node "
                        "script/describe-pages.mjs FOLDER` describes the pages of any other "
                        "build"))
      << error();
  tree_.Write("web/index.html", std::string(kFixturePage) + "\n");
  EXPECT_TRUE(
      error().starts_with("cannot serve index.html: index.html.json, which describes it, is "
                          "about another page: "))
      << error();
  EXPECT_NE(error().find("`npm run build:app` writes both"), std::string::npos) << error();
  std::filesystem::remove(tree_.path("web/index.html.json"));
  EXPECT_TRUE(
      error().starts_with("cannot serve index.html: index.html.json, which describes it, is not "
                          "there; "))
      << error();
}

}  // namespace
}  // namespace prichal::host
