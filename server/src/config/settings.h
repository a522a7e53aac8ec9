// The resolved configuration as the server uses it, and errors in it.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/address.h"
#include "base/clock.h"
#include "config/sources.h"

namespace prichal::config {

inline constexpr std::size_t kKiB = 1024;
inline constexpr std::size_t kMiB = 1024 * kKiB;

/// All settings that an operator can configure. The initial values are the only list of defaults;
/// keys.cpp has names, ranges and documentation. Resolve() replaces each 0 that means a share of
/// the machine. Immutable once resolved.
struct Settings {
  struct Server {
    std::vector<ListenAddress> listen{{.host = "127.0.0.1", .port = 8080}};
    std::vector<ListenAddress> admin{{.host = "127.0.0.1", .port = 9103}};
    std::vector<std::string> admin_hosts{};
    std::string tls_certificate{};
    std::string tls_key{};
    Millis tls_ticket_rotation{43'200'000};
    std::vector<ListenAddress> tls_redirect{};
    std::size_t http2_streams = 128;
    std::size_t loops = 0;
    std::size_t max_connections = 0;
    std::size_t connections_per_address = 1'000;
    std::size_t header_limit = 32 * kKiB;
    std::size_t request_bytes = 0;
    Millis header_deadline{10'000};
    Millis body_deadline{15'000};
    Millis idle_deadline{60'000};
    Millis write_deadline{30'000};
    Millis drain_delay{0};
    Millis drain_deadline{1'500};
  } server;

  struct Proxies {
    std::vector<std::string> trusted{};
    std::vector<std::string> balancers{};
    std::string header = "x-forwarded-for";
  } proxies;

  struct Site {
    std::string web{};
    std::string origin{};
  } site;

  struct Wallets {
    Millis refresh{0};
    std::string source = "https://config.ton.org/wallets-v2.json";
  } wallets;

  struct Product {
    std::string name = "Prichal";
    std::string slug = "prichal";
    std::string bot{};
    std::vector<std::string> languages{"ru"};
  } product;

  struct Manifest {
    std::string name{};
    std::string icon = "/icon.png";
    std::string terms_of_use{};
    std::string privacy_policy{};
  } manifest;

  struct Bridge {
    Millis heartbeat{10'000};
    Millis ttl_max{300'000};
    bool ttl_zero = false;
    Millis disconnect_ttl{3'600'000};
    std::size_t disconnect_size = 512;
    std::string request_source = "pages";
    std::vector<std::string> webhook_url{};
    std::string webhook_secret{};
    std::string copy_to_url{};
    std::size_t webhook_bytes = 0;
    Millis connect_cache_ttl{300'000};
    std::size_t connect_cache_size = 100'000;
    std::size_t body_limit = 256 * kKiB;
    Millis lifetime{7'200'000};
    Millis lifetime_jitter{900'000};
    bool cors = true;
    std::vector<std::string> origins{};
    std::size_t ids_per_stream = 200;
    std::size_t total_ids = 0;
    std::size_t rate_limit = 50;
    std::size_t rate_burst = 100;
    std::size_t byte_rate = 1 * kMiB;
    std::size_t byte_burst = 4 * kMiB;
    std::size_t id_rate = 20;
    std::size_t id_burst = 100;
    std::size_t events_rate = 20;
    std::size_t events_burst = 500;
    std::size_t verify_rate = 20;
    std::size_t verify_burst = 500;
    std::size_t connections_limit = 500;
    std::size_t limited_addresses = 65'536;
    std::vector<std::string> bypass_tokens{};
    std::string bypass_tokens_file{};
    std::size_t stream_bytes = 64 * kKiB;
    std::size_t stream_events = 256;
    std::size_t streams_per_id = 16;
    std::size_t mailbox_messages = 10'000;
    std::size_t mailbox_bytes = 16 * kMiB;
    std::size_t total_bytes = 0;
  } bridge;

  struct Auth {
    std::vector<std::string> telegram_bots{};
    std::string telegram_tokens_file{};
    Millis telegram_max_age{86'400'000};
    std::string telegram_replay = "bind";
    std::string oidc_client_id{};
    std::string oidc_client_secret_file{};
    std::string oidc_issuer = "https://oauth.telegram.org";
    std::vector<std::string> ton_domains{};
    std::vector<std::string> ton_networks{"-239"};
    Millis ton_max_age{900'000};
    std::vector<std::string> ton_api{};
    std::string ton_api_key_file{};
    std::string ton_rotatable_keys = "refuse";
    std::string issuer{};
    std::vector<std::string> audience{};
    std::vector<std::string> origins{};
    std::vector<std::string> claims{};
    std::string dpop = "optional";
    std::string cookie = "off";
    std::string headers = "x-auth-request";
    bool pass_jwt = false;
    std::size_t cache_bytes = 0;
    std::string introspection_secret_file{};
    Millis access_lifetime{600'000};
    std::string algorithm = "ES256";
    Millis key_rotation{7'776'000'000};
    std::string key_file{};
    std::string sealing_key{};
    std::string sealing_key_file{};
    Millis refresh_idle{604'800'000};
    Millis refresh_absolute{2'592'000'000};
    Millis refresh_grace{10'000};
    Millis challenge_lifetime{600'000};
    std::size_t challenge_rate = 300;
    std::size_t exchange_rate = 120;
    std::size_t refresh_rate = 600;
    std::vector<std::string> webhook_url{};
    std::string webhook_secret_file{};
    std::string audit_file{};
  } auth;

  struct Store {
    std::string kind = "sqlite";
    std::string data{};
    std::string fsync = "always";
    Millis fsync_interval{1'000};
    std::size_t queue_bytes = 0;
    std::string on_corrupt = "set-aside";
    std::string valkey_uri{};
    std::string valkey_uri_file{};
    std::string valkey_ca_file{};
    std::size_t valkey_replicas = 0;
    std::string valkey_schema = "native";
  } store;

  struct Log {
    std::string level = "info";
    std::string format = "text";
    bool addresses = false;
  } log;

  struct Csp {
    std::vector<std::string> connect{};
    std::vector<std::string> img{};
  } csp;

  struct Dev {
    bool enabled = false;
    std::string stand = "build/stand";
  } dev;
};

/// An error in the configuration: one line of text, and its parts for programs.
struct Problem {
  std::string text;  ///< "KEY: VALUE (SOURCE): REASON. Fix: FIX."
  std::string key =
      {};  ///< "server.listen", or the unknown name. Empty if it concerns no single key
  std::string value = {};  ///< As in the file, secrets masked. Empty if none was given
  Source source = {};      ///< Source of the value; kDefault if it is not set
  std::string reason = {};
  std::string fix = {};  ///< Empty if the reason says it
};

/// Makes the text of a problem from its other parts.
[[nodiscard]] Problem WithText(Problem problem);

/// Makes a problem of a line "KEY: REASON. Fix: FIX.", in which key and fix can be missing.
[[nodiscard]] Problem ProblemOf(std::string text);

/// Returns the lines of the problems.
[[nodiscard]] std::vector<std::string> TextsOf(const std::vector<Problem>& problems);

}  // namespace prichal::config
