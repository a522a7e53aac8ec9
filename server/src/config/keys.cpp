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
using Auth = Settings::Auth;
using Data = Settings::Store;
using Log = Settings::Log;
using Csp = Settings::Csp;
using Dev = Settings::Dev;

/// Puts a value that fits into its field. `Unit`: what a duration is written in.
template <auto Section, auto Member, typename Unit = std::chrono::seconds>
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
    field = Unit(std::get<std::int64_t>(value));
  }
}

/// What stands in a field, as Store() takes it.
template <auto Section, auto Member, typename Unit = std::chrono::seconds>
Value Load(const Settings& settings) {
  const auto& field = (settings.*Section).*Member;
  using Field = std::remove_cvref_t<decltype(field)>;
  if constexpr (std::is_same_v<Field, Endpoint>) {
    return ToText(field);
  } else if constexpr (std::is_same_v<Field, std::string> || std::is_same_v<Field, bool> ||
                       std::is_same_v<Field, List>) {
    return field;
  } else if constexpr (std::is_integral_v<Field>) {
    return static_cast<std::int64_t>(field);
  } else {
    return std::int64_t{std::chrono::duration_cast<Unit>(field).count()};
  }
}

/// One for each `Each` bytes of the memory, at most `Most`.
template <std::int64_t Each, std::int64_t Most>
std::int64_t OfMemory(const Machine& machine) {
  return std::min(static_cast<std::int64_t>(machine.memory / Each), Most);
}

std::int64_t OfProcessors(const Machine& machine) {
  return static_cast<std::int64_t>(machine.processors);
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
constexpr Key Text(Name name, const Rule& rule, std::string_view doc, std::string_view flag = {}) {
  return {.section = name.section,
          .name = name.name,
          .kind = Kind::kText,
          .doc = doc,
          .rule = &rule,
          .flag = flag,
          .load = Load<Section, Member>,
          .store = Store<Section, Member>};
}

/// `Unit`: what a duration is written in. `of`: see Key::of_machine.
template <auto Section, auto Member, typename Unit = std::chrono::seconds>
constexpr Key Number(Name name, Range range, std::string_view doc, OfMachine of = nullptr) {
  return {.section = name.section,
          .name = name.name,
          .kind = Kind::kNumber,
          .doc = doc,
          .least = range.least,
          .most = range.most,
          .of_machine = of,
          .load = Load<Section, Member, Unit>,
          .store = Store<Section, Member, Unit>};
}

template <auto Section, auto Member>
constexpr Key Toggle(Name name, std::string_view doc, std::string_view flag = {}) {
  return {.section = name.section,
          .name = name.name,
          .kind = Kind::kSwitch,
          .doc = doc,
          .flag = flag,
          .load = Load<Section, Member>,
          .store = Store<Section, Member>};
}

template <auto Section, auto Member>
constexpr Key Secret(Name name, const Rule& rule, std::string_view doc) {
  return {.section = name.section,
          .name = name.name,
          .kind = Kind::kText,
          .doc = doc,
          .rule = &rule,
          .secret = true,
          .load = Load<Section, Member>,
          .store = Store<Section, Member>};
}

template <auto Section, auto Member>
constexpr Key ListOf(Name name, const Rule& rule, std::string_view doc) {
  return {.section = name.section,
          .name = name.name,
          .kind = Kind::kList,
          .doc = doc,
          .rule = &rule,
          .load = Load<Section, Member>,
          .store = Store<Section, Member>};
}

template <auto Section, auto Member>
constexpr Key Secrets(Name name, const Rule& rule, std::string_view doc) {
  Key key = ListOf<Section, Member>(name, rule, doc);
  key.secret = true;
  return key;
}

constexpr Key AtStart(Key key) {
  key.at_start = true;
  return key;
}

constexpr std::int64_t kDay = 86400;
constexpr auto kMega = static_cast<std::int64_t>(kMiB);

// One row a key; the formatter would hide the table.
// clang-format off
constexpr std::array kTable{
  AtStart(Text<&Settings::server, &Server::listen>({"server", "listen"}, kEndpoint,
    "Address and port of the site: the mini app and the bridge.", "listen")),
  AtStart(Text<&Settings::server, &Server::admin>({"server", "admin"}, kEndpoint,
    "Address and port of health, readiness and metrics. Keep it away from the public.", "admin")),
  AtStart(ListOf<&Settings::server, &Server::admin_hosts>({"server", "admin_hosts"}, kHostName,
    "Names under which health and metrics may be asked for, besides IP addresses and localhost: those by which a scraper knows this server. Others get 421.")),
  AtStart(Number<&Settings::server, &Server::loops>({"server", "loops"}, {1, 256},
    "Event loops, each a thread. 0: one for each processor that this process may use.", OfProcessors)),
  Number<&Settings::server, &Server::max_connections>({"server", "max_connections"}, {1, 1'000'000},
    "Open connections of all loops together; more are closed at once. The open files limit must allow it. 0: one for each 320 KiB of the memory, at most 18,000.", OfMemory<320 * 1024, 18'000>),
  Number<&Settings::server, &Server::connections_per_address>({"server", "connections_per_address"}, {0, 1'000'000},
    "Of these, of one address that connects and is no trusted proxy; more are closed at once. 0: no limit."),
  AtStart(Number<&Settings::server, &Server::header_limit>({"server", "header_limit"}, {1024, kMega},
    "Bytes of a request's line and header together; the line may take half of them.")),
  Number<&Settings::server, &Server::request_bytes>({"server", "request_bytes"}, {kMega, 1024 * 1024 * kMega},
    "Bytes of requests that have come in part, of all connections together; more are refused with 503. 0: a sixteenth of the memory, at most 256 MiB.", OfMemory<16, 256 * kMega>),
  Number<&Settings::server, &Server::header_deadline>({"server", "header_deadline"}, {1, 3600},
    "Seconds from a request's first byte to the end of its header."),
  Number<&Settings::server, &Server::body_deadline>({"server", "body_deadline"}, {1, 3600},
    "Seconds for the body of a request to arrive."),
  Number<&Settings::server, &Server::idle_deadline>({"server", "idle_deadline"}, {1, 3600},
    "Seconds that a connection may wait for its next request."),
  Number<&Settings::server, &Server::write_deadline>({"server", "write_deadline"}, {1, 3600},
    "Seconds without progress after which a connection that does not read is closed."),
  Number<&Settings::server, &Server::drain_delay, std::chrono::milliseconds>({"server", "drain_delay"}, {0, 600'000},
    "Milliseconds after SIGTERM for which it goes on as before but for readiness, so that balancers look elsewhere first."),
  Number<&Settings::server, &Server::drain_deadline, std::chrono::milliseconds>({"server", "drain_deadline"}, {0, 600'000},
    "Milliseconds after that until connections that are still open are closed."),

  ListOf<&Settings::proxies, &Proxies::trusted>({"proxies", "trusted"}, kIpRange,
    "Proxies whose word about the client's address is believed. None: whoever connects is the client."),
  Text<&Settings::proxies, &Proxies::header>({"proxies", "header"}, kForwardedHeader,
    "The one header in which they say it; name the one that they write themselves."),

  Text<&Settings::site, &Site::web>({"site", "web"}, kDirectory,
    "Directory of the built mini app; read at the start and on SIGHUP.", "web"),
  Text<&Settings::site, &Site::origin>({"site", "origin"}, kOrigin,
    "Public origin of the site; wallets show it to the visitor. Required, except with dev.enabled.", "public-url"),

  Text<&Settings::product, &Product::name>({"product", "name"}, kName,
    "Name of the token, as the pages write it."),
  Text<&Settings::product, &Product::slug>({"product", "slug"}, kSlug,
    "The name in addresses: the buy page is /buy-SLUG."),
  Text<&Settings::product, &Product::bot>({"product", "bot"}, kBotLink,
    "The mini app's link in Telegram, offered to visitors who open the site elsewhere."),
  ListOf<&Settings::product, &Product::languages>({"product", "languages"}, kLanguage,
    "What the pages speak, wallet button included: of several the visitor's own, else the first."),

  Text<&Settings::manifest, &Manifest::name>({"manifest", "name"}, kOptionalName,
    "Name in /tonconnect-manifest.json. Empty: product.name."),
  Text<&Settings::manifest, &Manifest::icon>({"manifest", "icon"}, kIcon,
    "Picture that wallets show: PNG or ICO, 180 by 180 pixels is best, no SVG."),
  Text<&Settings::manifest, &Manifest::terms_of_use>({"manifest", "terms_of_use"}, kPageLink,
    "Address of the terms of use."),
  Text<&Settings::manifest, &Manifest::privacy_policy>({"manifest", "privacy_policy"}, kPageLink,
    "Address of the privacy policy."),

  Number<&Settings::bridge, &Bridge::heartbeat>({"bridge", "heartbeat"}, {1, 300},
    "Seconds between heartbeats of a stream."),
  Number<&Settings::bridge, &Bridge::ttl_max>({"bridge", "ttl_max"}, {1, kDay},
    "Longest life of a message in seconds; a longer ttl is refused with 400."),
  Toggle<&Settings::bridge, &Bridge::ttl_zero>({"bridge", "ttl_zero"},
    "Whether a ttl of 0 is taken, as the official bridge does: for streams that are open now. Else it is 400."),
  Number<&Settings::bridge, &Bridge::disconnect_ttl>({"bridge", "disconnect_ttl"}, {0, kDay},
    "Seconds that a small message of topic disconnect lives, when its own ttl is shorter. 0: its own ttl."),
  Number<&Settings::bridge, &Bridge::disconnect_size>({"bridge", "disconnect_size"}, {0, kMega},
    "What is small: an envelope of fewer bytes, without the request source."),
  Text<&Settings::bridge, &Bridge::request_source>({"bridge", "request_source"}, kRequestSource,
    "Whose messages tell their receivers where they came from, sealed for them alone: those of pages, all, or none. What wallets send would tell apps their owners' addresses."),
  AtStart(ListOf<&Settings::bridge, &Bridge::webhook_url>({"bridge", "webhook_url"}, kServiceUrls,
    "Servers that are told of each message with a topic: POST <url>/<sender>, {\"topic\",\"hash\"}.")),
  AtStart(Secret<&Settings::bridge, &Bridge::webhook_secret>({"bridge", "webhook_secret"}, kSecret,
    "Key of the HMAC-SHA256 in their X-Hub-Signature-256 header. Empty: none.")),
  AtStart(Text<&Settings::bridge, &Bridge::copy_to_url>({"bridge", "copy_to_url"}, kServiceUrl,
    "Server that gets a copy of every message: POST with the same body and parameters.")),
  AtStart(Number<&Settings::bridge, &Bridge::webhook_bytes>({"bridge", "webhook_bytes"}, {kMega, 1024 * 1024 * kMega},
    "Bytes of posts that may wait for each of these servers; more are dropped. 0: a 32nd of the memory, at most 32 MiB.", OfMemory<32, 32 * kMega>)),
  Number<&Settings::bridge, &Bridge::connect_cache_ttl>({"bridge", "connect_cache_ttl"}, {1, kDay},
    "Seconds for which /bridge/verify remembers which page has opened a stream."),
  Number<&Settings::bridge, &Bridge::connect_cache_size>({"bridge", "connect_cache_size"}, {0, 10'000'000},
    "Opened streams that it remembers at most, 0.1 kB each; the oldest give way. 0: none."),
  Number<&Settings::bridge, &Bridge::body_limit>({"bridge", "body_limit"}, {1024, 64 * kMega},
    "Bytes of a message's body; a longer one is refused with 413."),
  Number<&Settings::bridge, &Bridge::lifetime>({"bridge", "lifetime"}, {0, 7 * kDay},
    "Seconds after which a stream is ended, so that clients spread over the servers anew. 0: never."),
  Number<&Settings::bridge, &Bridge::lifetime_jitter>({"bridge", "lifetime_jitter"}, {0, kDay},
    "Random seconds, up to this many, added to the lifetime of each stream."),
  Toggle<&Settings::bridge, &Bridge::cors>({"bridge", "cors"},
    "Whether pages of other origins may use the bridge. Wallets and other apps need it."),
  ListOf<&Settings::bridge, &Bridge::origins>({"bridge", "origins"}, kOrigins,
    "Pages that may use the bridge, besides those of site.origin; others get 403. Empty: all. What sends no Origin, as wallets do, is not asked."),
  Number<&Settings::bridge, &Bridge::ids_per_stream>({"bridge", "ids_per_stream"}, {1, 10'000},
    "Client ids of one stream; more are refused with 414."),
  Number<&Settings::bridge, &Bridge::total_ids>({"bridge", "total_ids"}, {1, 1'000'000'000},
    "Client ids of all streams together; more are refused with 503. 0: one for each 8 KiB of the memory, at most 1,000,000.", OfMemory<8 * 1024, 1'000'000>),
  Number<&Settings::bridge, &Bridge::rate_limit>({"bridge", "rate_limit"}, {0, 1'000'000},
    "Messages a second from one client address; more are refused with 429. 0: no limit."),
  Number<&Settings::bridge, &Bridge::rate_burst>({"bridge", "rate_burst"}, {0, 1'000'000},
    "Messages that it may send at once after a rest; 0 is as good as 1."),
  Number<&Settings::bridge, &Bridge::byte_rate>({"bridge", "byte_rate"}, {0, 1'000'000'000},
    "Bytes of messages a second from one client address; more are refused with 429. 0: no limit."),
  Number<&Settings::bridge, &Bridge::byte_burst>({"bridge", "byte_burst"}, {0, 1'000'000'000},
    "Bytes of messages that it may send at once after a rest; one message may always come."),
  Number<&Settings::bridge, &Bridge::id_rate>({"bridge", "id_rate"}, {0, 1'000'000},
    "Messages a second from one client address to one client id, and streams for that id a second from that address; more are refused with 429. 0: no limit."),
  Number<&Settings::bridge, &Bridge::id_burst>({"bridge", "id_burst"}, {0, 1'000'000},
    "Of both, how many may come at once after a rest."),
  Number<&Settings::bridge, &Bridge::events_rate>({"bridge", "events_rate"}, {0, 1'000'000},
    "Streams that one client address may open a second; more are refused with 429. 0: no limit."),
  Number<&Settings::bridge, &Bridge::events_burst>({"bridge", "events_burst"}, {0, 1'000'000},
    "Streams that it may open at once after a rest."),
  Number<&Settings::bridge, &Bridge::verify_rate>({"bridge", "verify_rate"}, {0, 1'000'000},
    "Requests to /bridge/verify a second from one client address; more are refused with 429. 0: no limit."),
  Number<&Settings::bridge, &Bridge::verify_burst>({"bridge", "verify_burst"}, {0, 1'000'000},
    "Requests to it that may come at once after a rest."),
  Number<&Settings::bridge, &Bridge::connections_limit>({"bridge", "connections_limit"}, {0, 1'000'000},
    "Streams that one client address may have open; more are refused with 429. 0: no limit."),
  AtStart(Number<&Settings::bridge, &Bridge::limited_addresses>({"bridge", "limited_addresses"}, {64, 16'777'216},
    "Client addresses that these limits remember at a time, in 56 bytes each; of IPv6 it takes three entries.")),
  Secrets<&Settings::bridge, &Bridge::bypass_tokens>({"bridge", "bypass_tokens"}, kToken,
    "Tokens that lift these limits off a request, as Authorization: Bearer TOKEN. At most 64 with those of the file."),
  Text<&Settings::bridge, &Bridge::bypass_tokens_file>({"bridge", "bypass_tokens_file"}, kOptionalFile,
    "File with more of them, one a line; read at the start and on SIGHUP."),
  Number<&Settings::bridge, &Bridge::stream_bytes>({"bridge", "stream_bytes"}, {4096, 64 * kMega},
    "Bytes that may wait for a slow reader; beyond, its stream ends and it resumes by event id."),
  Number<&Settings::bridge, &Bridge::stream_events>({"bridge", "stream_events"}, {1, 1'000'000},
    "Messages that may wait for a slow reader; beyond, the same."),
  Number<&Settings::bridge, &Bridge::streams_per_id>({"bridge", "streams_per_id"}, {1, 1'000'000},
    "Streams of one client id; beyond, the address that has most of them loses its latest."),
  Number<&Settings::bridge, &Bridge::mailbox_messages>({"bridge", "mailbox_messages"}, {1, 1'000'000},
    "Messages that may wait for one client id; beyond, the sender that holds most gives way or gets 429."),
  Number<&Settings::bridge, &Bridge::mailbox_bytes>({"bridge", "mailbox_bytes"}, {4096, 1024 * kMega},
    "Bytes that may wait for one client id; beyond, the same."),
  Number<&Settings::bridge, &Bridge::total_bytes>({"bridge", "total_bytes"}, {kMega, 1024 * 1024 * kMega},
    "Bytes that may wait in all; more are refused with 503. One address may hold an eighth of what is free. 0: a quarter of the memory, at most 1 GiB.", OfMemory<4, 1024 * kMega>),

  AtStart(ListOf<&Settings::auth, &Auth::telegram_bots>({"auth", "telegram_bots"}, kBotIds,
    "Bots by their ids alone whose init data signs visitors in: proven by Telegram's signature, without any token.")),
  AtStart(Text<&Settings::auth, &Auth::telegram_tokens_file>({"auth", "telegram_tokens_file"}, kOptionalFile,
    "File with bot tokens, one a line as @BotFather gives them: their init data is proven by its hash, which old clients send too.")),
  AtStart(Number<&Settings::auth, &Auth::telegram_max_age>({"auth", "telegram_max_age"}, {60, 7 * kDay},
    "Seconds after a launch for which its init data signs in.")),
  AtStart(Text<&Settings::auth, &Auth::telegram_replay>({"auth", "telegram_replay"}, kReplay,
    "Whether one launch's init data signs in again: allow, within its age; bind, only with the key that came with it first (DPoP), where one came; once, never.")),
  AtStart(Text<&Settings::auth, &Auth::oidc_client_id>({"auth", "oidc_client_id"}, kOptionalBotId,
    "Bot whose Telegram Login (OpenID Connect) signs visitors of the web in: its id. Empty: nobody signs in so.")),
  AtStart(Text<&Settings::auth, &Auth::oidc_client_secret_file>({"auth", "oidc_client_secret_file"}, kOptionalFile,
    "File whose first line is the client secret that @BotFather gives under Login Widget. Empty: only id tokens that a page has got are taken, no browser is sent to Telegram.")),
  AtStart(Text<&Settings::auth, &Auth::oidc_issuer>({"auth", "oidc_issuer"}, kIssuer,
    "Who issues these id tokens. http only on loopback or with dev.enabled.")),
  AtStart(ListOf<&Settings::auth, &Auth::ton_domains>({"auth", "ton_domains"}, kDomains,
    "Hosts whose pages may have asked a wallet for a proof, as a manifest's url has them. Empty: wallets sign nobody in.")),
  AtStart(ListOf<&Settings::auth, &Auth::ton_networks>({"auth", "ton_networks"}, kNetworks,
    "Global ids of the networks whose wallets sign in: -239 is the main network, -3 the test network.")),
  AtStart(Number<&Settings::auth, &Auth::ton_max_age>({"auth", "ton_max_age"}, {60, 3600},
    "Seconds after a wallet has signed for which its proof is taken.")),
  AtStart(Text<&Settings::auth, &Auth::issuer>({"auth", "issuer"}, kOrigin,
    "Who issues the tokens: the origin under which back ends find the keys. Empty: site.origin.")),
  AtStart(ListOf<&Settings::auth, &Auth::audience>({"auth", "audience"}, kAudience,
    "For whom the tokens are (aud): what back ends ask for. Empty: the issuer.")),
  AtStart(ListOf<&Settings::auth, &Auth::origins>({"auth", "origins"}, kOrigins,
    "Pages of other origins that may sign visitors in, besides those of site.origin. Never all.")),
  AtStart(ListOf<&Settings::auth, &Auth::claims>({"auth", "claims"}, kClaims,
    "What tokens say besides ids, and so whoever reads a log with them: name, username, picture.")),
  AtStart(Text<&Settings::auth, &Auth::dpop>({"auth", "dpop"}, kDpop,
    "Whether a session is bound to a key that its page holds (RFC 9449): optional, where the page sends a proof; required, always.")),
  AtStart(Text<&Settings::auth, &Auth::cookie>({"auth", "cookie"}, kCookie,
    "Whether a page may have its session in cookies: off; lax, of this site alone; partitioned, in frames of other sites too.")),
  AtStart(Text<&Settings::auth, &Auth::headers>({"auth", "headers"}, kIdentityHeaders,
    "How the headers of /auth/verify begin: x-auth-request, as in X-Auth-Request-User; remote, as in Remote-User.")),
  AtStart(Toggle<&Settings::auth, &Auth::pass_jwt>({"auth", "pass_jwt"},
    "Whether /auth/verify gives back ends an access token of 60 seconds too, as Authorization: Bearer TOKEN.")),
  AtStart(Number<&Settings::auth, &Auth::cache_bytes>({"auth", "cache_bytes"}, {64 * 1024, 1024 * kMega},
    "Bytes that tokens and sessions which were verified lately may take, of all loops together; a session takes some 1,200 of them. 0: a 256th of the memory, at most 64 MiB.", OfMemory<256, 64 * kMega>)),
  AtStart(Text<&Settings::auth, &Auth::introspection_secret_file>({"auth", "introspection_secret_file"}, kOptionalFile,
    "File whose first line is the secret of back ends that ask /auth/introspect about tokens: openssl rand -hex 32. Empty: nobody can.")),
  AtStart(Number<&Settings::auth, &Auth::access_lifetime>({"auth", "access_lifetime"}, {30, 3600},
    "Seconds for which an access token is good.")),
  AtStart(Text<&Settings::auth, &Auth::algorithm>({"auth", "algorithm"}, kAlgorithm,
    "What tokens are signed with: ES256, which every verifier knows, or EdDSA (Ed25519).")),
  AtStart(Number<&Settings::auth, &Auth::key_rotation>({"auth", "key_rotation"}, {0, 365 * kDay},
    "Seconds for which a key signs until a new one takes over, which is published before. 0: when `prichal keys rotate` asks for it.")),
  AtStart(Text<&Settings::auth, &Auth::key_file>({"auth", "key_file"}, kOptionalFile,
    "File with a key of your own, PKCS #8 in PEM, such as a systemd credential: it signs, and changes when the file does. Empty: keys are made in the folder auth-keys of store.data.")),
  AtStart(Secret<&Settings::auth, &Auth::sealing_key>({"auth", "sealing_key"}, kSealingKey,
    "With kind valkey: what seals the keys that instances share there, 32 bytes in base64url or hex: openssl rand -hex 32")),
  AtStart(Text<&Settings::auth, &Auth::sealing_key_file>({"auth", "sealing_key_file"}, kOptionalFile,
    "File whose first line is that, so that it does not stand here. It wins over sealing_key.")),
  AtStart(Number<&Settings::auth, &Auth::refresh_idle>({"auth", "refresh_idle"}, {60, 365 * kDay},
    "Seconds without a renewal after which a session is over.")),
  AtStart(Number<&Settings::auth, &Auth::refresh_absolute>({"auth", "refresh_absolute"}, {60, 365 * kDay},
    "Seconds after which it is over whatever happens.")),
  AtStart(Number<&Settings::auth, &Auth::refresh_grace>({"auth", "refresh_grace"}, {0, 60},
    "Seconds in which a refresh token that was used gives the same successor again, for two tabs; later it ends the session.")),
  AtStart(Number<&Settings::auth, &Auth::challenge_lifetime>({"auth", "challenge_lifetime"}, {60, 3600},
    "Seconds that a wallet has to sign what it was asked for.")),
  AtStart(Number<&Settings::auth, &Auth::challenge_rate>({"auth", "challenge_rate"}, {0, 1'000'000},
    "Challenges a minute for one client address; more are refused with 429. 0: no limit.")),
  AtStart(Number<&Settings::auth, &Auth::exchange_rate>({"auth", "exchange_rate"}, {0, 1'000'000},
    "Sign-ins a minute from one client address, half of them at once after a rest; one that is refused counts twice. More are refused with 429. 0: no limit.")),
  AtStart(Number<&Settings::auth, &Auth::refresh_rate>({"auth", "refresh_rate"}, {0, 1'000'000},
    "Renewals a minute from one client address; more are refused with 429. 0: no limit.")),
  AtStart(ListOf<&Settings::auth, &Auth::webhook_url>({"auth", "webhook_url"}, kServiceUrls,
    "Servers that are told what happens to users and sessions, in the form of Standard Webhooks.")),
  AtStart(Text<&Settings::auth, &Auth::webhook_secret_file>({"auth", "webhook_secret_file"}, kOptionalFile,
    "File with the secret that signs what they are told, whsec_ and base64; two, one a line, while one gives way to the other. What stands in it is read anew on SIGHUP.")),
  AtStart(Text<&Settings::auth, &Auth::audit_file>({"auth", "audit_file"}, kOptionalFile,
    "File that who signed in, what ended and what was refused is appended to, one JSON object a line; made anew on SIGHUP where it was moved away. Empty: none.")),

  AtStart(Text<&Settings::store, &Data::kind>({"store", "kind"}, kStoreKind,
    "Where messages wait: sqlite, a file that outlives restarts and crashes; memory, which a restart empties; or valkey, a Valkey or Redis server or a cluster of them, for several instances.")),
  AtStart(Text<&Settings::store, &Data::data>({"store", "data"}, kStoreFolder,
    "Directory of that file, made when it is missing. Empty: data; with dev.enabled none, and messages wait in memory.", "data")),
  AtStart(Text<&Settings::store, &Data::fsync>({"store", "fsync"}, kStoreFsync,
    "When messages are on the disk: always, before the sender's 200; or interval, some time after it.")),
  AtStart(Number<&Settings::store, &Data::fsync_interval, std::chrono::milliseconds>({"store", "fsync_interval"}, {10, 60'000},
    "With fsync interval: milliseconds between two, and what a power cut may lose.")),
  AtStart(Number<&Settings::store, &Data::queue_bytes>({"store", "queue_bytes"}, {kMega, 1024 * 1024 * kMega},
    "Bytes that may wait to be written; more are refused with 503. 0: a 32nd of the memory, at most 64 MiB.", OfMemory<32, 64 * kMega>)),
  AtStart(Text<&Settings::store, &Data::on_corrupt>({"store", "on_corrupt"}, kStoreOnCorrupt,
    "What becomes of a broken file: set-aside, renamed and written anew from memory, or stop, the server goes down and leaves it alone.")),

  AtStart(Secret<&Settings::store, &Data::valkey_uri>({"store", "valkey_uri"}, kValkeyUri,
    "With kind valkey: the server, or some servers of the cluster, such as rediss://user:password@host1:6379,host2:6379. User and password with %XX for what is special in them.")),
  AtStart(Text<&Settings::store, &Data::valkey_uri_file>({"store", "valkey_uri_file"}, kOptionalFile,
    "File whose first line is that, so that no password stands here. It wins over valkey_uri.")),
  AtStart(Text<&Settings::store, &Data::valkey_ca_file>({"store", "valkey_ca_file"}, kOptionalFile,
    "With rediss: PEM file of the authorities that are believed. Empty: those of the system.")),
  AtStart(Number<&Settings::store, &Data::valkey_replicas>({"store", "valkey_replicas"}, {0, 5},
    "Replicas that have to have a message before its sender's 200, besides the master; with fewer it is 503. 0: a failover may lose what was acknowledged just before.")),
  AtStart(Text<&Settings::store, &Data::valkey_schema>({"store", "valkey_schema"}, kValkeySchema,
    "How messages lie there: native, or official, as the official bridge has them, while its instances serve beside ours.")),

  Text<&Settings::log, &Log::level>({"log", "level"}, kLogLevel,
    "Least important lines to write. debug adds a line for each request."),
  AtStart(Text<&Settings::log, &Log::format>({"log", "format"}, kLogFormat,
    "Lines for people, or one JSON object a line. Both go to standard error.")),
  Toggle<&Settings::log, &Log::addresses>({"log", "addresses"},
    "Whether the line for each request names the client's address, as proxies.trusted tells it."),

  ListOf<&Settings::csp, &Csp::connect>({"csp", "connect"}, kCspSource,
    "More origins that the page may talk to, besides the bridges of the wallets list."),
  ListOf<&Settings::csp, &Csp::img>({"csp", "img"}, kCspSource,
    "More origins that the page may show pictures from, besides those of the wallets list."),

  AtStart(Toggle<&Settings::dev, &Dev::enabled>({"dev", "enabled"},
    "Development: serves the stand, lists its wallet first and leads the others to our bridge, lets local pages frame the app.", "dev")),
  AtStart(Text<&Settings::dev, &Dev::stand>({"dev", "stand"}, kDirectory,
    "Directory of the built stand; looked at only with dev.enabled.")),
};
// clang-format on

}  // namespace

std::span<const Key> Keys() { return kTable; }

}  // namespace prichal::config
