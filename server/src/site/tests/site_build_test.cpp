// Content of a site from its build, files kept from the previous build, and errors of incomplete
// builds.

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "site/tests/site_fixture.h"

namespace prichal::site {
namespace {

using SiteBuildTest = SiteTest;

TEST_F(SiteBuildTest, KeepsHashedFilesOfPreviousBuildForOneDay) {
  Serve(false);
  const auto first = site_;
  std::filesystem::remove(tree_.path("web/assets/index-a1b2.js"));
  std::filesystem::remove(tree_.path("web/icon.png"));
  tree_.Write("web/assets/index-c3d4.js", "next");
  const Options options{.origin = "https://app.example.org", .product_slug = "prichal"};
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
  // Another build does not extend the time.
  tree_.Write("web/assets/index-e5f6.js", "the one after");
  site_ = follow(*site_, kStart + std::chrono::hours(23));
  EXPECT_EQ(status("/assets/index-a1b2.js"), 200);
  EXPECT_EQ(site_->NextToGo(), kStart + Site::kKeptFor);
  site_ = site_->WithoutGone(kStart + Site::kKeptFor);
  EXPECT_EQ(status("/assets/index-a1b2.js"), 404);
  EXPECT_EQ(status("/assets/index-e5f6.js"), 200);
  EXPECT_EQ(site_->NextToGo(), std::nullopt);
}

/// Returns the fixture's list with one icon of this name and content.
PulledWallets Pulled(const std::string& name) {
  return {.list = std::string(kFixtureWallets),
          .icons = {{"tonkeeper", {.path = "/wallets/" + name + ".webp", .webp = "RIFF" + name}}}};
}

TEST_F(SiteBuildTest, ServesNewWalletsListWithItsIconsAndPolicy) {
  Serve(false);
  const auto built = site_;
  const auto page = [&] { return Get({.path = "/"}).response; };
  const auto policy = [&] { return HeaderOf(page(), "Content-Security-Policy"); };
  EXPECT_NE(policy().find("img-src 'self' data: https://tonkeeper.com;"), std::string::npos);
  const auto body = BodyOf(page());
  site_ = built->WithWallets(Pulled("one"), Millis(1'000)).value();
  EXPECT_NE(policy().find("img-src 'self' data: https://app.example.org;"), std::string::npos)
      << policy();
  EXPECT_NE(policy().find("script-src 'self' 'sha256-"), std::string::npos) << policy();
  EXPECT_NE(policy().find("https://bridge.tonapi.io"), std::string::npos) << policy();
  EXPECT_EQ(BodyOf(page()), body);
  EXPECT_NE(HeaderOf(Get({.path = "/wheel"}).response, "Link").find("wheel-e5f6.js"),
            std::string::npos);
  const auto icon = Get({.path = "/wallets/one.webp"});
  EXPECT_EQ(icon.route, Route::kAsset);
  EXPECT_EQ(BodyOf(icon.response), "RIFFone");
  EXPECT_EQ(HeaderOf(icon.response, "Cache-Control"), "public, max-age=31536000, immutable");
  EXPECT_EQ(HeaderOf(icon.response, "Cross-Origin-Resource-Policy"), "cross-origin");
  EXPECT_NE(BodyOf(Get({.path = "/wallets-v2.json"}).response)
                .find("https://app.example.org/wallets/one.webp"),
            std::string::npos);
  // All other files come from the build.
  EXPECT_EQ(Get({.path = "/icon.png"}).response.status, 200);
  EXPECT_EQ(Get({.path = "/assets/index-a1b2.js"}).response.status, 200);
  const auto refused = site_->WithWallets({.list = "[]", .icons = {}}, Millis(0));
  EXPECT_FALSE(refused);
}

TEST_F(SiteBuildTest, KeepsIconsOfPreviousListForOneDay) {
  Serve(false);
  const auto status = [&](std::string_view path) { return Get({.path = path}).response.status; };
  constexpr Millis kStart{1'000};
  site_ = site_->WithWallets(Pulled("one"), kStart).value();
  EXPECT_EQ(site_->NextToGo(), std::nullopt);
  site_ = site_->WithWallets(Pulled("two"), kStart).value();
  EXPECT_EQ(status("/wallets/one.webp"), 200);
  EXPECT_EQ(site_->NextToGo(), kStart + Site::kKeptFor);
  // A new build keeps them too; a file that is current again does not expire.
  const Options options{.origin = "https://app.example.org", .product_slug = "prichal"};
  const auto pulled = Pulled("two");
  site_ = Site::Make(*ReadSite(tree_.path("web"), nullptr), options, site_.get(),
                     kStart + Millis(5), &pulled)
              .value();
  EXPECT_EQ(status("/wallets/one.webp"), 200);
  EXPECT_EQ(status("/wallets/two.webp"), 200);
  EXPECT_EQ(site_->NextToGo(), kStart + Site::kKeptFor);
  EXPECT_EQ(site_->WithoutGone(kStart + Site::kKeptFor)->NextToGo(), std::nullopt);
  site_ = site_->WithWallets(Pulled("one"), kStart + Millis(9)).value();
  EXPECT_EQ(site_->NextToGo(), kStart + Millis(9) + Site::kKeptFor);  // of the second list
  // Frequent changes of the pictures at their source must not fill the memory.
  auto many = Pulled("last");
  for (int round = 0; round < 3; ++round) {
    many.icons.clear();
    for (int i = 0; i < 300; ++i) {
      const auto name = std::to_string(round) + "-" + std::to_string(i);
      many.icons[name] = {.path = "/wallets/" + name + ".webp", .webp = "RIFF"};
    }
    site_ = site_->WithWallets(many, kStart + Millis(10 + round)).value();
  }
  EXPECT_EQ(status("/wallets/one.webp"), 404);
  int kept = 0;
  for (int i = 0; i < 300; ++i) kept += status("/wallets/0-" + std::to_string(i) + ".webp") == 200;
  EXPECT_EQ(kept + 300, static_cast<int>(Site::kMostKeptIcons));
  EXPECT_EQ(status("/wallets/1-0.webp"), 200);
  EXPECT_EQ(status("/wallets/2-0.webp"), 200);
}

TEST_F(SiteBuildTest, SupportsOnlyLanguagesOfBuild) {
  tree_.Write("web/words/en.json", R"({"О нас":"About us"})");
  const auto page_in = [&](std::vector<std::string> languages) -> std::string {
    auto site = Site::Make(*ReadSite(tree_.path("web"), nullptr),
                           {.product_slug = "prichal", .languages = std::move(languages)});
    if (!site) return site.error().front();
    site_ = *std::move(site);
    return BodyOf(Get({"/"}).response);
  };
  EXPECT_EQ(page_in({"ru"}).find("About us"), std::string::npos);
  EXPECT_NE(page_in({"ru", "en"}).find(R"("words":{"en":{"О нас":"About us"}})"),
            std::string::npos);
  EXPECT_EQ(
      page_in({"ru", "de", "en", "fr"}),
      "product.languages: the mini app has no words/de.json, words/fr.json. Fix: use only its "
      "languages: ru, en.");
}

TEST_F(SiteBuildTest, ReportsMissingPartsOfBuild) {
  FixtureTree empty;
  const auto missing = ReadSite(empty.path("web"), nullptr);
  ASSERT_FALSE(missing);
  ASSERT_EQ(missing.error().size(), 1U);
  EXPECT_EQ(missing.error().front(),
            "site.web: cannot read \"" + empty.path("web") +
                "\": No such file or directory. Fix: set site.web (or --web) to the folder of a "
                "built web app; the package installs one in /usr/share/prichal/web.");
  std::filesystem::remove(tree_.path("web/index.html"));
  std::filesystem::remove(tree_.path("web/wallets-v2.json"));
  const auto no_page = ReadSite(tree_.path("web"), nullptr);
  ASSERT_FALSE(no_page);
  ASSERT_EQ(no_page.error().size(), 2U) << "one for each file";
  EXPECT_TRUE(no_page.error()[0].starts_with("site.web: \"" + tree_.path("web") +
                                             "\" has no index.html. Fix: "));
  EXPECT_TRUE(no_page.error()[1].starts_with("site.web: \"" + tree_.path("web") +
                                             "\" has no wallets-v2.json. Fix: "));
  std::filesystem::remove(tree_.path("web/index.html.json"));
  const auto other = ReadSite(tree_.path("web"), nullptr);
  ASSERT_FALSE(other);
  ASSERT_EQ(other.error().size(), 1U) << "one for a folder that is no build";
  EXPECT_EQ(other.error().front(),
            "site.web: \"" + tree_.path("web") +
                "\" has no index.html. Fix: set site.web (or --web) to the folder of a built web "
                "app; the package installs one in /usr/share/prichal/web.");
  const auto no_stand = empty.path();
  WriteSite(tree_);
  const auto stand = ReadSite(tree_.path("web"), &no_stand);
  ASSERT_FALSE(stand);
  EXPECT_TRUE(stand.error().front().starts_with("dev.stand: ")) << stand.error().front();

  tree_.Write("web/wallets-v2.json", "{}");
  const auto bad_list = Site::Make(*ReadSite(tree_.path("web"), nullptr), Options{});
  ASSERT_FALSE(bad_list);
  EXPECT_EQ(
      bad_list.error(),
      std::vector{"site.web: \"" + tree_.path("web") +
                  "\": cannot serve wallets-v2.json: the list must be a JSON array that is "
                  "not empty. Fix: copy that file from the folder of the mini app's build, or "
                  "from /usr/share/prichal/web."});

  WriteSite(tree_);
  tree_.Write("stand/wallet-entry.json", "[]");
  const auto sandbox = tree_.path("stand");
  const auto bad_entry = Site::Make(*ReadSite(tree_.path("web"), &sandbox), Options{.dev = true});
  ASSERT_FALSE(bad_entry);
  EXPECT_TRUE(bad_entry.error().front().starts_with(
      "dev.stand: \"" + sandbox + "\": invalid wallet-entry.json: the entry of the dev wallet"))
      << bad_entry.error().front();
}

TEST_F(SiteBuildTest, RejectsPageChangedAfterDescription) {
  const auto stand = tree_.path("stand");
  std::vector<std::string> problems;
  const auto error = [&] {
    const auto site = Site::Make(*ReadSite(tree_.path("web"), &stand),
                                 {.origin = "https://app.example.org", .dev = true});
    problems = site ? std::vector<std::string>() : site.error();
    return problems.empty() ? "" : problems.front();
  };
  EXPECT_EQ(error(), "");
  tree_.Write("stand/wallet/index.html", "<p>changed");
  EXPECT_TRUE(
      error().starts_with("dev.stand: \"" + stand +
                          "\": cannot serve wallet/index.html: its description "
                          "wallet/index.html.json describes another page (this one has the "))
      << error();
  EXPECT_TRUE(
      error().ends_with("Fix: run `node script/describe-pages.mjs FOLDER` of Prichal's source code "
                        "after each build of the page."))
      << error();
  tree_.Write("web/index.html", std::string(kFixturePage) + "\n");
  EXPECT_TRUE(
      error().starts_with("site.web: \"" + tree_.path("web") +
                          "\": cannot serve index.html: its description index.html.json describes "
                          "another page (this one has the "))
      << error();
  EXPECT_EQ(problems.size(), 2U) << "one for each page";
  tree_.Write("web/guide/index.html", "<p>changed").Write("web/guide/index.html.json", "{}");
  EXPECT_EQ((error(), problems.size()), 3U) << "one for each page, also if the app's is wrong";
  std::filesystem::remove(tree_.path("web/index.html.json"));
  const auto files = ReadSite(tree_.path("web"), &stand);
  ASSERT_FALSE(files);
  ASSERT_EQ(files.error().size(), 1U);
  EXPECT_TRUE(files.error().front().starts_with("site.web: \"" + tree_.path("web") +
                                                "\" has no index.html.json. Fix: run `node "));
}

}  // namespace
}  // namespace prichal::site
