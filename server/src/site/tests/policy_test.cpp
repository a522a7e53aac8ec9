#include <gtest/gtest.h>

#include "site/content_security_policy.h"

namespace prichal::site {
namespace {

TEST(AppPolicy, AllowsOnlySourcesThatPageNeeds) {
  EXPECT_EQ(
      AppPolicy({.scripts = {"'sha256-x='"},
                 .styles = {"'sha256-y='"},
                 .connect = {"https://b.org", "https://a.org", "https://b.org"},
                 .images = {"https://c.org"}},
                {.connect_sources = {"https://more.org"}, .image_sources = {"https://*.cdn.org"}}),
      "default-src 'none'; script-src 'self' 'sha256-x='; style-src 'self' 'sha256-y='; "
      "img-src 'self' data: https://*.cdn.org https://c.org; "
      "connect-src 'self' https://config.ton.org https://a.org https://b.org https://more.org; "
      "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
      "frame-ancestors https://web.telegram.org https://*.telegram.org");
}

TEST(AppPolicy, AllowsLocalOriginsOnlyInDevelopment) {
  const auto policy = AppPolicy({}, {.dev = true});
  EXPECT_NE(policy.find("connect-src 'self' https://config.ton.org http://127.0.0.1:* "
                        "http://localhost:*;"),
            std::string::npos)
      << policy;
  EXPECT_TRUE(
      policy.ends_with("frame-ancestors https://web.telegram.org https://*.telegram.org 'self' "
                       "http://127.0.0.1:* http://localhost:*"));
  EXPECT_EQ(AppPolicy({}, {}).find("localhost"), std::string::npos);
}

TEST(StandPolicy, AllowsFramesFromLocalOrigins) {
  EXPECT_EQ(StandPolicy({}),
            "default-src 'none'; script-src 'self'; style-src 'self'; "
            "img-src 'self' data: https: http:; connect-src 'self' http: https:; font-src 'self'; "
            "manifest-src 'self'; frame-src 'self' http://127.0.0.1:* http://localhost:*; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'self'");
}

TEST(CommonLines, SendsTransportSecurityOnlyForHttps) {
  EXPECT_NE(CommonLines({.origin = "https://a.org"}).find("Strict-Transport-Security"),
            std::string::npos);
  EXPECT_EQ(CommonLines({.origin = "http://a.org"}).find("Strict-Transport-Security"),
            std::string::npos);
}

TEST(Headers, NeverContainsXFrameOptions) {
  EXPECT_EQ((CommonLines({}) + DocumentLines()).find("X-Frame-Options"), std::string::npos);
}

}  // namespace
}  // namespace prichal::site
