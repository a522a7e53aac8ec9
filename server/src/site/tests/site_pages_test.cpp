// Tests a site with many pages, as a static site generator writes it, with a wallets list.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "site/tests/site_fixture.h"

namespace prichal::site {
namespace {

constexpr std::string_view kBrowser = "text/html,application/xhtml+xml,*/*;q=0.8";
constexpr std::string_view kScript =
    R"(,"scripts":["sha256-EK1mcybZhkP8bnnjLkyDrZM7vuBn+KxmLcyuM1LopC0="],)"
    R"("preloads":{"*":["/assets/app-1.js"]})";

class SitePagesTest : public SiteTest {
 protected:
  SitePagesTest() {
    Write("index.html", "<h1>Front</h1>");
    Write("guide/index.html", "<h1>Guide</h1>");
    Write("guide/start.html", "<h1>Start</h1>", kScript);
    Write("404.html", "<h1>Nowhere</h1>");
    tree_.Write("web/guide/start.md", "# Start");
  }

  void Write(const std::string& path, std::string_view html, std::string_view more = {}) {
    tree_.Write("web/" + path, html).Write("web/" + path + ".json", DescriptionOfPage(html, more));
  }
};

TEST_F(SitePagesTest, ServesEachPageAtCleanUrl) {
  Serve(false);
  for (const auto& [path, text] :
       {std::pair("/", "Front"), {"/guide/", "Guide"}, {"/guide/start", "Start"}}) {
    const auto [response, route] = Get({path});
    EXPECT_EQ(response.status, 200) << path;
    EXPECT_EQ(route, Route::kPage);
    EXPECT_EQ(BodyOf(response), std::string("<h1>") + text + "</h1>");
    EXPECT_EQ(HeaderOf(response, "Content-Type"), "text/html; charset=utf-8");
    EXPECT_EQ(HeaderOf(response, "Cache-Control"), "no-cache");
    EXPECT_EQ(Get({.path = path, .known = HeaderOf(response, "ETag")}).response.status, 304);
  }
}

TEST_F(SitePagesTest, RedirectsOtherSpellingsToCleanUrl) {
  Serve(false);
  for (const auto& [path, page] : {std::pair("/guide", "/guide/"),
                                   {"/guide/index.html", "/guide/"},
                                   {"/guide/start.html", "/guide/start"},
                                   {"/guide/start/", "/guide/start"},
                                   {"/index.html", "/"}}) {
    const auto [response, route] = Get({.path = path, .accept = kBrowser, .query = "a=1"});
    EXPECT_EQ(response.status, 302) << path;
    EXPECT_EQ(route, Route::kRedirect);
    EXPECT_EQ(HeaderOf(response, "Location"), std::string(page) + "?a=1");
  }
}

TEST_F(SitePagesTest, SendsPolicyAndPreloadsOfPageDescription) {
  Serve(false);
  const auto start = Get({"/guide/start"}).response;
  EXPECT_NE(HeaderOf(start, "Content-Security-Policy")
                .find("script-src 'self' 'sha256-EK1mcybZhkP8bnnjLkyDrZM7vuBn+KxmLcyuM1LopC0='; "
                      "style-src 'self'; img-src 'self' data: https://tonkeeper.com; "
                      "connect-src 'self' https://config.ton.org https://bridge.tonapi.io; "),
            std::string::npos);
  EXPECT_EQ(HeaderOf(start, "Link"), "</assets/app-1.js>; rel=modulepreload");
  EXPECT_NE(HeaderOf(Get({"/"}).response, "Content-Security-Policy").find("script-src 'self'; "),
            std::string::npos);
}

TEST_F(SitePagesTest, AnswersUnknownPathsWithNotFoundPageOfBuild) {
  Serve(false);
  for (const auto* path :
       {"/nowhere", "/wheel", "/buy-prichal", "/404", "/guide/start.html.json"}) {
    const auto [response, route] = Get({.path = path, .accept = kBrowser, .known = "*"});
    EXPECT_EQ(response.status, 404) << path;
    EXPECT_EQ(route, Route::kUnknown);
    EXPECT_EQ(BodyOf(response), "<h1>Nowhere</h1>");
    EXPECT_EQ(HeaderOf(response, "ETag"), "");
    EXPECT_NE(HeaderOf(response, "Content-Security-Policy"), "");
  }
  EXPECT_EQ(BodyOf(Get({"/nowhere"}).response), "{\"message\":\"Not Found\",\"statusCode\":404}\n");
  EXPECT_EQ(Get({.path = "/assets/old-1.js", .accept = kBrowser}).response.status, 404);
}

TEST_F(SitePagesTest, ServesPagesNextToMiniApp) {
  WriteSite(tree_);
  Serve(false);
  EXPECT_NE(BodyOf(Get({"/"}).response).find(R"("slug":"prichal")"), std::string::npos);
  EXPECT_EQ(Get({"/wheel"}).response.status, 200);
  EXPECT_EQ(BodyOf(Get({"/guide/start"}).response), "<h1>Start</h1>");
}

TEST_F(SitePagesTest, ServesMarkdownAsFiles) {
  Serve(false);
  const auto [response, route] = Get({"/guide/start.md"});
  EXPECT_EQ(route, Route::kFile);
  EXPECT_EQ(HeaderOf(response, "Content-Type"), "text/markdown; charset=utf-8");
}

TEST_F(SitePagesTest, ServesCompressedCopiesOfBuild) {
  tree_.Write("web/guide/index.html.br", "brotli").Write("web/guide/index.html.gz", "gzip");
  Serve(false);
  EXPECT_EQ(BodyOf(Get({.path = "/guide/", .encoding = "br"}).response), "brotli");
  EXPECT_EQ(BodyOf(Get({.path = "/guide/", .encoding = "gzip"}).response), "gzip");
}

TEST_F(SitePagesTest, RejectsChangedPage) {
  tree_.Write("web/guide/start.html", "<h1>Other</h1>");
  const auto site = Site::Make(*ReadSite(tree_.path("web"), nullptr), Options{});
  ASSERT_FALSE(site);
  EXPECT_TRUE(site.error().front().starts_with(
      "site.web: \"" + tree_.path("web") +
      "\": cannot serve guide/start.html: its description "
      "guide/start.html.json describes another page (this one has the "))
      << site.error().front();
}

TEST_F(SitePagesTest, ServesPageWithoutDescriptionAsFile) {
  std::filesystem::remove(tree_.path("web/guide/start.html.json"));
  Serve(false);
  EXPECT_EQ(Get({"/guide/start"}).response.status, 404);
  EXPECT_EQ(Get({"/guide/start.html"}).route, Route::kFile);
}

}  // namespace
}  // namespace prichal::site
