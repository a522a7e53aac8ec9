#include "app/settings_map.h"

#include <fmt/format.h>

namespace prichal::app {
namespace {

/// The origin of the site where none is configured, which is allowed in development only. An
/// address that stands for all interfaces is reached on this machine as 127.0.0.1.
std::string LocalOrigin(const std::string& address) {
  const auto port = address.substr(address.rfind(':'));
  const bool any = address.starts_with("0.0.0.0:") || address.starts_with("[::]:");
  return "http://" + (any ? "127.0.0.1" + port : address);
}

}  // namespace

std::string ToText(const config::Endpoint& endpoint) {
  const bool is_v6 = endpoint.host.find(':') != std::string::npos;
  return is_v6 ? fmt::format("[{}]:{}", endpoint.host, endpoint.port)
               : fmt::format("{}:{}", endpoint.host, endpoint.port);
}

net::ServerOptions NetOptionsOf(const config::Settings& settings) {
  const auto& server = settings.server;
  net::ServerOptions options;
  options.loops = server.loops;
  options.max_connections = server.max_connections;
  options.max_head = server.header_limit;
  options.max_target = server.header_limit / 2;
  options.request_bytes = server.request_bytes;
  options.header_deadline = server.header_deadline;
  options.body_deadline = server.body_deadline;
  options.idle_deadline = server.idle_deadline;
  options.progress_deadline = server.write_deadline;
  return options;
}

http::TrustedProxies ProxiesOf(const config::Settings& settings) {
  using http::ForwardedHeader;
  const auto& [trusted, name] = settings.proxies;
  const auto header = name == "forwarded"   ? ForwardedHeader::kForwarded
                      : name == "x-real-ip" ? ForwardedHeader::kXRealIp
                                            : ForwardedHeader::kXForwardedFor;
  return http::TrustedProxies::Parse(trusted, header).value();
}

BridgeOptions BridgeOptionsOf(const config::Settings& settings) {
  const auto& bridge = settings.bridge;
  return {.heartbeat = bridge.heartbeat,
          .ttl_max = bridge.ttl_max,
          .disconnect_ttl = bridge.disconnect_ttl,
          .disconnect_size = bridge.disconnect_size,
          .request_source = bridge.request_source,
          .connect_cache_ttl = bridge.connect_cache_ttl,
          .connect_cache_size = bridge.connect_cache_size,
          .body_limit = bridge.body_limit,
          .lifetime = bridge.lifetime,
          .lifetime_jitter = bridge.lifetime_jitter,
          .cors = bridge.cors,
          .ids_per_stream = bridge.ids_per_stream,
          .total_ids = bridge.total_ids,
          .stream_bytes = bridge.stream_bytes,
          .stream_events = bridge.stream_events,
          .mailbox_messages = bridge.mailbox_messages,
          .mailbox_bytes = bridge.mailbox_bytes,
          .total_bytes = bridge.total_bytes,
          .notices = {.urls = bridge.webhook_url,
                      .copy_to = bridge.copy_to_url,
                      .secret = bridge.webhook_secret},
          .rate_limit = bridge.rate_limit,
          .rate_burst = bridge.rate_burst,
          .connections_limit = bridge.connections_limit,
          .limited_addresses = bridge.limited_addresses,
          .bypass_tokens = bridge.bypass_tokens,
          .proxies = ProxiesOf(settings)};
}

store::StoreOptions StoreOptionsOf(const config::Settings& settings) {
  const auto& store = settings.store;
  // A development run leaves nothing behind that was not asked for.
  const bool in_memory = store.kind == "memory" || (settings.dev.enabled && store.data.empty());
  return {.kind = in_memory ? store::Kind::kMemory : store::Kind::kSqlite,
          .folder = store.data.empty() ? "data" : store.data,
          .sync_every_commit = store.fsync == "always",
          .sync_interval = store.fsync_interval,
          .queue_bytes = store.queue_bytes};
}

host::Options HostOptionsOf(const config::Settings& settings, const std::string& address) {
  const auto& name =
      settings.manifest.name.empty() ? settings.product.name : settings.manifest.name;
  return {.origin = settings.site.origin.empty() ? LocalOrigin(address) : settings.site.origin,
          .product_name = settings.product.name,
          .product_slug = settings.product.slug,
          .bot = settings.product.bot,
          .manifest_name = name,
          .manifest_icon = settings.manifest.icon,
          .terms_of_use = settings.manifest.terms_of_use,
          .privacy_policy = settings.manifest.privacy_policy,
          .connect_sources = settings.csp.connect,
          .image_sources = settings.csp.img,
          .dev = settings.dev.enabled};
}

}  // namespace prichal::app
