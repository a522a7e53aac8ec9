#include "host/page.h"

#include <gtest/gtest.h>

#include "host/fixture_tree.h"
#include "host/manifest.h"

namespace prichal::host {
namespace {

constexpr std::string_view kPlace =
    "<script type=\"application/json\" id=\"page-config\">{}</script>";

std::string Compose(const Options& options) { return *ComposePage(kPlace, options); }

TEST(ComposePage, PutsTheConfigurationInAndNothingElse) {
  const auto page =
      ComposePage(kFixturePage, {.product_name = "Prichal", .product_slug = "prichal"});
  ASSERT_TRUE(page) << page.error();
  const std::string_view config = R"({"product":{"name":"Prichal","slug":"prichal"},"bot":null})";
  const auto at = page->find(config);
  ASSERT_NE(at, std::string::npos) << *page;
  auto back = *page;
  back.replace(at, config.size(), "{}");
  EXPECT_EQ(back, kFixturePage);
}

TEST(ComposePage, NothingCanEndTheElement) {
  EXPECT_EQ(Compose({.product_name = "</script><script>\"\\",
                     .product_slug = "a",
                     .bot = "https://t.me/prichal_bot?a=1&b=2"}),
            "<script type=\"application/json\" id=\"page-config\">"
            R"({"product":{"name":"\u003c/script\u003e\u003cscript\u003e\"\\","slug":"a"},)"
            R"("bot":"https://t.me/prichal_bot?a=1\u0026b=2"})"
            "</script>");
}

TEST(ComposePage, SaysWhatThePageLacks) {
  const auto error = [](const std::string& html) { return ComposePage(html, {}).error(); };
  const std::string lacks =
      R"(it lacks <script type="application/json" id="page-config">{}</script>)";
  EXPECT_EQ(error(""), lacks);
  EXPECT_EQ(error("<!-- " + std::string(kPlace) + " -->"), lacks);
  EXPECT_EQ(error("<script id=\"page-config\">{}</script>"), lacks);
  EXPECT_EQ(error("<script type=\"application/json\" id=\"page-config\">{\"a\":1}</script>"),
            lacks);
  EXPECT_EQ(error(std::string(kPlace) + std::string(kPlace)),
            "it has two elements with the id page-config");
}

TEST(Manifest, HasWhatIsConfigured) {
  EXPECT_EQ(
      ManifestJson(
          {.origin = "https://a.org", .manifest_name = "A \"b\"", .manifest_icon = "/icon.png"}),
      "{\"url\":\"https://a.org\",\"name\":\"A \\\"b\\\"\","
      "\"iconUrl\":\"https://a.org/icon.png\"}\n");
  EXPECT_EQ(ManifestJson({.origin = "https://a.org",
                          .manifest_name = "A",
                          .manifest_icon = "https://cdn.org/i.png",
                          .terms_of_use = "https://a.org/terms",
                          .privacy_policy = "https://a.org/privacy"}),
            "{\"url\":\"https://a.org\",\"name\":\"A\",\"iconUrl\":\"https://cdn.org/i.png\","
            "\"termsOfUseUrl\":\"https://a.org/terms\","
            "\"privacyPolicyUrl\":\"https://a.org/privacy\"}\n");
}

}  // namespace
}  // namespace prichal::host
