#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "valkey/options.h"

namespace prichal::valkey {
namespace {

TEST(ValkeyUri, UsesDefaults) {
  const auto uri = ParseUri("redis://localhost");
  ASSERT_TRUE(uri);
  EXPECT_EQ(uri->seeds, (std::vector<Endpoint>{{.host = "localhost", .port = 6379}}));
  EXPECT_FALSE(uri->tls);
  EXPECT_EQ(uri->user, "");
  EXPECT_EQ(uri->password, "");
  EXPECT_EQ(uri->database, 0U);
}

TEST(ValkeyUri, SupportsFourSchemes) {
  for (const char* text : {"redis://h", "valkey://h"}) EXPECT_FALSE(ParseUri(text)->tls) << text;
  for (const char* text : {"rediss://h", "valkeys://h"}) EXPECT_TRUE(ParseUri(text)->tls) << text;
}

TEST(ValkeyUri, ParsesCredentialsDatabaseAndSeeds) {
  const auto uri = ParseUri("redis://bridge:p%40ss%3A%2F@a:1,[::1]:2,c/3");
  ASSERT_TRUE(uri);
  EXPECT_EQ(uri->user, "bridge");
  EXPECT_EQ(uri->password, "p@ss:/");
  EXPECT_EQ(uri->database, 3U);
  EXPECT_EQ(uri->seeds, (std::vector<Endpoint>{{.host = "a", .port = 1},
                                               {.host = "::1", .port = 2},
                                               {.host = "c", .port = 6379}}));
}

TEST(ValkeyUri, ParsesListOfUris) {
  const auto uri = ParseUri("redis://:x@a:1,redis://:x@b:2");
  ASSERT_TRUE(uri);
  EXPECT_EQ(uri->seeds.size(), 2U);
  EXPECT_EQ(uri->password, "x");
  EXPECT_FALSE(ParseUri("redis://:x@a:1,redis://:y@b:2"));
  EXPECT_FALSE(ParseUri("redis://a:1,rediss://b:2"));
}

TEST(ValkeyUri, ReportsMistakeAndFixWithoutPassword) {
  struct Case {
    const char* text;
    const char* reason;
  };
  for (const Case& one :
       {Case{"http://h", "scheme"}, Case{"redis://", "host is empty"},
        Case{"redis://a,,b", "host is empty"}, Case{"redis://a:0", "not a port"},
        Case{"redis://a:65536", "not a port"}, Case{"redis://a:", "port is empty"},
        Case{"redis://::1", "brackets"}, Case{"redis://[::1", "]"},
        Case{"redis://[::1]x", "after an IPv6"}, Case{"redis://h/x", "database"},
        Case{"redis://h/-1", "database"}, Case{"redis://a b", "not a host"},
        Case{"redis://u@h", "without a password"}, Case{"redis://u:%zz@h", "%"}}) {
    const auto uri = ParseUri(one.text);
    ASSERT_FALSE(uri) << one.text;
    EXPECT_NE(uri.error().find(one.reason), std::string::npos) << uri.error();
    EXPECT_NE(uri.error().find("Fix: use redis://"), std::string::npos) << uri.error();
  }
  const auto secret = ParseUri("redis://user:s3cret@host:port");
  ASSERT_FALSE(secret);
  EXPECT_EQ(secret.error().find("s3cret"), std::string::npos) << secret.error();
  EXPECT_NE(secret.error().find("redis://user:***@host:port"), std::string::npos);
}

TEST(ValkeyUri, HidesPasswordsInMalformedText) {
  EXPECT_EQ(WithoutPassword("redis://:s3cret@h/0"), "redis://:***@h/0");
  EXPECT_EQ(WithoutPassword("redis://s3cret@h"), "redis://***@h");
  EXPECT_EQ(WithoutPassword("u:s3@cret@h"), "u:***@h");
  EXPECT_EQ(WithoutPassword("redis://:a@h,redis://:b@i"), "redis://:***@h,redis://:***@i");
  EXPECT_EQ(WithoutPassword("nothing"), "nothing");
}

}  // namespace
}  // namespace prichal::valkey
