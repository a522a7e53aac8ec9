#include "http/codec/client_address.h"

#include <gtest/gtest.h>

#include <random>

#include "http/codec/header_fields.h"

namespace prichal::http {
namespace {

TrustedProxies Trusting(const std::vector<std::string>& ranges,
                        ForwardedHeader header = ForwardedHeader::kXForwardedFor) {
  auto proxies = TrustedProxies::Parse(ranges, header);
  EXPECT_TRUE(proxies) << proxies.error();
  return *proxies;
}

std::string ClientOf(const TrustedProxies& proxies, const std::string& peer,
                     const std::string& lines) {
  return proxies.ClientOf(IpAddress::Parse(peer).value(), lines).ToText();
}

/// Returns the client of a request through a proxy at 10.0.0.1; 10.0.0.0/8 is trusted.
std::string Behind(const std::string& lines,
                   ForwardedHeader header = ForwardedHeader::kXForwardedFor) {
  return ClientOf(Trusting({"10.0.0.0/8", "fd00::/8"}, header), "10.0.0.1", lines);
}

TEST(FieldLines, ReturnsLastFieldFirst) {
  std::string_view lines = "A: 1\r\nB:2\r\na:\t 3 \r\nAB: 4\r\nno colon\r\n";
  std::string_view value;
  ASSERT_TRUE(RemoveLastField(lines, "A", value));
  EXPECT_EQ(value, "3");
  ASSERT_TRUE(RemoveLastField(lines, "A", value));
  EXPECT_EQ(value, "1");
  EXPECT_FALSE(RemoveLastField(lines, "A", value));
  EXPECT_TRUE(lines.empty());
}

TEST(ClientAddress, IsPeerUnlessPeerIsTrusted) {
  const std::string lines = "X-Forwarded-For: 198.51.100.1\r\n";
  EXPECT_EQ(ClientOf({}, "192.0.2.1", lines), "192.0.2.1");
  EXPECT_EQ(ClientOf({}, "127.0.0.1", lines), "127.0.0.1");
  EXPECT_EQ(ClientOf(Trusting({"10.0.0.0/8"}), "192.0.2.1", lines), "192.0.2.1");
  EXPECT_EQ(ClientOf(Trusting({"192.0.2.0/24"}), "::ffff:192.0.2.1", lines), "198.51.100.1");
}

TEST(ClientAddress, IsRightmostUntrustedAddress) {
  EXPECT_EQ(Behind("X-Forwarded-For: 198.51.100.1\r\n"), "198.51.100.1");
  EXPECT_EQ(Behind("X-Forwarded-For: 6.6.6.6, 198.51.100.1,10.0.0.2 , 10.0.0.3\r\n"),
            "198.51.100.1");
  EXPECT_EQ(Behind("X-Forwarded-For: 6.6.6.6\r\nHost: a\r\nx-forwarded-for: 198.51.100.1\r\n"
                   "X-FORWARDED-FOR: 10.0.0.2\r\nAccept: b\r\n"),
            "198.51.100.1");
  // If all entries are trusted, the first one is the client.
  EXPECT_EQ(Behind("X-Forwarded-For: 10.0.0.9, 10.0.0.8\r\n"), "10.0.0.9");
  EXPECT_EQ(Behind(""), "10.0.0.1");
  EXPECT_EQ(Behind("X-Forwarded-For: \r\n"), "10.0.0.1");
  EXPECT_EQ(Behind("X-Forwarded-For: 198.51.100.1,, ,\r\n"), "198.51.100.1");
}

TEST(ClientAddress, IgnoresPortsAndBrackets) {
  EXPECT_EQ(Behind("X-Forwarded-For: 198.51.100.1:4711\r\n"), "198.51.100.1");
  EXPECT_EQ(Behind("X-Forwarded-For: [2001:db8::1]:4711\r\n"), "2001:db8::1");
  EXPECT_EQ(Behind("X-Forwarded-For: [2001:db8::1]\r\n"), "2001:db8::1");
  EXPECT_EQ(Behind("X-Forwarded-For: 2001:db8::1\r\n"), "2001:db8::1");
  EXPECT_EQ(Behind("X-Forwarded-For: ::ffff:198.51.100.1\r\n"), "198.51.100.1");
  EXPECT_EQ(Behind("X-Forwarded-For: 198.51.100.1, [fd00::7]:1\r\n"), "198.51.100.1");
}

TEST(ClientAddress, StopsAtMalformedAddress) {
  for (const auto* garbage :
       {"unknown", "1.2.3", "[2001:db8::1", "[2001:db8::1]x", "[2001:db8::1]:", "[1.2.3.4]",
        "1.2.3.4:", "1.2.3.4:123456", "1.2.3.4:x", "\"1.2.3.4\"", "1.2.3.4 5.6.7.8", ":::", "]"}) {
    EXPECT_EQ(Behind("X-Forwarded-For: 6.6.6.6, " + std::string(garbage) + "\r\n"), "10.0.0.1")
        << garbage;
  }
  EXPECT_EQ(Behind("X-Forwarded-For: 6.6.6.6, unknown, 10.0.0.2\r\n"), "10.0.0.2");
}

TEST(ClientAddress, ReadsOnlyConfiguredHeader) {
  const std::string lines =
      "X-Forwarded-For: 1.1.1.1\r\nX-Real-IP: 2.2.2.2\r\nForwarded: for=3.3.3.3\r\n";
  EXPECT_EQ(Behind(lines), "1.1.1.1");
  EXPECT_EQ(Behind(lines, ForwardedHeader::kXRealIp), "2.2.2.2");
  EXPECT_EQ(Behind(lines, ForwardedHeader::kForwarded), "3.3.3.3");
  EXPECT_EQ(Behind("X-Real-IP: 2.2.2.2\r\nForwarded: for=3.3.3.3\r\n"), "10.0.0.1");
}

TEST(ClientAddress, ReadsForwardedHeader) {
  const auto client = [](const std::string& value) {
    return Behind("Forwarded: " + value + "\r\n", ForwardedHeader::kForwarded);
  };
  EXPECT_EQ(client("for=6.6.6.6, For=\"198.51.100.1:80\";proto=https;by=10.0.0.1"), "198.51.100.1");
  EXPECT_EQ(client("proto=http; for=\"[2001:db8::1]:4711\" ; host=\"a,b;for=6.6.6.6\""),
            "2001:db8::1");
  EXPECT_EQ(client("for=198.51.100.1, for=10.0.0.2"), "198.51.100.1");
  EXPECT_EQ(client("for=6.6.6.6, for=_hidden"), "10.0.0.1");
  EXPECT_EQ(client("for=6.6.6.6, for=unknown"), "10.0.0.1");
  EXPECT_EQ(client("for=6.6.6.6, by=10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(client("for=6.6.6.6, for=198.51.100.1;for=7.7.7.7"), "10.0.0.1");
  // An unclosed quote from a client does not hide the proxy's entry.
  EXPECT_EQ(client("for=\"6.6.6.6, for=198.51.100.1"), "198.51.100.1");
  EXPECT_EQ(client("for=6.6.6.6;host=\"x\\\", for=198.51.100.1"), "198.51.100.1");
}

TEST(ClientAddress, TrustsUnixSocketPeerOnlyIfConfigured) {
  const std::string lines = "X-Forwarded-For: 6.6.6.6, 203.0.113.9\r\n";
  EXPECT_EQ(ClientOf(Trusting({"10.0.0.0/8"}), "::", lines), "::");
  EXPECT_EQ(ClientOf(Trusting({"unix"}), "::", lines), "203.0.113.9");
  EXPECT_EQ(ClientOf(Trusting({"unix"}), "10.0.0.1", lines), "10.0.0.1");
  // A header cannot name a Unix socket peer.
  EXPECT_EQ(ClientOf(Trusting({"unix"}), "::", "X-Forwarded-For: 6.6.6.6, ::\r\n"), "::");
}

TEST(ClientAddress, NamesInvalidRange) {
  const auto proxies =
      TrustedProxies::Parse({"10.0.0.0/8", "10.0.0.1/8"}, ForwardedHeader::kXForwardedFor);
  ASSERT_FALSE(proxies);
  EXPECT_NE(proxies.error().find("\"10.0.0.1/8\""), std::string::npos);
}

/// Text that a client prepends does not change the proxy's entry.
TEST(ClientAddress, IgnoresForgedHeaders) {
  constexpr std::string_view kPieces[] = {"10.0.0.1", "6.6.6.6", ",", " ",  "\"", "\\", ";",
                                          "for=",     "[",       "]", ":1", ":",  "::", "unknown"};
  std::mt19937 random(7);  // same values in each run
  std::uniform_int_distribution<std::size_t> piece(0, std::size(kPieces));
  std::uniform_int_distribution<int> count(0, 12);
  const auto check = [&](const std::string& name, const std::string& added,
                         ForwardedHeader header) {
    const std::string new_line = "\r\n" + name + ": ";
    std::string lines = name + ": ";
    for (int i = count(random); i > 0; --i) {
      const std::size_t chosen = piece(random);
      lines += chosen < std::size(kPieces) ? std::string(kPieces[chosen]) : new_line;
    }
    SCOPED_TRACE(lines);
    EXPECT_EQ(ClientOf({}, "10.0.0.1", lines + "\r\n"), "10.0.0.1");
    EXPECT_EQ(Behind(lines + ", " + added + "\r\n", header), "203.0.113.9");
    EXPECT_EQ(Behind(lines + new_line + added + "\r\n", header), "203.0.113.9");
  };
  for (int round = 0; round < 5'000 && !HasFailure(); ++round) {
    check("X-Forwarded-For", "203.0.113.9, 10.0.0.3", ForwardedHeader::kXForwardedFor);
    check("Forwarded", "proto=https;for=203.0.113.9, for=10.0.0.3", ForwardedHeader::kForwarded);
  }
}

}  // namespace
}  // namespace prichal::http
