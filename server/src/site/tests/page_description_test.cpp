#include <gtest/gtest.h>

#include "site/page.h"
#include "site/tests/fixture_tree.h"

namespace prichal::site {
namespace {

constexpr std::string_view kHash = "sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=";

/// Returns the problem with the fixture page's description if it has these members. Empty if it is
/// valid.
std::string ProblemOf(std::string_view more, std::string_view html = kFixturePage) {
  const auto description = ReadPageDescription(DescriptionOfPage(html, more), html);
  return description ? std::string() : description.error();
}

TEST(PageDescription, ReadsBuildDescription) {
  const auto description = ReadPageDescription(FixtureDescription(), kFixturePage);
  ASSERT_TRUE(description) << description.error();
  EXPECT_EQ(description->scripts,
            std::vector<std::string>{"'sha256-EK1mcybZhkP8bnnjLkyDrZM7vuBn+KxmLcyuM1LopC0='"});
  EXPECT_TRUE(description->styles.empty());
  EXPECT_EQ(description->preloads.at("/wheel"),
            (std::vector<std::string>{"/assets/index-a1b2.js", "/assets/wheel-e5f6.js"}));
  ASSERT_TRUE(description->config);
  EXPECT_EQ(kFixturePage.substr(description->config->begin,
                                description->config->end - description->config->begin),
            "{}");
}

TEST(PageDescription, RequiresOnlyDigestOfPage) {
  const auto description = ReadPageDescription(DescriptionOfPage("<p>"), "<p>");
  ASSERT_TRUE(description) << description.error();
  EXPECT_TRUE(description->scripts.empty());
  EXPECT_TRUE(description->preloads.empty());
  EXPECT_FALSE(description->config);
}

// Digest from: printf '<p>' | sha256sum
TEST(PageDescription, RejectsDescriptionOfOtherPage) {
  constexpr std::string_view kDescription =
      R"({"sha256":"33f2799467177287a29260780a107ac98ea63dd6165f67fcc0d74767d0a82090"})";
  EXPECT_TRUE(ReadPageDescription(kDescription, "<p>"));
  const auto other = ReadPageDescription(kDescription, "<q>");
  ASSERT_FALSE(other);
  EXPECT_TRUE(other.error().starts_with("describes another page (this one has the SHA-256 "))
      << other.error();
  EXPECT_FALSE(ReadPageDescription(FixtureDescription(), std::string(kFixturePage) + "\n"));
  EXPECT_FALSE(ReadPageDescription("{}", "<p>"));
  EXPECT_FALSE(ReadPageDescription(R"({"sha256":5})", "<p>"));
}

TEST(PageDescription, RequiresJsonObject) {
  EXPECT_TRUE(ReadPageDescription("{", "<p>").error().starts_with("is not valid JSON: "));
  EXPECT_EQ(ReadPageDescription("[]", "<p>").error(), "is not a JSON object");
}

TEST(PageDescription, RejectsMalformedHashes) {
  EXPECT_EQ(ProblemOf(fmt::format(R"(,"scripts":["{}"],"styles":["{}"])", kHash, kHash)), "");
  const std::string hash(kHash);
  for (const std::string& text :
       std::vector<std::string>{"'" + hash + "'", hash + "=", hash.substr(0, hash.size() - 1),
                                "sha256-=", "sha384-" + hash.substr(7), hash.substr(7),
                                "sha256-bhHHL3z2vDgxUt0W3dWQOrp; x 'unsafe-inline' 'el=",
                                "sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF_pI="}) {
    for (const auto* member : {"scripts", "styles"}) {
      EXPECT_EQ(ProblemOf(fmt::format(R"(,"{}":["{}"])", member, text)),
                fmt::format("\"{}\" has an item that is not a SHA-256 hash", member))
          << text;
    }
  }
  EXPECT_EQ(ProblemOf(R"(,"scripts":[5])"), "\"scripts\" has an item that is not a SHA-256 hash");
  EXPECT_EQ(ProblemOf(R"(,"styles":{})"), "\"styles\" must be a list");
}

TEST(PageDescription, RejectsUnsafePreloads) {
  EXPECT_EQ(ProblemOf(R"(,"preloads":{"/":["/assets/a,b;c-1.js"]})"), "");
  for (const auto* file : {R"("https://evil.org/a.js")", R"("//evil.org/a.js")", "5", R"("a.js")",
                           R"("/a>; rel=x")", R"("/a\r\nX: y")", R"("/a\u0000")", R"("/a b")"}) {
    EXPECT_EQ(ProblemOf(fmt::format(R"(,"preloads":{{"/":[{}]}})", file)),
              "\"preloads\" has an item that is not a file of the build")
        << file;
  }
  EXPECT_EQ(ProblemOf(R"(,"preloads":[])"), "\"preloads\" must be an object");
  EXPECT_EQ(ProblemOf(R"(,"preloads":{"/":"/a.js"})"), "\"preloads\" must be a list");
}

TEST(PageDescription, RequiresConfigurationPlaceBetweenTags) {
  constexpr std::string_view kPage = "<p>{}</p> {} <p title={}>{ }</p>";
  EXPECT_EQ(ProblemOf(R"(,"config":[3,5])", kPage), "");
  EXPECT_EQ(ProblemOf(R"(,"config":[4,9])", "<p> \t{}\t</p>"),
            "\"config\" is not a range of the page with {} in it");
  EXPECT_EQ(ProblemOf(R"(,"config":[3,8])", "<p> \t{}\t</p>"), "");
  for (const auto* range : {"[3,4]", "[4,5]", "[3,3]", "[5,3]", "[10,12]", "[21,23]", "[24,27]",
                            "[0,2]", "[3,9000]", "[9000,9002]", "[-1,5]", "[3,-1]", "[-2,-1]",
                            "[9223372036854775807,9223372036854775807]"}) {
    EXPECT_EQ(ProblemOf(fmt::format(R"(,"config":{})", range), kPage),
              "\"config\" is not a range of the page with {} in it")
        << range;
  }
  for (const auto* range :
       {"[]", "[3]", "[3,5,7]", "{}", "null", "[3.0,5]", "[3,\"5\"]", "[3,18446744073709551615]"}) {
    EXPECT_EQ(ProblemOf(fmt::format(R"(,"config":{})", range), kPage),
              "\"config\" must be two whole numbers")
        << range;
  }
}

}  // namespace
}  // namespace prichal::site
