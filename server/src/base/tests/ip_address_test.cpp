#include <gtest/gtest.h>

#include "base/address.h"

namespace prichal {
namespace {

IpAddress ParsedAddress(std::string_view text) {
  return IpAddress::Parse(text).value_or(IpAddress());
}

TEST(IpAddressText, NormalizesMappedAndCompressedForms) {
  EXPECT_EQ(ParsedAddress("192.0.2.1"), ParsedAddress("::ffff:192.0.2.1"));
  EXPECT_EQ(ParsedAddress("::ffff:c000:201").ToText(), "192.0.2.1");
  EXPECT_EQ(ParsedAddress("2001:0DB8::0:1").ToText(), "2001:db8::1");
  EXPECT_TRUE(ParsedAddress("192.0.2.1").is_v4());
  EXPECT_FALSE(ParsedAddress("::192.0.2.1").is_v4());
  EXPECT_TRUE(ParsedAddress("127.8.9.10").is_loopback());
  EXPECT_TRUE(ParsedAddress("::1").is_loopback());
  EXPECT_FALSE(ParsedAddress("128.0.0.1").is_loopback());
  EXPECT_FALSE(ParsedAddress("7f00::1").is_loopback());
  EXPECT_TRUE(ParsedAddress("127.8.9.10").is_local());
  EXPECT_TRUE(IpAddress().is_local());
  EXPECT_FALSE(ParsedAddress("192.0.2.1").is_local());
}

TEST(IpAddressText, RejectsTextThatIsNoAddress) {
  using std::string_view_literals::operator""sv;
  for (const auto text :
       {""sv, "localhost"sv, "192.0.2"sv, "192.0.2.256"sv, "192.0.2.01"sv, "192.0.2.1:80"sv,
        "[::1]"sv, "fe80::1%eth0"sv, " ::1"sv, "192.0.2.1\0"sv, "1:2:3:4:5:6:7:8:9"sv,
        "0000:0000:0000:0000:0000:0000:0000:0000:0000:0000"sv}) {
    EXPECT_FALSE(IpAddress::Parse(text)) << text;
  }
}

TEST(IpRange, ContainsAddressesWithItsPrefix) {
  const auto holds = [](std::string_view range, std::string_view address) {
    const auto parsed = IpRange::Parse(range);
    EXPECT_TRUE(parsed) << parsed.error();
    return parsed && parsed->Contains(ParsedAddress(address));
  };
  EXPECT_TRUE(holds("10.0.0.0/8", "10.255.1.2"));
  EXPECT_FALSE(holds("10.0.0.0/8", "11.0.0.0"));
  EXPECT_TRUE(holds("172.16.0.0/12", "172.31.255.255"));
  EXPECT_FALSE(holds("172.16.0.0/12", "172.32.0.0"));
  EXPECT_TRUE(holds("192.0.2.7", "192.0.2.7"));
  EXPECT_FALSE(holds("192.0.2.7/32", "192.0.2.6"));
  EXPECT_TRUE(holds("0.0.0.0/0", "203.0.113.9"));
  EXPECT_FALSE(holds("0.0.0.0/0", "2001:db8::1"));
  EXPECT_TRUE(holds("2001:db8::/33", "2001:db8:7fff::1"));
  EXPECT_FALSE(holds("2001:db8::/33", "2001:db8:8000::1"));
  EXPECT_TRUE(holds("::/0", "2001:db8::1"));
  EXPECT_FALSE(holds("::/0", "192.0.2.1"));
  EXPECT_TRUE(holds("::ffff:10.0.0.0/104", "10.1.2.3"));
}

TEST(IpRange, ReportsInvalidRangeAndFix) {
  const auto error = [](std::string_view text) { return IpRange::Parse(text).error(); };
  EXPECT_EQ(error("proxy.example/8"),
            "\"proxy.example/8\" is not an IP address range. Fix: use one such as 10.0.0.0/8");
  EXPECT_EQ(error("10.0.0.0/33"),
            "\"10.0.0.0/33\" has an invalid prefix length. Fix: write a number from 0 to 32 after "
            "the slash");
  EXPECT_EQ(
      error("10.0.0.7/8"),
      "\"10.0.0.7/8\" has host bits set. Fix: use 10.0.0.0/8 for the range, or 10.0.0.7 for one "
      "address");
  for (const auto* text : {"", "/8", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/8x", "::/129"}) {
    EXPECT_FALSE(IpRange::Parse(text)) << text;
  }
}

}  // namespace
}  // namespace prichal
