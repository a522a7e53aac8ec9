#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace prichal::config {

/// An address to listen on: a literal IPv4 or IPv6 address (no brackets) and a port, 0 for any.
struct Endpoint {
  std::string host;
  std::uint16_t port = 0;

  bool operator==(const Endpoint&) const = default;
};

/// Everything that an operator can set, checked. `keys.h` has the table of names, defaults, ranges
/// and what each one means; this is only where the values end up.
struct Settings {
  struct Server {
    Endpoint listen;
    Endpoint admin;
    std::size_t loops = 0;
    std::size_t max_connections = 0;
    std::size_t header_limit = 0;
    std::size_t request_bytes = 0;
    std::chrono::seconds header_deadline{};
    std::chrono::seconds body_deadline{};
    std::chrono::seconds idle_deadline{};
    std::chrono::seconds write_deadline{};
    std::chrono::milliseconds drain_delay{};
    std::chrono::milliseconds drain_deadline{};
  } server;

  struct Proxies {
    std::vector<std::string> trusted;
    std::string header;
  } proxies;

  struct Site {
    std::string web;
    std::string origin;
  } site;

  struct Product {
    std::string name;
    std::string slug;
    std::string bot;
  } product;

  struct Manifest {
    std::string name;
    std::string icon;
    std::string terms_of_use;
    std::string privacy_policy;
  } manifest;

  struct Bridge {
    std::chrono::seconds heartbeat{};
    std::chrono::seconds ttl_max{};
    std::chrono::seconds disconnect_ttl{};
    std::size_t disconnect_size = 0;
    bool request_source = false;
    std::vector<std::string> webhook_url;
    std::string webhook_secret;
    std::string copy_to_url;
    std::chrono::seconds connect_cache_ttl{};
    std::size_t connect_cache_size = 0;
    std::size_t body_limit = 0;
    std::chrono::seconds lifetime{};
    std::chrono::seconds lifetime_jitter{};
    bool cors = false;
    std::size_t ids_per_stream = 0;
    std::size_t total_ids = 0;
    std::size_t rate_limit = 0;
    std::size_t rate_burst = 0;
    std::size_t connections_limit = 0;
    std::size_t limited_addresses = 0;
    std::vector<std::string> bypass_tokens;
    std::string bypass_tokens_file;
    std::size_t stream_bytes = 0;
    std::size_t stream_events = 0;
    std::size_t mailbox_messages = 0;
    std::size_t mailbox_bytes = 0;
    std::size_t total_bytes = 0;
  } bridge;

  struct Store {
    std::string kind;
    std::string data;
    std::string fsync;
    std::chrono::milliseconds fsync_interval{};
    std::size_t queue_bytes = 0;
  } store;

  struct Log {
    std::string level;
    std::string format;
    bool addresses = false;
  } log;

  struct Csp {
    std::vector<std::string> connect;
    std::vector<std::string> img;
  } csp;

  struct Dev {
    bool enabled = false;
    std::string stand;
  } dev;
};

}  // namespace prichal::config
