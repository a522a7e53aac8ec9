#include "site/page.h"

#include <gtest/gtest.h>

#include "site/tests/fixture_tree.h"

namespace prichal::site {
namespace {

constexpr std::string_view kPlace =
    "<script type=\"application/json\" id=\"page-config\">{}</script>";

PageDescription DescriptionOf(std::string_view page) {
  const auto at = page.find("{}");
  PageDescription description;
  description.config = {.begin = at, .end = at + 2};
  description.sign_in = "/assets/sign-in-1.js";
  return description;
}

std::string Compose(const Options& options, const std::vector<PageWords>& words = {}) {
  return ComposePage(kPlace, DescriptionOf(kPlace), options, words);
}

TEST(ComposePage, InsertsOnlyConfiguration) {
  const auto page =
      ComposePage(kFixturePage, DescriptionOf(kFixturePage),
                  {.product_name = "Prichal", .product_slug = "prichal", .languages = {"ru"}}, {});
  const std::string_view config =
      R"({"product":{"name":"Prichal","slug":"prichal"},"bot":null,"languages":["ru"]})";
  const auto at = page.find(config);
  ASSERT_NE(at, std::string::npos) << page;
  auto back = page;
  back.replace(at, config.size(), "{}");
  EXPECT_EQ(back, kFixturePage);
}

TEST(ComposePage, EscapesTextThatCouldEndTheElement) {
  EXPECT_EQ(Compose({.product_name = "</script><script>\"\\",
                     .product_slug = "a",
                     .bot = "https://t.me/prichal_bot?a=1&b=2"}),
            "<script type=\"application/json\" id=\"page-config\">"
            R"({"product":{"name":"\u003c/script\u003e\u003cscript\u003e\"\\","slug":"a"},)"
            R"("bot":"https://t.me/prichal_bot?a=1\u0026b=2","languages":[]})"
            "</script>");
  EXPECT_EQ(Compose({.product_name = "A", .product_slug = "a", .languages = {"ru", "en"}},
                    {{.language = "en", .json = R"({"a":"</script>"})"}}),
            "<script type=\"application/json\" id=\"page-config\">"
            R"({"product":{"name":"A","slug":"a"},"bot":null,"languages":["ru","en"],)"
            R"("words":{"en":{"a":"\u003c/script>"}}})"
            "</script>");
}

TEST(ComposePage, LoadsSignInModuleOnlyIfEnabled) {
  const std::string without = Compose({.product_name = "A", .product_slug = "a"});
  EXPECT_EQ(Compose({.product_name = "A", .product_slug = "a", .sign_in = true}),
            without + R"(<script type="module" src="/assets/sign-in-1.js"></script>)");
  PageDescription other = DescriptionOf(kPlace);
  other.sign_in.clear();  // a build without the sign-in module
  EXPECT_EQ(
      ComposePage(kPlace, other, {.product_name = "A", .product_slug = "a", .sign_in = true}, {}),
      without);
}

TEST(ComposePage, LinksSandboxOnlyInDevelopment) {
  EXPECT_NE(Compose({.dev = true}).find(R"(,"stand":"/stand/"})"), std::string::npos);
  EXPECT_EQ(Compose({.dev = false}).find("stand"), std::string::npos);
}

TEST(Manifest, ContainsConfiguredValues) {
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
}  // namespace prichal::site
