#include "app/settings_map.h"

#include <gtest/gtest.h>

#include "config/resolve.h"

namespace prichal::app {
namespace {

config::Settings Defaults() {
  return config::Resolve({{"dev.enabled", true, {config::From::kFlag, "--dev"}}}).settings;
}

TEST(SettingsMap, EndpointsAsTheyAreListenedOn) {
  EXPECT_EQ(ToText({"127.0.0.1", 8080}), "127.0.0.1:8080");
  EXPECT_EQ(ToText({"::1", 0}), "[::1]:0");
}

TEST(SettingsMap, TheOriginIsWhereItReallyListensUnlessConfigured) {
  auto settings = Defaults();
  const auto origin = [&](const char* address) { return HostOptionsOf(settings, address).origin; };
  EXPECT_EQ(origin("127.0.0.1:43127"), "http://127.0.0.1:43127");
  EXPECT_EQ(origin("0.0.0.0:80"), "http://127.0.0.1:80");
  EXPECT_EQ(origin("[::]:80"), "http://127.0.0.1:80");
  EXPECT_EQ(origin("[::1]:80"), "http://[::1]:80");
  settings.site.origin = "https://app.example.org";
  EXPECT_EQ(origin("127.0.0.1:1"), "https://app.example.org");
}

TEST(SettingsMap, TheManifestIsNamedAsTheProductUnlessConfigured) {
  auto settings = Defaults();
  settings.product.name = "Token";
  EXPECT_EQ(HostOptionsOf(settings, "127.0.0.1:1").manifest_name, "Token");
  settings.manifest.name = "App";
  EXPECT_EQ(HostOptionsOf(settings, "127.0.0.1:1").manifest_name, "App");
}

TEST(SettingsMap, ProxiesAreTrustedAsConfigured) {
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

/// The table of keys and the rooms below state defaults twice; they must agree.
TEST(SettingsMap, DefaultsAreThoseOfTheRooms) {
  const auto net = NetOptionsOf(Defaults());
  const net::ServerOptions net_defaults;
  EXPECT_EQ(net.loops, net_defaults.loops);
  EXPECT_EQ(net.max_connections, net_defaults.max_connections);
  EXPECT_EQ(net.max_head, net_defaults.max_head);
  EXPECT_EQ(net.max_target, net_defaults.max_target);
  EXPECT_EQ(net.request_bytes, net_defaults.request_bytes);
  EXPECT_EQ(net.max_target, net_defaults.max_target);
  EXPECT_EQ(net.header_deadline, net_defaults.header_deadline);
  EXPECT_EQ(net.body_deadline, net_defaults.body_deadline);
  EXPECT_EQ(net.idle_deadline, net_defaults.idle_deadline);
  EXPECT_EQ(net.progress_deadline, net_defaults.progress_deadline);
  const auto bridge = BridgeOptionsOf(Defaults());
  const BridgeOptions bridge_defaults;
  EXPECT_EQ(bridge.heartbeat, bridge_defaults.heartbeat);
  EXPECT_EQ(bridge.ttl_max, bridge_defaults.ttl_max);
  EXPECT_EQ(bridge.disconnect_ttl, bridge_defaults.disconnect_ttl);
  EXPECT_EQ(bridge.disconnect_size, bridge_defaults.disconnect_size);
  EXPECT_EQ(bridge.request_source, bridge_defaults.request_source);
  EXPECT_EQ(bridge.connect_cache_ttl, bridge_defaults.connect_cache_ttl);
  EXPECT_EQ(bridge.connect_cache_size, bridge_defaults.connect_cache_size);
  EXPECT_EQ(bridge.body_limit, bridge_defaults.body_limit);
  EXPECT_EQ(bridge.lifetime, bridge_defaults.lifetime);
  EXPECT_EQ(bridge.lifetime_jitter, bridge_defaults.lifetime_jitter);
  EXPECT_EQ(bridge.cors, bridge_defaults.cors);
  EXPECT_EQ(bridge.ids_per_stream, bridge_defaults.ids_per_stream);
  EXPECT_EQ(bridge.total_ids, bridge_defaults.total_ids);
  EXPECT_EQ(bridge.rate_limit, bridge_defaults.rate_limit);
  EXPECT_EQ(bridge.rate_burst, bridge_defaults.rate_burst);
  EXPECT_EQ(bridge.connections_limit, bridge_defaults.connections_limit);
  EXPECT_EQ(bridge.limited_addresses, bridge_defaults.limited_addresses);
  EXPECT_EQ(bridge.bypass_tokens, bridge_defaults.bypass_tokens);
  EXPECT_EQ(bridge.stream_bytes, bridge_defaults.stream_bytes);
  EXPECT_EQ(bridge.stream_events, bridge_defaults.stream_events);
  EXPECT_EQ(bridge.mailbox_messages, bridge_defaults.mailbox_messages);
  EXPECT_EQ(bridge.mailbox_bytes, bridge_defaults.mailbox_bytes);
  EXPECT_EQ(bridge.total_bytes, bridge_defaults.total_bytes);

  const auto store = StoreOptionsOf(Defaults());
  const store::StoreOptions store_defaults;
  EXPECT_EQ(store.sync_every_commit, store_defaults.sync_every_commit);
  EXPECT_EQ(store.sync_interval, store_defaults.sync_interval);
  EXPECT_EQ(store.queue_bytes, store_defaults.queue_bytes);
}

TEST(SettingsMap, MessagesAreKeptExceptInDevelopmentWithoutAFolder) {
  auto settings = Defaults();
  EXPECT_EQ(StoreOptionsOf(settings).kind, store::Kind::kMemory);
  settings.store.data = "/srv/data";
  EXPECT_EQ(StoreOptionsOf(settings).kind, store::Kind::kSqlite);
  EXPECT_EQ(StoreOptionsOf(settings).folder, "/srv/data");
  settings.dev.enabled = false;
  settings.store.data = "";
  EXPECT_EQ(StoreOptionsOf(settings).kind, store::Kind::kSqlite);
  EXPECT_EQ(StoreOptionsOf(settings).folder, "data");
  settings.store.fsync = "interval";
  EXPECT_FALSE(StoreOptionsOf(settings).sync_every_commit);
  settings.store.kind = "memory";
  EXPECT_EQ(StoreOptionsOf(settings).kind, store::Kind::kMemory);
}

}  // namespace
}  // namespace prichal::app
