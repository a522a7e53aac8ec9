#include <gtest/gtest.h>

#include "signin/token/dpop.h"

namespace prichal::signin::token {
namespace {

TEST(TargetUri, NormalizesEquivalentUris) {
  const std::pair<const char*, const char*> same[] = {
      {"https://example.com", "https://example.com/"},
      {"https://example.com?a=/b", "https://example.com/"},
      {"https://example.com/#/a", "https://example.com/"},
      {"HTTPS://EXAMPLE.com:443/Path?x#y", "https://example.com/Path"},
      {"http://example.com:80/a", "http://example.com/a"},
      {"http://example.com:443/a", "http://example.com:443/a"},
      {"http://example.com:/a", "http://example.com/a"},
      {"http://[2001:DB8::1]:8080/a", "http://[2001:db8::1]:8080/a"},
      {"http://[::1]/a:b", "http://[::1]/a:b"},
      {"https://e/%7euser/%c3%a9%2f%2F", "https://e/~user/%C3%A9%2F%2F"},
      {"https://e/a/./b/../c", "https://e/a/c"},
      {"https://e/a/%2e%2E/c", "https://e/c"},
      {"https://e/../../a", "https://e/a"},
      {"https://e/a/..", "https://e/"},
      {"https://e/a/b/.", "https://e/a/b/"},
      {"https://e/a//b/", "https://e/a//b/"}};
  for (const auto& [uri, normal] : same) EXPECT_EQ(NormalTargetUri(uri), normal) << uri;
}

TEST(TargetUri, RejectsNonAbsoluteHttpUris) {
  for (const char* uri : {"",
                          "/a",
                          "//e/a",
                          "ftp://e/a",
                          "https:/e",
                          "https://",
                          "https:///a",
                          "https://u@e/a",
                          "https://u:p@e/a",
                          "https://e:x/a",
                          "https://e:123456/",
                          "https://e /a",
                          "https://e/a b",
                          "https://e/%",
                          "https://e/%4",
                          "https://e/%zz",
                          "https://e/\n",
                          "https://e/\xc3\xa9",
                          "https://[::1/a",
                          "https://[]/a",
                          "https://e\\a/",
                          "javascript://e/"}) {
    EXPECT_EQ(NormalTargetUri(uri), std::nullopt) << uri;
  }
  EXPECT_EQ(NormalTargetUri("https://e/" + std::string(5000, 'a')), std::nullopt);
}

}  // namespace
}  // namespace prichal::signin::token
