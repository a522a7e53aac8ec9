#include <gtest/gtest.h>

#include "ops/commands/input.h"

namespace prichal::ops {
namespace {

std::string UrlOf(const std::vector<std::string>& admin) {
  std::vector<ListenAddress> addresses;
  addresses.reserve(admin.size());
  for (const std::string& text : admin) addresses.push_back(ListenAddress::Parse(text).value());
  const auto address = AddressToAsk(addresses);
  return address ? address->Url("readyz") : address.error();
}

TEST(OperatorAddress, UsesLoopbackForWildcardAddress) {
  EXPECT_EQ(UrlOf({"127.0.0.1:9103"}), "http://127.0.0.1:9103/readyz");
  EXPECT_EQ(UrlOf({"0.0.0.0:9103"}), "http://127.0.0.1:9103/readyz");
  EXPECT_EQ(UrlOf({"[::]:9103"}), "http://[::1]:9103/readyz");
  EXPECT_EQ(UrlOf({"[fe80::1]:9103"}), "http://[fe80::1]:9103/readyz");
}

TEST(OperatorAddress, UsesFirstAddressWithKnownPort) {
  EXPECT_EQ(UrlOf({"systemd:admin", "127.0.0.1:0", "127.0.0.1:9104"}),
            "http://127.0.0.1:9104/readyz");
  EXPECT_NE(UrlOf({"systemd:admin"}).find("systemd"), std::string::npos);
  EXPECT_NE(UrlOf({"127.0.0.1:0"}).find("port 0"), std::string::npos);
}

TEST(OperatorAddress, SupportsUnixSocket) {
  const auto address = AddressToAsk({ListenAddress::Parse("unix:/run/admin.sock").value()});
  ASSERT_TRUE(address);
  EXPECT_EQ(address->socket, "/run/admin.sock");
  EXPECT_EQ(address->Url("metrics"), "http://localhost/metrics");
  EXPECT_EQ(address->Shown("metrics"), "unix:/run/admin.sock /metrics");
}

}  // namespace
}  // namespace prichal::ops
