#include <gtest/gtest.h>

#include "signin/http/credential.h"

namespace prichal::signin {
namespace {

std::string Judged(std::string_view rd) {
  static const AuthOrigins origins("https://app.example.org", {"https://other.example.org:8443"});
  return ReturnAddress(rd, origins).value_or("no");
}

TEST(ReturnAddress, AcceptsOwnAndAllowedOrigins) {
  EXPECT_EQ(Judged("/"), "https://app.example.org/");
  EXPECT_EQ(Judged("/x?y=1&z=//a#b"), "https://app.example.org/x?y=1&z=//a#b");
  EXPECT_EQ(Judged("https://app.example.org"), "https://app.example.org");
  EXPECT_EQ(Judged("https://app.example.org/x"), "https://app.example.org/x");
  EXPECT_EQ(Judged("https://other.example.org:8443?x"), "https://other.example.org:8443?x");
  EXPECT_EQ(Judged("/" + std::string(511, 'a')).size(), 512U + 23U);
}

TEST(ReturnAddress, RejectsForeignAndMalformedAddresses) {
  for (const std::string rd : {"",
                               "x",
                               "//evil.example",
                               "///evil.example",
                               "/\\evil.example",
                               "\\/evil.example",
                               "/x\\y",
                               "https:evil.example",
                               "https:/evil.example",
                               "https://evil.example/",
                               "javascript:alert(1)",
                               "javascript://app.example.org/%0aalert(1)",
                               "https://app.example.org@evil.example/",
                               "https://app.example.org.evil.example/",
                               "https://app.example.org:443/",
                               "https://other.example.org/",
                               "http://app.example.org/",
                               "HTTPS://app.example.org/",
                               "https://app.example.org\\@evil.example/",
                               "/\t/evil.example",
                               "/\n/evil.example",
                               "\t//evil.example",
                               " /x",
                               "/x y",
                               "/x\x7f",
                               "/x\r\nSet-Cookie: a=b",
                               "/\xd0\xb0",
                               "data:text/html,x"}) {
    EXPECT_EQ(Judged(rd), "no") << rd;
  }
  EXPECT_EQ(Judged(std::string("/x\0y", 4)), "no");
  EXPECT_EQ(Judged("/" + std::string(512, 'a')), "no");
}

TEST(ReturnAddress, SetsSignInErrorParameter) {
  EXPECT_EQ(WithSignInError("https://a/x", "oidc_denied"), "https://a/x?sign_in_error=oidc_denied");
  EXPECT_EQ(WithSignInError("https://a", "c"), "https://a?sign_in_error=c");
  EXPECT_EQ(WithSignInError("https://a/x?y=1&z#b?c", "c"), "https://a/x?y=1&z&sign_in_error=c#b?c");
  EXPECT_EQ(WithSignInError("https://a/?sign_in_error=old&y=1&sign_in_error", "c"),
            "https://a/?y=1&sign_in_error=c");
  EXPECT_EQ(WithSignInError("https://a/?no_sign_in_error=1", "c"),
            "https://a/?no_sign_in_error=1&sign_in_error=c");
}

TEST(ReturnAddress, RemovesEarlierSignInErrorParameter) {
  EXPECT_EQ(WithSignInError("https://a/x?sign_in_error=c#b", ""), "https://a/x#b");
  EXPECT_EQ(WithSignInError("https://a/x?y=1&sign_in_error=c", ""), "https://a/x?y=1");
  EXPECT_EQ(WithSignInError("https://a/x?y=%26&z=2", ""), "https://a/x?y=%26&z=2");
  EXPECT_EQ(WithSignInError("https://a/x", ""), "https://a/x");
}

}  // namespace
}  // namespace prichal::signin
