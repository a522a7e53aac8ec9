#include "app/auth/return_address.h"

#include <gtest/gtest.h>

namespace prichal::app {
namespace {

std::string Judged(std::string_view rd) {
  static const AuthOrigins origins("https://app.example.org", {"https://other.example.org:8443"});
  return ReturnAddress(rd, origins).value_or("no");
}

TEST(ReturnAddress, IsOneOfOurOwnOrOfAnotherThatMaySignIn) {
  EXPECT_EQ(Judged("/"), "https://app.example.org/");
  EXPECT_EQ(Judged("/x?y=1&z=//a#b"), "https://app.example.org/x?y=1&z=//a#b");
  EXPECT_EQ(Judged("https://app.example.org"), "https://app.example.org");
  EXPECT_EQ(Judged("https://app.example.org/x"), "https://app.example.org/x");
  EXPECT_EQ(Judged("https://other.example.org:8443?x"), "https://other.example.org:8443?x");
  EXPECT_EQ(Judged("/" + std::string(511, 'a')).size(), 512U + 23U);
}

TEST(ReturnAddress, IsNoneOfStrangers) {
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

}  // namespace
}  // namespace prichal::app
