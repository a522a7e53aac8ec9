// A site without a mini app: the status page of a bridge.

#include <gtest/gtest.h>

#include <string>

#include "site/page.h"
#include "site/resource.h"
#include "site/tests/site_fixture.h"

namespace prichal::site {
namespace {

class StatusPageTest : public SiteTest {
 protected:
  StatusPageTest() { Serve(nullptr); }

  void Serve(const PulledWallets* pulled, const Site* before = nullptr) {
    site_ = Site::Make(*ReadSite("", nullptr), {.origin = "https://bridge.example.org"}, before,
                       Millis(0), pulled)
                .value();
  }
  [[nodiscard]] int StatusOf(std::string_view path, std::string_view accept = "*/*") const {
    return Get({.path = path, .accept = accept}).response.status;
  }
};

TEST_F(StatusPageTest, ServesPageLikeAnyOther) {
  const auto [page, route] = Get({"/"});
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(route, Route::kPage);
  const auto html = BodyOf(page);
  EXPECT_NE(html.find(kStatusTitle), std::string::npos) << html;
  EXPECT_NE(html.find("<code>/bridge</code>"), std::string::npos) << html;
  EXPECT_NE(html.find(R"(<meta name="robots" content="noindex">)"), std::string::npos) << html;
  EXPECT_EQ(HeaderOf(page, "Content-Type"), "text/html; charset=utf-8");
  EXPECT_EQ(HeaderOf(page, "Cache-Control"), "no-cache");
  EXPECT_EQ(HeaderOf(page, "X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(HeaderOf(page, "Strict-Transport-Security"), "max-age=31536000");
  EXPECT_EQ(HeaderOf(Get({.path = "/", .encoding = "br"}).response, "Content-Encoding"), "br");
  EXPECT_EQ(HeaderOf(Get({.path = "/", .encoding = "gzip"}).response, "Content-Encoding"), "gzip");
  EXPECT_EQ(Get({.path = "/", .known = HeaderOf(page, "ETag")}).response.status, 304);
  EXPECT_EQ(Get({.path = "/", .method = http::Method::kHead}).response.status, 200);
  EXPECT_EQ(Get({.path = "/", .method = http::Method::kPost}).response.status, 405);
}

TEST_F(StatusPageTest, AllowsOnlyStyleOfPage) {
  const auto page = Get({"/"}).response;
  const auto html = BodyOf(page);
  const auto begin = html.find("<style>") + 7;
  const auto style = html.substr(begin, html.find("</style>") - begin);
  EXPECT_EQ(HeaderOf(page, "Content-Security-Policy"),
            "default-src 'none'; style-src 'sha256-" + Base64(Sha256(BytesOf(style))) +
                "'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
}

TEST_F(StatusPageTest, ServesNothingElse) {
  for (const auto* path : {"/tonconnect-manifest.json", "/wallets-v2.json", "/index.html", "/wheel",
                           "/favicon.ico", "/stand/"}) {
    EXPECT_EQ(StatusOf(path), 404) << path;
    EXPECT_EQ(StatusOf(path, "text/html,*/*;q=0.8"), 404) << path << ", not a redirect to /";
  }
}

TEST_F(StatusPageTest, ServesDownloadedWalletsList) {
  const PulledWallets pulled{
      .list = std::string(kFixtureWallets),
      .icons = {{"tonkeeper", {.path = "/wallets/one.webp", .webp = "RIFF"}}}};
  const auto expect_list = [&] {
    EXPECT_NE(BodyOf(Get({"/wallets-v2.json"}).response)
                  .find("https://bridge.example.org/wallets/one.webp"),
              std::string::npos);
    EXPECT_EQ(StatusOf("/wallets/one.webp"), 200);
    EXPECT_EQ(StatusOf("/tonconnect-manifest.json"), 404);
    EXPECT_EQ(StatusOf("/"), 200);
  };
  site_ = site_->WithWallets(pulled, Millis(0)).value();
  expect_list();
  Serve(&pulled);
  expect_list();
}

TEST_F(StatusPageTest, KeepsHashedFilesOfPreviousApp) {
  SiteTest::Serve(false);
  const auto app = site_;
  Serve(nullptr, app.get());
  EXPECT_EQ(StatusOf("/assets/index-a1b2.js"), 200);
  EXPECT_EQ(StatusOf("/wheel"), 404);
}

}  // namespace
}  // namespace prichal::site
