#include <gtest/gtest.h>

#include "bridge/core/request_source.h"

namespace prichal::bridge {
namespace {

TEST(OriginFrom, ReturnsSchemeHostAndPort) {
  EXPECT_EQ(OriginFrom("https://dapp.example"), "https://dapp.example");
  EXPECT_EQ(OriginFrom("https://dapp.example/path?query#mark"), "https://dapp.example");
  EXPECT_EQ(OriginFrom("https://dapp.example?query"), "https://dapp.example");
  EXPECT_EQ(OriginFrom("http://localhost:8080/"), "http://localhost:8080");
  EXPECT_EQ(OriginFrom("https://[2001:db8::1]:8443/x"), "https://[2001:db8::1]:8443");
  EXPECT_EQ(OriginFrom("https://[2001:db8::1]"), "https://[2001:db8::1]");
  EXPECT_EQ(OriginFrom("app+x://host/"), "app+x://host");
}

TEST(OriginFrom, NormalizesCaseAndDefaultPort) {
  EXPECT_EQ(OriginFrom("HTTPS://Dapp.Example:443/"), "https://dapp.example");
  EXPECT_EQ(OriginFrom("http://dapp.example:80"), "http://dapp.example");
  EXPECT_EQ(OriginFrom("http://dapp.example:443"), "http://dapp.example:443");
  EXPECT_EQ(OriginFrom("https://dapp.example:"), "https://dapp.example");
}

TEST(OriginFrom, IgnoresUserInfo) {
  EXPECT_EQ(OriginFrom("https://good.example@evil.example/"), "https://evil.example");
  EXPECT_EQ(OriginFrom("https://good.example:443@evil.example"), "https://evil.example");
}

TEST(OriginFrom, ReturnsOtherTextUnchanged) {
  for (const char* text :
       {"", "null", "dapp.example", "//dapp.example", "https://", "https:///path", "://host",
        "1https://host", "https://a b", "https://good.example\\@evil.example", "https://a%2eb",
        "https://host:port", "https://[::1", "https://[::1]x", "mailto:a@b.example"}) {
    EXPECT_EQ(OriginFrom(text), text);
  }
}

}  // namespace
}  // namespace prichal::bridge
