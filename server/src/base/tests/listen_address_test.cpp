#include <gtest/gtest.h>

#include "base/address.h"

namespace prichal {
namespace {

using Kind = ListenAddress::Kind;

TEST(ListenAddress, ParsesNumericAddressAndPort) {
  for (const auto* text : {"127.0.0.1:8080", "0.0.0.0:65535", "[::1]:0", "[2001:db8::1]:80"}) {
    const auto address = ListenAddress::Parse(text);
    ASSERT_TRUE(address) << text;
    EXPECT_EQ(address->kind, Kind::kIp);
    EXPECT_EQ(address->ToText(), text);
  }
  const auto v6 = ListenAddress::Parse("[::1]:8080");
  EXPECT_EQ(v6->host, "::1");
  EXPECT_EQ(v6->port, 8080);
  for (const auto* text :
       {"", ":8080", "8080", "localhost:8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536",
        "127.0.0.1:-1", "127.0.0.1:80x", "::1:80", "[127.0.0.1]:80", "[::1]", "256.0.0.1:1",
        "127.0.0.1:80 mode=660", " 127.0.0.1:80", "127.0.0.1:80 x"}) {
    EXPECT_FALSE(ListenAddress::Parse(text)) << text;
  }
}

TEST(ListenAddress, ParsesUnixSocketWithModeAndGroup) {
  const auto bare = ListenAddress::Parse("unix:/run/prichal/http.sock");
  ASSERT_TRUE(bare);
  EXPECT_EQ(bare->kind, Kind::kUnix);
  EXPECT_EQ(bare->path, "/run/prichal/http.sock");
  EXPECT_EQ(bare->mode, 0660U);
  EXPECT_EQ(bare->group, "");
  const auto whole = ListenAddress::Parse("unix:/a  group=www-data mode=0606 ");
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->mode, 0606U);
  EXPECT_EQ(whole->group, "www-data");
  EXPECT_EQ(whole->ToText(), "unix:/a");
  EXPECT_TRUE(ListenAddress::Parse("unix:/" + std::string(106, 'a')));
  for (const std::string& text :
       {std::string("unix:"), std::string("unix:a"), std::string("unix:@a"),
        "unix:/" + std::string(107, 'a'), std::string("unix:/a/"), std::string("unix:/a mode=888"),
        std::string("unix:/a mode=1777"), std::string("unix:/a mode="),
        std::string("unix:/a group="), std::string("unix:/a 660"), std::string("unix:/a\0b", 9)}) {
    EXPECT_FALSE(ListenAddress::Parse(text)) << text;
  }
}

TEST(ListenAddress, ParsesProxyFlag) {
  EXPECT_FALSE(ListenAddress::Parse("127.0.0.1:80")->proxied);
  const auto ip = ListenAddress::Parse("127.0.0.1:80 proxy");
  ASSERT_TRUE(ip && ip->proxied);
  EXPECT_EQ(ip->ToText(), "127.0.0.1:80");
  const auto path = ListenAddress::Parse("unix:/a mode=600 proxy");
  EXPECT_TRUE(path && path->proxied);
}

TEST(ListenAddress, ParsesSystemdSocketName) {
  const auto site = ListenAddress::Parse("systemd:site proxy");
  ASSERT_TRUE(site);
  EXPECT_EQ(site->kind, Kind::kInherited);
  EXPECT_EQ(site->name, "site");
  EXPECT_TRUE(site->proxied);
  EXPECT_EQ(site->ToText(), "systemd:site");
  for (const auto* text : {"systemd:", "systemd", "systemd:a:b", "systemd:a mode=600"}) {
    EXPECT_FALSE(ListenAddress::Parse(text)) << text;
  }
}

TEST(ListenAddress, ParsesTlsAndPlainFlags) {
  EXPECT_TRUE(ListenAddress::Parse("[::]:443 tls")->tls);
  EXPECT_TRUE(ListenAddress::Parse("unix:/a plain")->plain);
  const auto neither = ListenAddress::Parse("[::]:443");
  EXPECT_FALSE(neither->tls || neither->plain);
  EXPECT_FALSE(ListenAddress::Parse("[::]:443 tls plain"));
}

TEST(ListenAddress, RoundTripsConfigText) {
  for (const auto* text : {"127.0.0.1:80", "[::]:443 proxy tls", "unix:/a mode=600 group=www proxy",
                           "unix:/a plain", "systemd:site proxy plain"}) {
    EXPECT_EQ(ListenAddress::Parse(text)->ToConfigText(), text);
  }
  EXPECT_EQ(ListenAddress::Parse("unix:/a  mode=660 ")->ToConfigText(), "unix:/a");
}

TEST(ListenAddress, ReportsMistakes) {
  const auto mistake = [](const std::string& text) { return ListenAddress::Parse(text).error(); };
  EXPECT_NE(mistake("localhost:80").find("got a host name"), std::string::npos);
  EXPECT_NE(mistake("127.0.0.1:80 ssl").find("unknown option \"ssl\""), std::string::npos);
  EXPECT_NE(mistake("127.0.0.1:80 mode=660").find("unix: addresses only"), std::string::npos);
  EXPECT_NE(mistake("unix:/" + std::string(107, 'a')).find("108 bytes"), std::string::npos);
  EXPECT_NE(mistake("unix:a").find("absolute path"), std::string::npos);
  EXPECT_NE(mistake("unix:/a mode=9").find("octal"), std::string::npos);
  EXPECT_NE(mistake("systemd:").find("name of a socket"), std::string::npos);
}

std::vector<ListenAddress> All(const std::vector<std::string>& texts) {
  std::vector<ListenAddress> all;
  for (const std::string& text : texts) all.push_back(ListenAddress::Parse(text).value());
  KeepFamiliesApart(all);
  return all;
}

TEST(ListenAddress, BindsWildcardToBothFamiliesUnlessIPv4UsesPort) {
  EXPECT_FALSE(All({"[::]:80"})[0].v6_only);
  EXPECT_FALSE(All({"[::]:80", "0.0.0.0:81", "unix:/a"})[0].v6_only);
  EXPECT_TRUE(All({"[::]:80", "0.0.0.0:80"})[0].v6_only);
  EXPECT_TRUE(All({"127.0.0.1:80", "[::]:80"})[1].v6_only);
  EXPECT_FALSE(All({"[::]:80", "[::1]:80"})[0].v6_only);
  // With port 0 each socket gets a different port.
  EXPECT_FALSE(All({"[::]:0", "127.0.0.1:0"})[0].v6_only);
}

TEST(ListenAddress, DetectsOverlappingAddresses) {
  const auto same = [](const char* a, const char* b) {
    return ListenAddress::Parse(a)->IsSamePlace(*ListenAddress::Parse(b));
  };
  EXPECT_TRUE(same("127.0.0.1:80", "127.0.0.1:80"));
  EXPECT_TRUE(same("unix:/a mode=600", "unix:/a"));
  EXPECT_FALSE(same("127.0.0.1:0", "127.0.0.1:0"));
  EXPECT_FALSE(same("127.0.0.1:80", "127.0.0.1:81"));
  EXPECT_FALSE(same("127.0.0.1:80", "[::]:80"));
  EXPECT_TRUE(same("127.0.0.1:80", "0.0.0.0:80"));
  EXPECT_TRUE(same("[::]:80", "[::1]:80"));
  EXPECT_FALSE(same("0.0.0.0:80", "127.0.0.1:81"));
  EXPECT_FALSE(same("127.0.0.1:80", "127.0.0.2:80"));
  EXPECT_TRUE(same("systemd:a", "systemd:a proxy"));
  EXPECT_FALSE(same("unix:/a", "unix:/b"));
  EXPECT_FALSE(same("unix:/a", "127.0.0.1:80"));
}

}  // namespace
}  // namespace prichal
