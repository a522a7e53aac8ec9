#include <algorithm>
#include <array>
#include <chrono>
#include <type_traits>

#include "config/key.h"

namespace prichal::config {
namespace {

using Server = Settings::Server;
using Proxies = Settings::Proxies;
using Site = Settings::Site;
using Product = Settings::Product;
using Manifest = Settings::Manifest;
using Bridge = Settings::Bridge;
using Data = Settings::Store;
using Log = Settings::Log;
using Csp = Settings::Csp;
using Dev = Settings::Dev;

/// Puts a value that fits into its field.
template <auto Section, auto Member>
void Store(Settings& settings, const Value& value) {
  auto& field = (settings.*Section).*Member;
  using Field = std::remove_reference_t<decltype(field)>;
  if constexpr (std::is_same_v<Field, Endpoint>) {
    field = EndpointFrom(std::get<std::string>(value)).value_or(Endpoint{});
  } else if constexpr (std::is_same_v<Field, std::string> || std::is_same_v<Field, bool> ||
                       std::is_same_v<Field, List>) {
    field = std::get<Field>(value);
  } else if constexpr (std::is_integral_v<Field>) {
    field = static_cast<Field>(std::get<std::int64_t>(value));
  } else {
    field = Field(std::get<std::int64_t>(value));  // std::chrono, in the unit of the field
  }
}

struct Name {
  std::string_view section;
  std::string_view name;
};

struct Range {
  std::int64_t least;
  std::int64_t most;
};

template <auto Section, auto Member>
constexpr Key Text(Name name, std::string_view fallback, const Rule& rule, std::string_view doc,
                   std::string_view flag = {}) {
  return {.section = name.section,
          .name = name.name,
          .kind = Kind::kText,
          .fallback = fallback,
          .doc = doc,
          .rule = &rule,
          .flag = flag,
          .store = Store<Section, Member>};
}

template <auto Section, auto Member>
constexpr Key Number(Name name, std::string_view fallback, Range range, std::string_view doc) {
  return {.section = name.section,
          .name = name.name,
          .kind = Kind::kNumber,
          .fallback = fallback,
          .doc = doc,
          .least = range.least,
          .most = range.most,
          .store = Store<Section, Member>};
}

template <auto Section, auto Member>
constexpr Key Toggle(Name name, std::string_view fallback, std::string_view doc,
                     std::string_view flag = {}) {
  return {.section = name.section,
          .name = name.name,
          .kind = Kind::kSwitch,
          .fallback = fallback,
          .doc = doc,
          .flag = flag,
          .store = Store<Section, Member>};
}

template <auto Section, auto Member>
constexpr Key Secret(Name name, const Rule& rule, std::string_view doc) {
  return {.section = name.section,
          .name = name.name,
          .kind = Kind::kText,
          .fallback = "",
          .doc = doc,
          .rule = &rule,
          .secret = true,
          .store = Store<Section, Member>};
}

template <auto Section, auto Member>
constexpr Key ListOf(Name name, const Rule& rule, std::string_view doc) {
  return {.section = name.section,
          .name = name.name,
          .kind = Kind::kList,
          .fallback = "",
          .doc = doc,
          .rule = &rule,
          .store = Store<Section, Member>};
}

template <auto Section, auto Member>
constexpr Key Secrets(Name name, const Rule& rule, std::string_view doc) {
  Key key = ListOf<Section, Member>(name, rule, doc);
  key.secret = true;
  return key;
}

constexpr std::int64_t kDay = 86400;
constexpr std::int64_t kMiB = 1 << 20;

// One row a key; the formatter would hide the table.
// clang-format off
constexpr std::array kTable{
  Text<&Settings::server, &Server::listen>({"server", "listen"}, "127.0.0.1:8080", kEndpoint,
    "Address and port of the site: the mini app and the bridge.", "listen"),
  Text<&Settings::server, &Server::admin>({"server", "admin"}, "127.0.0.1:9103", kEndpoint,
    "Address and port of health, readiness and metrics. Keep it away from the public.", "admin"),
  Number<&Settings::server, &Server::loops>({"server", "loops"}, "0", {0, 256},
    "Event loops, each a thread. 0: one for each core."),
  Number<&Settings::server, &Server::max_connections>({"server", "max_connections"}, "18000", {1, 1'000'000},
    "Open connections of all loops together; more are closed at once. The open files limit must allow it."),
  Number<&Settings::server, &Server::header_limit>({"server", "header_limit"}, "32768", {1024, kMiB},
    "Bytes of a request's line and header together; the line may take half of them."),
  Number<&Settings::server, &Server::request_bytes>({"server", "request_bytes"}, "268435456", {kMiB, 1024 * 1024 * kMiB},
    "Bytes of requests that have come in part, of all connections together; more are refused with 503."),
  Number<&Settings::server, &Server::header_deadline>({"server", "header_deadline"}, "10", {1, 3600},
    "Seconds from a request's first byte to the end of its header."),
  Number<&Settings::server, &Server::body_deadline>({"server", "body_deadline"}, "15", {1, 3600},
    "Seconds for the body of a request to arrive."),
  Number<&Settings::server, &Server::idle_deadline>({"server", "idle_deadline"}, "60", {1, 3600},
    "Seconds that a connection may wait for its next request."),
  Number<&Settings::server, &Server::write_deadline>({"server", "write_deadline"}, "30", {1, 3600},
    "Seconds without progress after which a connection that does not read is closed."),
  Number<&Settings::server, &Server::drain_delay>({"server", "drain_delay"}, "0", {0, 600'000},
    "Milliseconds after SIGTERM for which it goes on as before but for readiness, so that balancers look elsewhere first."),
  Number<&Settings::server, &Server::drain_deadline>({"server", "drain_deadline"}, "1500", {0, 600'000},
    "Milliseconds after that until connections that are still open are closed."),

  ListOf<&Settings::proxies, &Proxies::trusted>({"proxies", "trusted"}, kIpRange,
    "Proxies whose word about the client's address is believed. None: whoever connects is the client."),
  Text<&Settings::proxies, &Proxies::header>({"proxies", "header"}, "x-forwarded-for", kForwardedHeader,
    "The one header in which they say it; name the one that they write themselves."),

  Text<&Settings::site, &Site::web>({"site", "web"}, "build/web", kDirectory,
    "Directory of the built mini app; read once, at the start.", "web"),
  Text<&Settings::site, &Site::origin>({"site", "origin"}, "", kOrigin,
    "Public origin of the site; wallets show it to the visitor. Required, except with dev.enabled."),

  Text<&Settings::product, &Product::name>({"product", "name"}, "Prichal", kName,
    "Name of the token, as the pages write it."),
  Text<&Settings::product, &Product::slug>({"product", "slug"}, "prichal", kSlug,
    "The name in addresses: the buy page is /buy-SLUG."),
  Text<&Settings::product, &Product::bot>({"product", "bot"}, "", kBotLink,
    "The mini app's link in Telegram, offered to visitors who open the site elsewhere."),

  Text<&Settings::manifest, &Manifest::name>({"manifest", "name"}, "", kOptionalName,
    "Name in /tonconnect-manifest.json. Empty: product.name."),
  Text<&Settings::manifest, &Manifest::icon>({"manifest", "icon"}, "/icon.png", kIcon,
    "Picture that wallets show: PNG or ICO, 180 by 180 pixels is best, no SVG."),
  Text<&Settings::manifest, &Manifest::terms_of_use>({"manifest", "terms_of_use"}, "", kPageLink,
    "Address of the terms of use."),
  Text<&Settings::manifest, &Manifest::privacy_policy>({"manifest", "privacy_policy"}, "", kPageLink,
    "Address of the privacy policy."),

  Number<&Settings::bridge, &Bridge::heartbeat>({"bridge", "heartbeat"}, "10", {1, 300},
    "Seconds between heartbeats of a stream."),
  Number<&Settings::bridge, &Bridge::ttl_max>({"bridge", "ttl_max"}, "300", {1, kDay},
    "Longest life of a message in seconds; a longer ttl is refused with 400."),
  Number<&Settings::bridge, &Bridge::disconnect_ttl>({"bridge", "disconnect_ttl"}, "3600", {0, kDay},
    "Seconds that a small message of topic disconnect lives, when its own ttl is shorter. 0: its own ttl."),
  Number<&Settings::bridge, &Bridge::disconnect_size>({"bridge", "disconnect_size"}, "512", {0, kMiB},
    "What is small: an envelope of fewer bytes, without the request source."),
  Toggle<&Settings::bridge, &Bridge::request_source>({"bridge", "request_source"}, "true",
    "Whether receivers are told where a message came from, sealed for them alone."),
  ListOf<&Settings::bridge, &Bridge::webhook_url>({"bridge", "webhook_url"}, kServiceUrls,
    "Servers that are told of each message with a topic: POST <url>/<sender>, {\"topic\",\"hash\"}."),
  Secret<&Settings::bridge, &Bridge::webhook_secret>({"bridge", "webhook_secret"}, kSecret,
    "Key of the HMAC-SHA256 in their X-Hub-Signature-256 header. Empty: none."),
  Text<&Settings::bridge, &Bridge::copy_to_url>({"bridge", "copy_to_url"}, "", kServiceUrl,
    "Server that gets a copy of every message: POST with the same body and parameters."),
  Number<&Settings::bridge, &Bridge::connect_cache_ttl>({"bridge", "connect_cache_ttl"}, "300", {1, kDay},
    "Seconds for which /bridge/verify remembers which page has opened a stream."),
  Number<&Settings::bridge, &Bridge::connect_cache_size>({"bridge", "connect_cache_size"}, "100000", {0, 10'000'000},
    "Opened streams that it remembers at most, 0.1 kB each; the oldest give way. 0: none."),
  Number<&Settings::bridge, &Bridge::body_limit>({"bridge", "body_limit"}, "10485760", {1024, 64 * kMiB},
    "Bytes of a message's body; a longer one is refused with 413."),
  Number<&Settings::bridge, &Bridge::lifetime>({"bridge", "lifetime"}, "7200", {0, 7 * kDay},
    "Seconds after which a stream is ended, so that clients spread over the servers anew. 0: never."),
  Number<&Settings::bridge, &Bridge::lifetime_jitter>({"bridge", "lifetime_jitter"}, "900", {0, kDay},
    "Random seconds, up to this many, added to the lifetime of each stream."),
  Toggle<&Settings::bridge, &Bridge::cors>({"bridge", "cors"}, "true",
    "Whether pages of other origins may use the bridge. Wallets and other apps need it."),
  Number<&Settings::bridge, &Bridge::ids_per_stream>({"bridge", "ids_per_stream"}, "200", {1, 10'000},
    "Client ids of one stream; more are refused with 414."),
  Number<&Settings::bridge, &Bridge::total_ids>({"bridge", "total_ids"}, "1000000", {1, 1'000'000'000},
    "Client ids of all streams together; more are refused with 503."),
  Number<&Settings::bridge, &Bridge::rate_limit>({"bridge", "rate_limit"}, "50", {0, 1'000'000},
    "Messages a second from one client address; more are refused with 429. 0: no limit."),
  Number<&Settings::bridge, &Bridge::rate_burst>({"bridge", "rate_burst"}, "100", {0, 1'000'000},
    "Messages that it may send at once after a rest; 0 is as good as 1."),
  Number<&Settings::bridge, &Bridge::connections_limit>({"bridge", "connections_limit"}, "500", {0, 1'000'000},
    "Streams that one client address may have open; more are refused with 429. 0: no limit."),
  Number<&Settings::bridge, &Bridge::limited_addresses>({"bridge", "limited_addresses"}, "65536", {64, 16'777'216},
    "Client addresses that these limits remember at a time, in 16 bytes each."),
  Secrets<&Settings::bridge, &Bridge::bypass_tokens>({"bridge", "bypass_tokens"}, kToken,
    "Tokens that lift both limits off a request, as Authorization: Bearer TOKEN. At most 64 with those of the file."),
  Text<&Settings::bridge, &Bridge::bypass_tokens_file>({"bridge", "bypass_tokens_file"}, "", kOptionalFile,
    "File with more of them, one a line; read once, at the start."),
  Number<&Settings::bridge, &Bridge::stream_bytes>({"bridge", "stream_bytes"}, "65536", {4096, 64 * kMiB},
    "Bytes that may wait for a slow reader; beyond, its stream ends and it resumes by event id."),
  Number<&Settings::bridge, &Bridge::stream_events>({"bridge", "stream_events"}, "256", {1, 1'000'000},
    "Messages that may wait for a slow reader; beyond, the same."),
  Number<&Settings::bridge, &Bridge::mailbox_messages>({"bridge", "mailbox_messages"}, "10000", {1, 1'000'000},
    "Messages that may wait for one client id; more are refused with 429."),
  Number<&Settings::bridge, &Bridge::mailbox_bytes>({"bridge", "mailbox_bytes"}, "16777216", {4096, 1024 * kMiB},
    "Bytes that may wait for one client id; more are refused with 429."),
  Number<&Settings::bridge, &Bridge::total_bytes>({"bridge", "total_bytes"}, "1073741824", {kMiB, 1024 * 1024 * kMiB},
    "Bytes that may wait in all; more are refused with 503."),

  Text<&Settings::store, &Data::kind>({"store", "kind"}, "sqlite", kStoreKind,
    "Where messages wait: sqlite, a file that outlives restarts and crashes, or memory, which a restart empties."),
  Text<&Settings::store, &Data::data>({"store", "data"}, "", kStoreFolder,
    "Directory of that file, made when it is missing. Empty: data; with dev.enabled none, and messages wait in memory.", "data"),
  Text<&Settings::store, &Data::fsync>({"store", "fsync"}, "always", kStoreFsync,
    "When messages are on the disk: always, before the sender's 200; or interval, some time after it."),
  Number<&Settings::store, &Data::fsync_interval>({"store", "fsync_interval"}, "1000", {10, 60'000},
    "With fsync interval: milliseconds between two, and what a power cut may lose."),
  Number<&Settings::store, &Data::queue_bytes>({"store", "queue_bytes"}, "67108864", {kMiB, 1024 * 1024 * kMiB},
    "Bytes that may wait to be written; more are refused with 503."),

  Text<&Settings::log, &Log::level>({"log", "level"}, "info", kLogLevel,
    "Least important lines to write. debug adds a line for each request."),
  Text<&Settings::log, &Log::format>({"log", "format"}, "text", kLogFormat,
    "Lines for people, or one JSON object a line. Both go to standard error."),
  Toggle<&Settings::log, &Log::addresses>({"log", "addresses"}, "false",
    "Whether the line for each request names the client's address, as proxies.trusted tells it."),

  ListOf<&Settings::csp, &Csp::connect>({"csp", "connect"}, kCspSource,
    "More origins that the page may talk to, besides the bridges of the wallets list."),
  ListOf<&Settings::csp, &Csp::img>({"csp", "img"}, kCspSource,
    "More origins that the page may show pictures from, besides those of the wallets list."),

  Toggle<&Settings::dev, &Dev::enabled>({"dev", "enabled"}, "false",
    "Development: serves the stand, lists its wallet first, lets local pages frame the app.", "dev"),
  Text<&Settings::dev, &Dev::stand>({"dev", "stand"}, "build/stand", kDirectory,
    "Directory of the built stand; looked at only with dev.enabled."),
};
// clang-format on

}  // namespace

std::span<const Key> Keys() { return kTable; }

}  // namespace prichal::config
