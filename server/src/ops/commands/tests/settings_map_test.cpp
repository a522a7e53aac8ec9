#include <gtest/gtest.h>

#include "config/resolve.h"
#include "ops/commands/configure.h"

namespace prichal::ops {
namespace {

config::Settings Defaults() {
  return config::Resolve({{"dev.enabled", true, {config::From::kFlag, "--dev"}}}).settings;
}

TEST(SettingsMap, DefaultsOriginToListenAddress) {
  auto settings = Defaults();
  const auto origin = [&](const char* address) { return SiteOptionsOf(settings, address).origin; };
  EXPECT_EQ(origin("127.0.0.1:43127"), "http://127.0.0.1:43127");
  EXPECT_EQ(origin("0.0.0.0:80"), "http://127.0.0.1:80");
  EXPECT_EQ(origin("[::]:80"), "http://127.0.0.1:80");
  EXPECT_EQ(origin("[::1]:80"), "http://[::1]:80");
  EXPECT_EQ(origin("unix:/run/a.sock"), "http://localhost");
  settings.site.origin = "https://app.example.org";
  EXPECT_EQ(origin("127.0.0.1:1"), "https://app.example.org");
}

TEST(SettingsMap, DefaultsManifestNameToProductName) {
  auto settings = Defaults();
  settings.product.name = "Token";
  EXPECT_EQ(SiteOptionsOf(settings, "127.0.0.1:1").manifest_name, "Token");
  settings.manifest.name = "App";
  EXPECT_EQ(SiteOptionsOf(settings, "127.0.0.1:1").manifest_name, "App");
}

TEST(SettingsMap, EnablesSignInOnlyIfConfiguredOrInDevelopment) {
  auto settings = Defaults();
  const auto stand = AuthOptionsOf(settings, "127.0.0.1:43127");
  EXPECT_TRUE(stand.enabled());
  EXPECT_EQ(stand.ton_domains, (std::vector<std::string>{"127.0.0.1:43127", "localhost:43127"}));
  EXPECT_EQ(stand.origins, std::vector<std::string>{"http://localhost:43127"});
  EXPECT_EQ(stand.issuer, "http://127.0.0.1:43127");
  settings.auth.ton_domains = {"app.example.org"};
  EXPECT_EQ(AuthOptionsOf(settings, "127.0.0.1:1").test_bot_token, "");
  settings.dev.enabled = false;
  settings.auth.ton_domains.clear();
  EXPECT_FALSE(AuthOptionsOf(settings, "127.0.0.1:1").enabled());
}

TEST(SettingsMap, ExemptsProxiesFromConnectionLimits) {
  auto settings = Defaults();
  settings.proxies.trusted = {"10.0.0.0/8"};
  settings.proxies.balancers = {"192.0.2.1"};
  const auto options = ServerOptionsOf(settings);
  const auto ip = [](const char* text) { return IpAddress::Parse(text).value(); };
  EXPECT_TRUE(options.trusts_balancer(ip("192.0.2.1")));
  EXPECT_FALSE(options.trusts_balancer(ip("10.0.0.1")));
  for (const char* many : {"10.0.0.1", "192.0.2.1", "127.0.0.1", "::"}) {
    EXPECT_FALSE(options.counts_address(ip(many))) << many;
  }
  EXPECT_TRUE(options.counts_address(ip("192.0.2.2")));
}

TEST(SettingsMap, TrustsConfiguredProxiesAndHeader) {
  auto settings = Defaults();
  const IpAddress peer = IpAddress::Parse("127.0.0.1").value();
  const auto client = [&] {
    return ProxiesOf(settings)
        .ClientOf(peer,
                  "X-Forwarded-For: 192.0.2.1\r\nX-Real-IP: 192.0.2.2\r\n"
                  "Forwarded: for=192.0.2.3\r\n")
        .ToText();
  };
  EXPECT_EQ(client(), "127.0.0.1");
  settings.proxies.trusted = {"127.0.0.0/8"};
  EXPECT_EQ(client(), "192.0.2.1");
  settings.proxies.header = "x-real-ip";
  EXPECT_EQ(client(), "192.0.2.2");
  settings.proxies.header = "forwarded";
  EXPECT_EQ(client(), "192.0.2.3");
}

TEST(SettingsMap, KeepsMessagesOnDiskExceptInDevelopmentByDefault) {
  auto settings = Defaults();
  EXPECT_EQ(StoreOptionsOf(settings).kind, bridge::store::Kind::kMemory);
  settings.store.data = "/srv/data";
  EXPECT_EQ(StoreOptionsOf(settings).kind, bridge::store::Kind::kSqlite);
  EXPECT_EQ(StoreOptionsOf(settings).folder, "/srv/data");
  settings.dev.enabled = false;
  settings.store.data = "";
  EXPECT_EQ(StoreOptionsOf(settings).kind, bridge::store::Kind::kSqlite);
  EXPECT_EQ(StoreOptionsOf(settings).folder, "data");
  settings.store.fsync = "interval";
  EXPECT_FALSE(StoreOptionsOf(settings).sync_every_commit);
  settings.store.kind = "memory";
  EXPECT_EQ(StoreOptionsOf(settings).kind, bridge::store::Kind::kMemory);
}

}  // namespace
}  // namespace prichal::ops
