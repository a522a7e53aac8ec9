#include <gtest/gtest.h>

#include "base/address.h"

namespace prichal {
namespace {

bool IsPublicText(std::string_view text) { return IsPublic(IpAddress::Parse(text).value()); }

TEST(PublicAddress, AcceptsInternetAddresses) {
  for (const auto* text : {"1.1.1.1", "8.8.8.8", "185.199.108.133", "100.63.255.255", "172.32.0.1",
                           "192.169.0.1", "223.255.255.255", "2606:4700:4700::1111",
                           "2a00:1450:4001:80b::200e", "64:ff9b::101:101", "::ffff:1.1.1.1"}) {
    EXPECT_TRUE(IsPublicText(text)) << text;
  }
}

TEST(PublicAddress, RejectsPrivateAndReservedAddresses) {
  for (const auto* text : {"0.0.0.0",
                           "0.1.2.3",
                           "10.0.0.1",
                           "100.64.0.1",
                           "127.0.0.1",
                           "127.255.255.254",
                           "169.254.169.254",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.0.0.8",
                           "192.0.2.1",
                           "192.168.1.1",
                           "198.18.0.1",
                           "198.51.100.1",
                           "203.0.113.1",
                           "224.0.0.1",
                           "255.255.255.255",
                           "::",
                           "::1",
                           "::ffff:127.0.0.1",
                           "::ffff:10.0.0.1",
                           "64:ff9b::7f00:1",
                           "64:ff9b::a9fe:a9fe",
                           "64:ff9b:1::1",
                           "100::1",
                           "2001::1",
                           "2001:db8::1",
                           "2002:7f00:1::1",
                           "fc00::1",
                           "fd00:ec2::254",
                           "fe80::1",
                           "fec0::1",
                           "ff02::1"}) {
    EXPECT_FALSE(IsPublicText(text)) << text;
  }
}

}  // namespace
}  // namespace prichal
