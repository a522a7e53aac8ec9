// The table of all keys of the configuration.
#include <algorithm>

#include "config/key.h"

namespace prichal::config {
namespace {

constexpr std::int64_t kDay = 86400;
constexpr auto kMega = static_cast<std::int64_t>(kMiB);

using GetField = Field (*)(Settings& settings);

/// Section of a key, and its name in the section.
struct Name {
  std::string_view section;
  std::string_view name;
};

/// Allowed numbers, both ends included.
struct Range {
  std::int64_t least;
  std::int64_t most;
};

// The kinds of rows. `flag` is the flag of `serve` and `check-config`; empty if the key has none.

constexpr Key Text(Name name, GetField field, const Rule& rule, std::string_view doc,
                   std::string_view flag = {}) {
  return {.section = name.section,
          .name = name.name,
          .kind = Kind::kText,
          .doc = doc,
          .rule = &rule,
          .flag = flag,
          .field = field};
}

/// A list of texts; `rule` applies to each.
constexpr Key ListOf(Name name, GetField field, const Rule& rule, std::string_view doc) {
  Key key = Text(name, field, rule, doc);
  key.kind = Kind::kList;
  return key;
}

/// A list of at least `least` listen addresses. One address can be written without the list.
constexpr Key Addresses(Name name, GetField field, std::int64_t least, std::string_view doc,
                        std::string_view flag = {}) {
  Key key = ListOf(name, field, kListenAddress, doc);
  key.least = least;
  key.or_one = true;
  key.flag = flag;
  return key;
}

/// A number, or a duration in seconds. `of_machine`: see Key::of_machine.
constexpr Key Number(Name name, GetField field, Range range, std::string_view doc,
                     OfMachine of_machine = nullptr) {
  return {.section = name.section,
          .name = name.name,
          .kind = Kind::kNumber,
          .doc = doc,
          .least = range.least,
          .most = range.most,
          .of_machine = of_machine,
          .field = field};
}

constexpr Key Toggle(Name name, GetField field, std::string_view doc, std::string_view flag = {}) {
  return {.section = name.section,
          .name = name.name,
          .kind = Kind::kSwitch,
          .doc = doc,
          .flag = flag,
          .field = field};
}

// Additional properties of a row.

/// Changes apply at the next start, not on SIGHUP.
constexpr Key AtStart(Key key) {
  key.at_start = true;
  return key;
}

/// The value is never printed.
constexpr Key Secret(Key key) {
  key.secret = true;
  return key;
}

/// The duration is in milliseconds.
constexpr Key InMillis(Key key) {
  key.unit = Millis(1);
  return key;
}

/// Returns one per `bytes` of memory, at most `most`.
std::int64_t ShareOfMemory(const Machine& machine, std::int64_t bytes, std::int64_t most) {
  return std::min(static_cast<std::int64_t>(machine.memory / static_cast<std::uint64_t>(bytes)),
                  most);
}

std::int64_t ShareOfProcessors(const Machine& machine) {
  return static_cast<std::int64_t>(machine.processors);
}

// One row for each key: name, field, allowed values and documentation. The default is the initial
// value of the field. Not formatted, so that it stays readable as a table.
// clang-format off
constexpr std::array kKeys{
  AtStart(Addresses({"server", "listen"}, [](Settings& s) -> Field { return &s.server.listen; }, 1,
    "Where the site is: the mini app and the bridge. All of them speak TLS when there is a certificate, but those that say plain.", "listen")),
  AtStart(Addresses({"server", "admin"}, [](Settings& s) -> Field { return &s.server.admin; }, 1,
    "Where health, readiness and metrics are. Keep them away from the public.", "admin")),
  AtStart(ListOf({"server", "admin_hosts"}, [](Settings& s) -> Field { return &s.server.admin_hosts; }, kHostName,
    "Names under which health and metrics may be asked for, besides IP addresses and localhost: those by which a scraper knows this server. Others get 421.")),
  AtStart(Text({"server", "tls_certificate"}, [](Settings& s) -> Field { return &s.server.tls_certificate; }, kOptionalFile,
    "PEM file of the site's certificate with its chain: the site then speaks TLS. What stands in both files is read anew on SIGHUP, and within some seconds when one changes. Empty: plain HTTP, for a proxy in front.")),
  AtStart(Text({"server", "tls_key"}, [](Settings& s) -> Field { return &s.server.tls_key; }, kOptionalFile,
    "PEM file of the private key that the certificate is for, which others may not read.")),
  AtStart(Number({"server", "tls_ticket_rotation"}, [](Settings& s) -> Field { return &s.server.tls_ticket_rotation; }, {60, 7 * kDay},
    "Seconds after which session tickets are sealed with a new key. A ticket is good for as long; the key before still opens it.")),
  AtStart(Addresses({"server", "tls_redirect"}, [](Settings& s) -> Field { return &s.server.tls_redirect; }, 0,
    "Where, such as [::]:80, plain HTTP is sent on to site.origin with 308. Empty: nowhere.")),
  AtStart(Number({"server", "http2_streams"}, [](Settings& s) -> Field { return &s.server.http2_streams; }, {0, 1000},
    "With TLS: requests and streams that one connection of HTTP/2 may have open at a time. 0: HTTP/2 is not offered.")),
  AtStart(Number({"server", "loops"}, [](Settings& s) -> Field { return &s.server.loops; }, {1, 256},
    "Event loops, each a thread. 0: one for each processor that this process may use.", ShareOfProcessors)),
  Number({"server", "max_connections"}, [](Settings& s) -> Field { return &s.server.max_connections; }, {1, 1'000'000},
    "Open connections of all loops together; more are closed at once. The open files limit must allow it. 0: one for each 320 KiB of the memory, at most 18,000.", [](const Machine& m) { return ShareOfMemory(m, 320 * 1024, 18'000); }),
  Number({"server", "connections_per_address"}, [](Settings& s) -> Field { return &s.server.connections_per_address; }, {0, 1'000'000},
    "Of these, of one address that connects and is no trusted proxy; more are closed at once. 0: no limit."),
  AtStart(Number({"server", "header_limit"}, [](Settings& s) -> Field { return &s.server.header_limit; }, {1024, kMega},
    "Bytes of a request's line and header together; the line may take half of them.")),
  Number({"server", "request_bytes"}, [](Settings& s) -> Field { return &s.server.request_bytes; }, {kMega, 1024 * 1024 * kMega},
    "Bytes of requests that have come in part, of all connections together; more are refused with 503. 0: a sixteenth of the memory, at most 256 MiB.", [](const Machine& m) { return ShareOfMemory(m, 16, 256 * kMega); }),
  Number({"server", "header_deadline"}, [](Settings& s) -> Field { return &s.server.header_deadline; }, {1, 3600},
    "Seconds from a request's first byte to the end of its header."),
  Number({"server", "body_deadline"}, [](Settings& s) -> Field { return &s.server.body_deadline; }, {1, 3600},
    "Seconds for the body of a request to arrive."),
  Number({"server", "idle_deadline"}, [](Settings& s) -> Field { return &s.server.idle_deadline; }, {1, 3600},
    "Seconds that a connection may wait for its next request."),
  Number({"server", "write_deadline"}, [](Settings& s) -> Field { return &s.server.write_deadline; }, {1, 3600},
    "Seconds without progress after which a connection that does not read is closed."),
  InMillis(Number({"server", "drain_delay"}, [](Settings& s) -> Field { return &s.server.drain_delay; }, {0, 600'000},
    "Milliseconds after SIGTERM for which it goes on as before but for readiness, so that balancers look elsewhere first.")),
  InMillis(Number({"server", "drain_deadline"}, [](Settings& s) -> Field { return &s.server.drain_deadline; }, {0, 600'000},
    "Milliseconds after that until connections that are still open are closed.")),

  ListOf({"proxies", "trusted"}, [](Settings& s) -> Field { return &s.proxies.trusted; }, kTrustedProxy,
    "Proxies whose word about the client's address is believed. None: whoever connects is the client."),
  ListOf({"proxies", "balancers"}, [](Settings& s) -> Field { return &s.proxies.balancers; }, kIpRange,
    "Load balancers whose PROXY header (version 2) is believed, at addresses with the word proxy. Others who connect there are closed."),
  Text({"proxies", "header"}, [](Settings& s) -> Field { return &s.proxies.header; }, kForwardedHeader,
    "The one header in which they say it; name the one that they write themselves."),

  Text({"site", "web"}, [](Settings& s) -> Field { return &s.site.web; }, kDirectory,
    "Directory of the built mini app; read at the start and on SIGHUP.", "web"),
  Text({"site", "origin"}, [](Settings& s) -> Field { return &s.site.origin; }, kOrigin,
    "Public origin of the site; wallets show it to the visitor. Required, except with dev.enabled.", "public-url"),

  Number({"wallets", "refresh"}, [](Settings& s) -> Field { return &s.wallets.refresh; }, {0, 30 * kDay},
    "Seconds from one fetch of the wallets list, with the wallets' pictures, to the next; 86400 is a day. What was fetched last is kept in store.data. 0: never, and the list is the one that `prichal wallets pull` has put there, else the build's."),
  Text({"wallets", "source"}, [](Settings& s) -> Field { return &s.wallets.source; }, kListUrl,
    "Address of the list: that of the TON ecosystem, or a mirror, which any other Prichal is at /wallets-v2.json. Plain http is for private networks alone."),

  Text({"product", "name"}, [](Settings& s) -> Field { return &s.product.name; }, kName,
    "Name of the token, as the pages write it."),
  Text({"product", "slug"}, [](Settings& s) -> Field { return &s.product.slug; }, kSlug,
    "The name in addresses: the buy page is /buy-SLUG."),
  Text({"product", "bot"}, [](Settings& s) -> Field { return &s.product.bot; }, kBotLink,
    "The mini app's link in Telegram, offered to visitors who open the site elsewhere."),
  ListOf({"product", "languages"}, [](Settings& s) -> Field { return &s.product.languages; }, kLanguage,
    "What the pages speak, wallet button included: of several the visitor's own, else the first."),

  Text({"manifest", "name"}, [](Settings& s) -> Field { return &s.manifest.name; }, kOptionalName,
    "Name in /tonconnect-manifest.json. Empty: product.name."),
  Text({"manifest", "icon"}, [](Settings& s) -> Field { return &s.manifest.icon; }, kIcon,
    "Picture that wallets show: PNG or ICO, 180 by 180 pixels is best, no SVG."),
  Text({"manifest", "terms_of_use"}, [](Settings& s) -> Field { return &s.manifest.terms_of_use; }, kPageLink,
    "Address of the terms of use."),
  Text({"manifest", "privacy_policy"}, [](Settings& s) -> Field { return &s.manifest.privacy_policy; }, kPageLink,
    "Address of the privacy policy."),

  Number({"bridge", "heartbeat"}, [](Settings& s) -> Field { return &s.bridge.heartbeat; }, {1, 300},
    "Seconds between heartbeats of a stream."),
  Number({"bridge", "ttl_max"}, [](Settings& s) -> Field { return &s.bridge.ttl_max; }, {1, kDay},
    "Longest life of a message in seconds; a longer ttl is refused with 400."),
  Toggle({"bridge", "ttl_zero"}, [](Settings& s) -> Field { return &s.bridge.ttl_zero; },
    "Whether a ttl of 0 is taken, as the official bridge does: for streams that are open now. Else it is 400."),
  Number({"bridge", "disconnect_ttl"}, [](Settings& s) -> Field { return &s.bridge.disconnect_ttl; }, {0, kDay},
    "Seconds that a small message of topic disconnect lives, when its own ttl is shorter. 0: its own ttl."),
  Number({"bridge", "disconnect_size"}, [](Settings& s) -> Field { return &s.bridge.disconnect_size; }, {0, kMega},
    "What is small: an envelope of fewer bytes, without the request source."),
  Text({"bridge", "request_source"}, [](Settings& s) -> Field { return &s.bridge.request_source; }, kRequestSource,
    "Whose messages tell their receivers where they came from, sealed for them alone: those of pages, all, or none. What wallets send would tell apps their owners' addresses."),
  AtStart(ListOf({"bridge", "webhook_url"}, [](Settings& s) -> Field { return &s.bridge.webhook_url; }, kServiceUrls,
    "Servers that are told of each message with a topic: POST <url>/<sender>, {\"topic\",\"hash\"}.")),
  AtStart(Secret(Text({"bridge", "webhook_secret"}, [](Settings& s) -> Field { return &s.bridge.webhook_secret; }, kSecret,
    "Key of the HMAC-SHA256 in their X-Hub-Signature-256 header. Empty: none."))),
  AtStart(Text({"bridge", "copy_to_url"}, [](Settings& s) -> Field { return &s.bridge.copy_to_url; }, kServiceUrl,
    "Server that gets a copy of every message: POST with the same body and parameters.")),
  AtStart(Number({"bridge", "webhook_bytes"}, [](Settings& s) -> Field { return &s.bridge.webhook_bytes; }, {kMega, 1024 * 1024 * kMega},
    "Bytes of posts that may wait for each of these servers; more are dropped. 0: a 32nd of the memory, at most 32 MiB.", [](const Machine& m) { return ShareOfMemory(m, 32, 32 * kMega); })),
  Number({"bridge", "connect_cache_ttl"}, [](Settings& s) -> Field { return &s.bridge.connect_cache_ttl; }, {1, kDay},
    "Seconds for which /bridge/verify remembers which page has opened a stream."),
  Number({"bridge", "connect_cache_size"}, [](Settings& s) -> Field { return &s.bridge.connect_cache_size; }, {0, 10'000'000},
    "Opened streams that it remembers at most, 0.1 kB each; the oldest give way. 0: none."),
  Number({"bridge", "body_limit"}, [](Settings& s) -> Field { return &s.bridge.body_limit; }, {1024, 64 * kMega},
    "Bytes of a message's body; a longer one is refused with 413."),
  Number({"bridge", "lifetime"}, [](Settings& s) -> Field { return &s.bridge.lifetime; }, {0, 7 * kDay},
    "Seconds after which a stream is ended, so that clients spread over the servers anew. 0: never."),
  Number({"bridge", "lifetime_jitter"}, [](Settings& s) -> Field { return &s.bridge.lifetime_jitter; }, {0, kDay},
    "Random seconds, up to this many, added to the lifetime of each stream."),
  Toggle({"bridge", "cors"}, [](Settings& s) -> Field { return &s.bridge.cors; },
    "Whether pages of other origins may use the bridge. Wallets and other apps need it."),
  ListOf({"bridge", "origins"}, [](Settings& s) -> Field { return &s.bridge.origins; }, kOrigins,
    "Pages that may use the bridge, besides those of site.origin; others get 403. Empty: all. What sends no Origin, as wallets do, is not asked."),
  Number({"bridge", "ids_per_stream"}, [](Settings& s) -> Field { return &s.bridge.ids_per_stream; }, {1, 10'000},
    "Client ids of one stream; more are refused with 414."),
  Number({"bridge", "total_ids"}, [](Settings& s) -> Field { return &s.bridge.total_ids; }, {1, 1'000'000'000},
    "Client ids of all streams together; more are refused with 503. 0: one for each 8 KiB of the memory, at most 1,000,000.", [](const Machine& m) { return ShareOfMemory(m, 8 * 1024, 1'000'000); }),
  Number({"bridge", "rate_limit"}, [](Settings& s) -> Field { return &s.bridge.rate_limit; }, {0, 1'000'000},
    "Messages a second from one client address; more are refused with 429. 0: no limit."),
  Number({"bridge", "rate_burst"}, [](Settings& s) -> Field { return &s.bridge.rate_burst; }, {0, 1'000'000},
    "Messages that it may send at once after a rest; 0 is as good as 1."),
  Number({"bridge", "byte_rate"}, [](Settings& s) -> Field { return &s.bridge.byte_rate; }, {0, 1'000'000'000},
    "Bytes of messages a second from one client address; more are refused with 429. 0: no limit."),
  Number({"bridge", "byte_burst"}, [](Settings& s) -> Field { return &s.bridge.byte_burst; }, {0, 1'000'000'000},
    "Bytes of messages that it may send at once after a rest; one message may always come."),
  Number({"bridge", "id_rate"}, [](Settings& s) -> Field { return &s.bridge.id_rate; }, {0, 1'000'000},
    "Messages a second from one client address to one client id, and streams for that id a second from that address; more are refused with 429. 0: no limit."),
  Number({"bridge", "id_burst"}, [](Settings& s) -> Field { return &s.bridge.id_burst; }, {0, 1'000'000},
    "Of both, how many may come at once after a rest."),
  Number({"bridge", "events_rate"}, [](Settings& s) -> Field { return &s.bridge.events_rate; }, {0, 1'000'000},
    "Streams that one client address may open a second; more are refused with 429. 0: no limit."),
  Number({"bridge", "events_burst"}, [](Settings& s) -> Field { return &s.bridge.events_burst; }, {0, 1'000'000},
    "Streams that it may open at once after a rest."),
  Number({"bridge", "verify_rate"}, [](Settings& s) -> Field { return &s.bridge.verify_rate; }, {0, 1'000'000},
    "Requests to /bridge/verify a second from one client address; more are refused with 429. 0: no limit."),
  Number({"bridge", "verify_burst"}, [](Settings& s) -> Field { return &s.bridge.verify_burst; }, {0, 1'000'000},
    "Requests to it that may come at once after a rest."),
  Number({"bridge", "connections_limit"}, [](Settings& s) -> Field { return &s.bridge.connections_limit; }, {0, 1'000'000},
    "Streams that one client address may have open; more are refused with 429. 0: no limit."),
  AtStart(Number({"bridge", "limited_addresses"}, [](Settings& s) -> Field { return &s.bridge.limited_addresses; }, {64, 16'777'216},
    "Client addresses that these limits remember at a time, in 56 bytes each; of IPv6 it takes three entries.")),
  Secret(ListOf({"bridge", "bypass_tokens"}, [](Settings& s) -> Field { return &s.bridge.bypass_tokens; }, kToken,
    "Tokens that lift these limits off a request, as Authorization: Bearer TOKEN. At most 64 with those of the file.")),
  Text({"bridge", "bypass_tokens_file"}, [](Settings& s) -> Field { return &s.bridge.bypass_tokens_file; }, kOptionalFile,
    "File with more of them, one a line; read at the start and on SIGHUP."),
  Number({"bridge", "stream_bytes"}, [](Settings& s) -> Field { return &s.bridge.stream_bytes; }, {4096, 64 * kMega},
    "Bytes that may wait for a slow reader; beyond, its stream ends and it resumes by event id."),
  Number({"bridge", "stream_events"}, [](Settings& s) -> Field { return &s.bridge.stream_events; }, {1, 1'000'000},
    "Messages that may wait for a slow reader; beyond, the same."),
  Number({"bridge", "streams_per_id"}, [](Settings& s) -> Field { return &s.bridge.streams_per_id; }, {1, 1'000'000},
    "Streams of one client id; beyond, the address that has most of them loses its latest."),
  Number({"bridge", "mailbox_messages"}, [](Settings& s) -> Field { return &s.bridge.mailbox_messages; }, {1, 1'000'000},
    "Messages that may wait for one client id; beyond, the sender that holds most gives way or gets 429."),
  Number({"bridge", "mailbox_bytes"}, [](Settings& s) -> Field { return &s.bridge.mailbox_bytes; }, {4096, 1024 * kMega},
    "Bytes that may wait for one client id; beyond, the same."),
  Number({"bridge", "total_bytes"}, [](Settings& s) -> Field { return &s.bridge.total_bytes; }, {kMega, 1024 * 1024 * kMega},
    "Bytes that may wait in all; more are refused with 503. One address may hold an eighth of what is free. 0: a quarter of the memory, at most 1 GiB.", [](const Machine& m) { return ShareOfMemory(m, 4, 1024 * kMega); }),

  AtStart(ListOf({"auth", "telegram_bots"}, [](Settings& s) -> Field { return &s.auth.telegram_bots; }, kBotIds,
    "Bots by their ids alone whose init data signs visitors in: proven by Telegram's signature, without any token.")),
  AtStart(Text({"auth", "telegram_tokens_file"}, [](Settings& s) -> Field { return &s.auth.telegram_tokens_file; }, kOptionalFile,
    "File with bot tokens, one a line as @BotFather gives them: their init data is proven by its hash, which old clients send too.")),
  AtStart(Number({"auth", "telegram_max_age"}, [](Settings& s) -> Field { return &s.auth.telegram_max_age; }, {60, 7 * kDay},
    "Seconds after a launch for which its init data signs in.")),
  AtStart(Text({"auth", "telegram_replay"}, [](Settings& s) -> Field { return &s.auth.telegram_replay; }, kReplay,
    "Whether one launch's init data signs in again: allow, within its age; bind, only with the key that came with it first (DPoP), where one came; once, never.")),
  AtStart(Text({"auth", "oidc_client_id"}, [](Settings& s) -> Field { return &s.auth.oidc_client_id; }, kOptionalBotId,
    "Bot whose Telegram Login (OpenID Connect) signs visitors of the web in: its id. Empty: nobody signs in so.")),
  AtStart(Text({"auth", "oidc_client_secret_file"}, [](Settings& s) -> Field { return &s.auth.oidc_client_secret_file; }, kOptionalFile,
    "File whose first line is the client secret that @BotFather gives under Login Widget. Empty: only id tokens that a page has got are taken, no browser is sent to Telegram.")),
  AtStart(Text({"auth", "oidc_issuer"}, [](Settings& s) -> Field { return &s.auth.oidc_issuer; }, kIssuer,
    "Who issues these id tokens. http only on loopback or with dev.enabled.")),
  AtStart(ListOf({"auth", "ton_domains"}, [](Settings& s) -> Field { return &s.auth.ton_domains; }, kDomains,
    "Hosts whose pages may have asked a wallet for a proof, as a manifest's url has them. Empty: wallets sign nobody in.")),
  AtStart(ListOf({"auth", "ton_networks"}, [](Settings& s) -> Field { return &s.auth.ton_networks; }, kNetworks,
    "Global ids of the networks whose wallets sign in: -239 is the main network, -3 the test network.")),
  AtStart(Number({"auth", "ton_max_age"}, [](Settings& s) -> Field { return &s.auth.ton_max_age; }, {60, 3600},
    "Seconds after a wallet has signed for which its proof is taken.")),
  AtStart(ListOf({"auth", "ton_api"}, [](Settings& s) -> Field { return &s.auth.ton_api; }, kNetworkApis,
    "HTTP APIs, v2 or v3 as toncenter has them, that say which key an account has now: for wallets that can change their key, such as Telegram's, and for proofs without a state init. Empty: those do not sign in. http only on loopback or with dev.enabled.")),
  AtStart(Text({"auth", "ton_api_key_file"}, [](Settings& s) -> Field { return &s.auth.ton_api_key_file; }, kOptionalFile,
    "File whose first line is the key of these APIs (X-API-Key). Empty: they are asked without.")),
  AtStart(Text({"auth", "ton_rotatable_keys"}, [](Settings& s) -> Field { return &s.auth.ton_rotatable_keys; }, kRotatableKeys,
    "Wallets that can change their key, where no API is asked: refuse; initial takes their first key, which a previous holder may still have.")),
  AtStart(Text({"auth", "issuer"}, [](Settings& s) -> Field { return &s.auth.issuer; }, kOrigin,
    "Who issues the tokens: the origin under which back ends find the keys. Empty: site.origin.")),
  AtStart(ListOf({"auth", "audience"}, [](Settings& s) -> Field { return &s.auth.audience; }, kAudience,
    "For whom the tokens are (aud): what back ends ask for. Empty: the issuer.")),
  AtStart(ListOf({"auth", "origins"}, [](Settings& s) -> Field { return &s.auth.origins; }, kOrigins,
    "Pages of other origins that may sign visitors in, besides those of site.origin. Never all.")),
  AtStart(ListOf({"auth", "claims"}, [](Settings& s) -> Field { return &s.auth.claims; }, kClaims,
    "What tokens say besides ids, and so whoever reads a log with them: name, username, picture.")),
  AtStart(Text({"auth", "dpop"}, [](Settings& s) -> Field { return &s.auth.dpop; }, kDpop,
    "Whether a session is bound to a key that its page holds (RFC 9449): optional, where the page sends a proof; required, always.")),
  AtStart(Text({"auth", "cookie"}, [](Settings& s) -> Field { return &s.auth.cookie; }, kCookie,
    "Whether a page may have its session in cookies: off; lax, of this site alone; partitioned, in frames of other sites too.")),
  AtStart(Text({"auth", "headers"}, [](Settings& s) -> Field { return &s.auth.headers; }, kIdentityHeaders,
    "How the headers of /auth/verify begin: x-auth-request, as in X-Auth-Request-User; remote, as in Remote-User.")),
  AtStart(Toggle({"auth", "pass_jwt"}, [](Settings& s) -> Field { return &s.auth.pass_jwt; },
    "Whether /auth/verify gives back ends an access token of 60 seconds too, as Authorization: Bearer TOKEN.")),
  AtStart(Number({"auth", "cache_bytes"}, [](Settings& s) -> Field { return &s.auth.cache_bytes; }, {64 * 1024, 1024 * kMega},
    "Bytes that tokens and sessions which were verified lately may take, of all loops together; a session takes some 1,200 of them. 0: a 256th of the memory, at most 64 MiB.", [](const Machine& m) { return ShareOfMemory(m, 256, 64 * kMega); })),
  AtStart(Text({"auth", "introspection_secret_file"}, [](Settings& s) -> Field { return &s.auth.introspection_secret_file; }, kOptionalFile,
    "File whose first line is the secret of back ends that ask /auth/introspect about tokens: openssl rand -hex 32. Empty: nobody can.")),
  AtStart(Number({"auth", "access_lifetime"}, [](Settings& s) -> Field { return &s.auth.access_lifetime; }, {30, 3600},
    "Seconds for which an access token is good.")),
  AtStart(Text({"auth", "algorithm"}, [](Settings& s) -> Field { return &s.auth.algorithm; }, kAlgorithm,
    "What tokens are signed with: ES256, which every verifier knows, or EdDSA (Ed25519).")),
  AtStart(Number({"auth", "key_rotation"}, [](Settings& s) -> Field { return &s.auth.key_rotation; }, {0, 365 * kDay},
    "Seconds for which a key signs until a new one takes over, which is published before; a day at least. 0: when `prichal keys rotate` asks for it.")),
  AtStart(Text({"auth", "key_file"}, [](Settings& s) -> Field { return &s.auth.key_file; }, kOptionalFile,
    "File with a key of your own, PKCS #8 in PEM, such as a systemd credential: it signs, and changes when the file does. Empty: keys are made in the folder auth-keys of store.data. Not with kind valkey.")),
  AtStart(Secret(Text({"auth", "sealing_key"}, [](Settings& s) -> Field { return &s.auth.sealing_key; }, kSealingKey,
    "With kind valkey: what seals the keys that instances share there, 32 bytes in base64url or hex: openssl rand -hex 32"))),
  AtStart(Text({"auth", "sealing_key_file"}, [](Settings& s) -> Field { return &s.auth.sealing_key_file; }, kOptionalFile,
    "File whose first line is that, so that it does not stand here. It wins over sealing_key.")),
  AtStart(Number({"auth", "refresh_idle"}, [](Settings& s) -> Field { return &s.auth.refresh_idle; }, {60, 365 * kDay},
    "Seconds without a renewal after which a session is over.")),
  AtStart(Number({"auth", "refresh_absolute"}, [](Settings& s) -> Field { return &s.auth.refresh_absolute; }, {60, 365 * kDay},
    "Seconds after which it is over whatever happens.")),
  AtStart(Number({"auth", "refresh_grace"}, [](Settings& s) -> Field { return &s.auth.refresh_grace; }, {0, 60},
    "Seconds in which a refresh token that was used gives the same successor again, for two tabs; later it ends the session.")),
  AtStart(Number({"auth", "challenge_lifetime"}, [](Settings& s) -> Field { return &s.auth.challenge_lifetime; }, {60, 3600},
    "Seconds that a wallet has to sign what it was asked for.")),
  AtStart(Number({"auth", "challenge_rate"}, [](Settings& s) -> Field { return &s.auth.challenge_rate; }, {0, 1'000'000},
    "Challenges a minute for one client address; more are refused with 429. 0: no limit.")),
  AtStart(Number({"auth", "exchange_rate"}, [](Settings& s) -> Field { return &s.auth.exchange_rate; }, {0, 1'000'000},
    "Sign-ins a minute from one client address, half of them at once after a rest; one that is refused counts twice. More are refused with 429. 0: no limit.")),
  AtStart(Number({"auth", "refresh_rate"}, [](Settings& s) -> Field { return &s.auth.refresh_rate; }, {0, 1'000'000},
    "Renewals a minute from one client address; more are refused with 429. 0: no limit.")),
  AtStart(ListOf({"auth", "webhook_url"}, [](Settings& s) -> Field { return &s.auth.webhook_url; }, kServiceUrls,
    "Servers that are told what happens to users and sessions, in the form of Standard Webhooks.")),
  AtStart(Text({"auth", "webhook_secret_file"}, [](Settings& s) -> Field { return &s.auth.webhook_secret_file; }, kOptionalFile,
    "File with the secret that signs what they are told, whsec_ and base64; two, one a line, while one gives way to the other. What stands in it is read anew on SIGHUP.")),
  AtStart(Text({"auth", "audit_file"}, [](Settings& s) -> Field { return &s.auth.audit_file; }, kOptionalFile,
    "File that who signed in, what ended and what was refused is appended to, one JSON object a line; made anew on SIGHUP where it was moved away. Empty: none.")),

  AtStart(Text({"store", "kind"}, [](Settings& s) -> Field { return &s.store.kind; }, kStoreKind,
    "Where messages wait: sqlite, a file that outlives restarts and crashes; memory, which a restart empties; or valkey, a Valkey or Redis server or a cluster of them, for several instances.")),
  AtStart(Text({"store", "data"}, [](Settings& s) -> Field { return &s.store.data; }, kStoreFolder,
    "Directory of that file, made when it is missing. Empty: data; with dev.enabled none, and messages wait in memory.", "data")),
  AtStart(Text({"store", "fsync"}, [](Settings& s) -> Field { return &s.store.fsync; }, kStoreFsync,
    "When messages are on the disk: always, before the sender's 200; or interval, some time after it.")),
  AtStart(InMillis(Number({"store", "fsync_interval"}, [](Settings& s) -> Field { return &s.store.fsync_interval; }, {10, 60'000},
    "With fsync interval: milliseconds between two, and what a power cut may lose."))),
  AtStart(Number({"store", "queue_bytes"}, [](Settings& s) -> Field { return &s.store.queue_bytes; }, {kMega, 1024 * 1024 * kMega},
    "Bytes that may wait to be written; more are refused with 503. 0: a 32nd of the memory, at most 64 MiB.", [](const Machine& m) { return ShareOfMemory(m, 32, 64 * kMega); })),
  AtStart(Text({"store", "on_corrupt"}, [](Settings& s) -> Field { return &s.store.on_corrupt; }, kStoreOnCorrupt,
    "What becomes of a broken file: set-aside, renamed and written anew from memory, or stop, the server goes down and leaves it alone.")),

  AtStart(Secret(Text({"store", "valkey_uri"}, [](Settings& s) -> Field { return &s.store.valkey_uri; }, kValkeyUri,
    "With kind valkey: the server, or some servers of the cluster, such as rediss://user:password@host1:6379,host2:6379. User and password with %XX for what is special in them."))),
  AtStart(Text({"store", "valkey_uri_file"}, [](Settings& s) -> Field { return &s.store.valkey_uri_file; }, kOptionalFile,
    "File whose first line is that, so that no password stands here. It wins over valkey_uri.")),
  AtStart(Text({"store", "valkey_ca_file"}, [](Settings& s) -> Field { return &s.store.valkey_ca_file; }, kOptionalFile,
    "With rediss: PEM file of the authorities that are believed. Empty: those of the system.")),
  AtStart(Number({"store", "valkey_replicas"}, [](Settings& s) -> Field { return &s.store.valkey_replicas; }, {0, 5},
    "Replicas that have to have a message before its sender's 200, besides the master; with fewer it is 503. 0: a failover may lose what was acknowledged just before.")),
  AtStart(Text({"store", "valkey_schema"}, [](Settings& s) -> Field { return &s.store.valkey_schema; }, kValkeySchema,
    "How messages lie there: native, or official, as the official bridge has them, while its instances serve beside ours.")),

  Text({"log", "level"}, [](Settings& s) -> Field { return &s.log.level; }, kLogLevel,
    "Least important lines to write. debug adds a line for each request."),
  AtStart(Text({"log", "format"}, [](Settings& s) -> Field { return &s.log.format; }, kLogFormat,
    "Lines for people, or one JSON object a line. Both go to standard error.")),
  Toggle({"log", "addresses"}, [](Settings& s) -> Field { return &s.log.addresses; },
    "Whether the line for each request names the client's address, as proxies.trusted tells it."),

  ListOf({"csp", "connect"}, [](Settings& s) -> Field { return &s.csp.connect; }, kCspSource,
    "More origins that the page may talk to, besides the bridges of the wallets list."),
  ListOf({"csp", "img"}, [](Settings& s) -> Field { return &s.csp.img; }, kCspSource,
    "More origins that the page may show pictures from, besides those of the wallets list."),

  AtStart(Toggle({"dev", "enabled"}, [](Settings& s) -> Field { return &s.dev.enabled; },
    "Development: serves the stand, lists its wallet first and leads the others to our bridge, lets local pages frame the app.", "dev")),
  AtStart(Text({"dev", "stand"}, [](Settings& s) -> Field { return &s.dev.stand; }, kDirectory,
    "Directory of the built stand; looked at only with dev.enabled.")),
};
// clang-format on

}  // namespace

std::span<const Key> Keys() { return kKeys; }

}  // namespace prichal::config
