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
    "Addresses to listen on for the mini app, the bridge and sign-in. If a certificate is set, each address uses TLS unless the word plain follows it.", "listen")),
  AtStart(Addresses({"server", "admin"}, [](Settings& s) -> Field { return &s.server.admin; }, 1,
    "Addresses to listen on for health checks, metrics and the operator's API. Do not expose them to the internet.", "admin")),
  AtStart(ListOf({"server", "admin_hosts"}, [](Settings& s) -> Field { return &s.server.admin_hosts; }, kHostName,
    "Host names accepted in requests to server.admin, besides IP addresses and localhost. Requests with other names get 421. Set it if Prometheus scrapes the server by name.")),
  AtStart(Text({"server", "tls_certificate"}, [](Settings& s) -> Field { return &s.server.tls_certificate; }, kOptionalFile,
    "PEM file with the site's certificate and its chain. Turns on TLS. The server reloads the certificate and the key on SIGHUP, and within seconds after a file changes. Empty: plain HTTP, for a proxy that terminates TLS.")),
  AtStart(Text({"server", "tls_key"}, [](Settings& s) -> Field { return &s.server.tls_key; }, kOptionalFile,
    "PEM file with the certificate's private key. Other users must not be able to read the file.")),
  AtStart(Number({"server", "tls_ticket_rotation"}, [](Settings& s) -> Field { return &s.server.tls_ticket_rotation; }, {60, 7 * kDay},
    "Seconds after which the server encrypts TLS session tickets with a new key. A ticket is valid for the same time, and the previous key still decrypts it.")),
  AtStart(Addresses({"server", "tls_redirect"}, [](Settings& s) -> Field { return &s.server.tls_redirect; }, 0,
    "Address, such as [::]:80, that redirects plain HTTP to site.origin with 308. Empty: no redirect.")),
  AtStart(Number({"server", "http2_streams"}, [](Settings& s) -> Field { return &s.server.http2_streams; }, {0, 1000},
    "Requests that one HTTP/2 connection can have open at a time. HTTP/2 needs TLS. 0: HTTP/2 is off.")),
  AtStart(Number({"server", "loops"}, [](Settings& s) -> Field { return &s.server.loops; }, {1, 256},
    "Event loops, each in its own thread. 0: one per processor that the process can use.", ShareOfProcessors)),
  Number({"server", "max_connections"}, [](Settings& s) -> Field { return &s.server.max_connections; }, {1, 1'000'000},
    "Open connections in total. The server closes further connections at once. The open files limit must be higher. 0: one per 320 KiB of memory, at most 18,000.", [](const Machine& m) { return ShareOfMemory(m, 320 * 1024, 18'000); }),
  Number({"server", "connections_per_address"}, [](Settings& s) -> Field { return &s.server.connections_per_address; }, {0, 1'000'000},
    "Open connections from one address. The server closes further connections at once. Loopback and proxies.trusted do not count. 0: no limit."),
  AtStart(Number({"server", "header_limit"}, [](Settings& s) -> Field { return &s.server.header_limit; }, {1024, kMega},
    "Bytes of a request line and its headers together. The request line can use half of them. Larger requests get 431 or 414.")),
  Number({"server", "request_bytes"}, [](Settings& s) -> Field { return &s.server.request_bytes; }, {kMega, 1024 * 1024 * kMega},
    "Bytes of incomplete requests, for all connections together. Further requests get 503. 0: 1/16 of memory, at most 256 MiB.", [](const Machine& m) { return ShareOfMemory(m, 16, 256 * kMega); }),
  Number({"server", "header_deadline"}, [](Settings& s) -> Field { return &s.server.header_deadline; }, {1, 3600},
    "Seconds from the first byte of a request to the end of its headers. Slower requests get 408."),
  Number({"server", "body_deadline"}, [](Settings& s) -> Field { return &s.server.body_deadline; }, {1, 3600},
    "Seconds for the body of a request to arrive. Slower requests get 408."),
  Number({"server", "idle_deadline"}, [](Settings& s) -> Field { return &s.server.idle_deadline; }, {1, 3600},
    "Seconds for which a connection can stay open without a request."),
  Number({"server", "write_deadline"}, [](Settings& s) -> Field { return &s.server.write_deadline; }, {1, 3600},
    "Seconds after which the server closes a connection whose client reads nothing."),
  InMillis(Number({"server", "drain_delay"}, [](Settings& s) -> Field { return &s.server.drain_delay; }, {0, 600'000},
    "Milliseconds for which the server keeps serving after SIGTERM while /readyz already answers 503. Set it to the time that your load balancer needs to react.")),
  InMillis(Number({"server", "drain_deadline"}, [](Settings& s) -> Field { return &s.server.drain_deadline; }, {0, 600'000},
    "Milliseconds after drain_delay until the server closes connections that are still open.")),

  ListOf({"proxies", "trusted"}, [](Settings& s) -> Field { return &s.proxies.trusted; }, kTrustedProxy,
    "Proxies that can report the client's address in the header of proxies.header. Set it if clients connect through a proxy; otherwise rate limits treat all users as one client. Empty: no proxy is trusted."),
  ListOf({"proxies", "balancers"}, [](Settings& s) -> Field { return &s.proxies.balancers; }, kIpRange,
    "Load balancers that can send a PROXY header (version 2) to addresses with the word proxy. The server closes connections from other hosts there."),
  Text({"proxies", "header"}, [](Settings& s) -> Field { return &s.proxies.header; }, kForwardedHeader,
    "Header in which trusted proxies report the client's address. Choose the one that your proxy overwrites; the server ignores the others."),

  Text({"site", "web"}, [](Settings& s) -> Field { return &s.site.web; }, kOptionalDirectory,
    "Directory of the built mini app. The server reads it at startup and on SIGHUP. Empty: no mini app; / shows a status page of the bridge. With dev.enabled, empty means build/web.", "web"),
  Text({"site", "origin"}, [](Settings& s) -> Field { return &s.site.origin; }, kOrigin,
    "Public origin of the site. Wallets show it to users. Required with site.web, server.tls_redirect or sign-in, unless dev.enabled is set.", "public-url"),

  Number({"wallets", "refresh"}, [](Settings& s) -> Field { return &s.wallets.refresh; }, {0, 30 * kDay},
    "Seconds between downloads of the wallets list and its icons; 86400 is one day. The server keeps the last download in store.data. 0: no downloads; the server uses the list of `prichal wallets pull`, or else the one in site.web."),
  Text({"wallets", "source"}, [](Settings& s) -> Field { return &s.wallets.source; }, kListUrl,
    "URL of the wallets list: that of the TON ecosystem, or a mirror. Every Prichal server is a mirror at /wallets-v2.json. Use http only in private networks."),

  Text({"product", "name"}, [](Settings& s) -> Field { return &s.product.name; }, kName,
    "Name of the token, as the pages show it."),
  Text({"product", "slug"}, [](Settings& s) -> Field { return &s.product.slug; }, kSlug,
    "Name of the token in URLs: the buy page is /buy-SLUG."),
  Text({"product", "bot"}, [](Settings& s) -> Field { return &s.product.bot; }, kBotLink,
    "Link to the mini app in Telegram. The site offers it to users outside Telegram. Empty: no link."),
  ListOf({"product", "languages"}, [](Settings& s) -> Field { return &s.product.languages; }, kLanguage,
    "Languages of the pages and the wallet button. Users get their own language if it is in the list, or else the first one."),

  Text({"manifest", "name"}, [](Settings& s) -> Field { return &s.manifest.name; }, kOptionalName,
    "Name of the app in the manifest. Empty: product.name."),
  Text({"manifest", "icon"}, [](Settings& s) -> Field { return &s.manifest.icon; }, kIcon,
    "Icon of the app that wallets show: PNG or ICO, preferably 180 by 180 pixels. Wallets do not show SVG."),
  Text({"manifest", "terms_of_use"}, [](Settings& s) -> Field { return &s.manifest.terms_of_use; }, kPageLink,
    "URL of the terms of use. Empty: the manifest has none."),
  Text({"manifest", "privacy_policy"}, [](Settings& s) -> Field { return &s.manifest.privacy_policy; }, kPageLink,
    "URL of the privacy policy. Empty: the manifest has none."),

  Number({"bridge", "heartbeat"}, [](Settings& s) -> Field { return &s.bridge.heartbeat; }, {1, 300},
    "Seconds between heartbeats of a stream. Must be shorter than the idle timeout of every proxy between clients and the server."),
  Number({"bridge", "ttl_max"}, [](Settings& s) -> Field { return &s.bridge.ttl_max; }, {1, kDay},
    "Maximum ttl (lifetime) of a message, in seconds. A message with a longer ttl gets 400."),
  Toggle({"bridge", "ttl_zero"}, [](Settings& s) -> Field { return &s.bridge.ttl_zero; },
    "Accept messages with ttl 0, as the official bridge does. They only reach streams that are open. If off, such messages get 400."),
  Number({"bridge", "disconnect_ttl"}, [](Settings& s) -> Field { return &s.bridge.disconnect_ttl; }, {0, kDay},
    "Minimum lifetime of a small message with the topic disconnect, in seconds. 0: only its own ttl counts."),
  Number({"bridge", "disconnect_size"}, [](Settings& s) -> Field { return &s.bridge.disconnect_size; }, {0, kMega},
    "Size below which a message counts as small for disconnect_ttl: bytes of the envelope without the request source."),
  Text({"bridge", "request_source"}, [](Settings& s) -> Field { return &s.bridge.request_source; }, kRequestSource,
    "Messages to which the bridge adds their source, encrypted for the receiver: those of pages, all, or none. With all, apps learn the IP addresses of wallet users."),
  AtStart(ListOf({"bridge", "webhook_url"}, [](Settings& s) -> Field { return &s.bridge.webhook_url; }, kServiceUrls,
    "Servers that receive a notification for each message with a topic: POST <url>/<sender> with {\"topic\",\"hash\"}.")),
  AtStart(Secret(Text({"bridge", "webhook_secret"}, [](Settings& s) -> Field { return &s.bridge.webhook_secret; }, kSecret,
    "Key with which the bridge signs webhook notifications (HMAC-SHA256). X-Hub-Signature-256 has the signature. Empty: no signature."))),
  AtStart(Text({"bridge", "copy_to_url"}, [](Settings& s) -> Field { return &s.bridge.copy_to_url; }, kServiceUrl,
    "Server that receives a copy of every message: a POST with the same body and parameters. Empty: no copies.")),
  AtStart(Number({"bridge", "webhook_bytes"}, [](Settings& s) -> Field { return &s.bridge.webhook_bytes; }, {kMega, 1024 * 1024 * kMega},
    "Bytes of notifications and copies that can wait for each of these servers. The bridge drops further ones. 0: 1/32 of memory, at most 32 MiB.", [](const Machine& m) { return ShareOfMemory(m, 32, 32 * kMega); })),
  Number({"bridge", "connect_cache_ttl"}, [](Settings& s) -> Field { return &s.bridge.connect_cache_ttl; }, {1, kDay},
    "Seconds for which /bridge/verify remembers the page that opened a stream."),
  Number({"bridge", "connect_cache_size"}, [](Settings& s) -> Field { return &s.bridge.connect_cache_size; }, {0, 10'000'000},
    "Opened streams that /bridge/verify remembers, 0.1 kB each. The oldest are dropped first. 0: none."),
  Number({"bridge", "body_limit"}, [](Settings& s) -> Field { return &s.bridge.body_limit; }, {1024, 64 * kMega},
    "Maximum size of a message body in bytes. A larger body gets 413."),
  Number({"bridge", "lifetime"}, [](Settings& s) -> Field { return &s.bridge.lifetime; }, {0, 7 * kDay},
    "Seconds after which the server ends a stream. Clients reconnect and so spread over all instances. 0: never."),
  Number({"bridge", "lifetime_jitter"}, [](Settings& s) -> Field { return &s.bridge.lifetime_jitter; }, {0, kDay},
    "Random seconds, from 0 to this number, that the server adds to the lifetime of each stream."),
  Toggle({"bridge", "cors"}, [](Settings& s) -> Field { return &s.bridge.cors; },
    "Let pages of other origins use the bridge (CORS). Wallets and other apps need it."),
  ListOf({"bridge", "origins"}, [](Settings& s) -> Field { return &s.bridge.origins; }, kOrigins,
    "Origins whose pages can use the bridge, besides site.origin. Other pages get 403. Requests without an Origin header, such as those of wallets, are always accepted. Empty: all origins."),
  Number({"bridge", "ids_per_stream"}, [](Settings& s) -> Field { return &s.bridge.ids_per_stream; }, {1, 10'000},
    "Client IDs that one stream can have. A request with more gets 414."),
  Number({"bridge", "total_ids"}, [](Settings& s) -> Field { return &s.bridge.total_ids; }, {1, 1'000'000'000},
    "Client IDs of all streams together. Further streams get 503. 0: one per 8 KiB of memory, at most 1,000,000.", [](const Machine& m) { return ShareOfMemory(m, 8 * 1024, 1'000'000); }),
  Number({"bridge", "rate_limit"}, [](Settings& s) -> Field { return &s.bridge.rate_limit; }, {0, 1'000'000},
    "Messages per second from one client address. Further messages get 429. 0: no limit."),
  Number({"bridge", "rate_burst"}, [](Settings& s) -> Field { return &s.bridge.rate_burst; }, {0, 1'000'000},
    "Messages that one client address can send at once after a pause. 0 means 1."),
  Number({"bridge", "byte_rate"}, [](Settings& s) -> Field { return &s.bridge.byte_rate; }, {0, 1'000'000'000},
    "Bytes of messages per second from one client address. Further messages get 429. 0: no limit."),
  Number({"bridge", "byte_burst"}, [](Settings& s) -> Field { return &s.bridge.byte_burst; }, {0, 1'000'000'000},
    "Bytes of messages that one client address can send at once after a pause. A single larger message is still accepted."),
  Number({"bridge", "id_rate"}, [](Settings& s) -> Field { return &s.bridge.id_rate; }, {0, 1'000'000},
    "Messages per second from one client address to one client ID. The same number of streams per second can be opened for that ID. Further requests get 429. 0: no limit."),
  Number({"bridge", "id_burst"}, [](Settings& s) -> Field { return &s.bridge.id_burst; }, {0, 1'000'000},
    "Messages and streams under id_rate that are accepted at once after a pause."),
  Number({"bridge", "events_rate"}, [](Settings& s) -> Field { return &s.bridge.events_rate; }, {0, 1'000'000},
    "Streams per second that one client address can open. Further requests get 429. 0: no limit."),
  Number({"bridge", "events_burst"}, [](Settings& s) -> Field { return &s.bridge.events_burst; }, {0, 1'000'000},
    "Streams that one client address can open at once after a pause."),
  Number({"bridge", "verify_rate"}, [](Settings& s) -> Field { return &s.bridge.verify_rate; }, {0, 1'000'000},
    "Requests per second to /bridge/verify from one client address. Further requests get 429. 0: no limit."),
  Number({"bridge", "verify_burst"}, [](Settings& s) -> Field { return &s.bridge.verify_burst; }, {0, 1'000'000},
    "Requests to /bridge/verify that one client address can send at once after a pause."),
  Number({"bridge", "connections_limit"}, [](Settings& s) -> Field { return &s.bridge.connections_limit; }, {0, 1'000'000},
    "Streams that one client address can have open. Further requests get 429. 0: no limit."),
  AtStart(Number({"bridge", "limited_addresses"}, [](Settings& s) -> Field { return &s.bridge.limited_addresses; }, {64, 16'777'216},
    "Client addresses that the rate limits remember at a time, 56 bytes each. An IPv6 client uses three entries.")),
  Secret(ListOf({"bridge", "bypass_tokens"}, [](Settings& s) -> Field { return &s.bridge.bypass_tokens; }, kToken,
    "Tokens that exempt a request from these limits, sent as Authorization: Bearer TOKEN. At most 64, including those of bypass_tokens_file.")),
  Text({"bridge", "bypass_tokens_file"}, [](Settings& s) -> Field { return &s.bridge.bypass_tokens_file; }, kOptionalFile,
    "File with more bypass tokens, one per line. The server ignores empty lines and lines that start with #. It reads the file at startup and on SIGHUP."),
  Number({"bridge", "stream_bytes"}, [](Settings& s) -> Field { return &s.bridge.stream_bytes; }, {4096, 64 * kMega},
    "Bytes that can wait for a slow client. Above that, the server ends the stream and the client resumes from its last event ID."),
  Number({"bridge", "stream_events"}, [](Settings& s) -> Field { return &s.bridge.stream_events; }, {1, 1'000'000},
    "Messages that can wait for a slow client. Above that, the server ends the stream and the client resumes from its last event ID."),
  Number({"bridge", "streams_per_id"}, [](Settings& s) -> Field { return &s.bridge.streams_per_id; }, {1, 1'000'000},
    "Streams that one client ID can have open. Above that, the server ends the latest stream of the address that has the most."),
  Number({"bridge", "mailbox_messages"}, [](Settings& s) -> Field { return &s.bridge.mailbox_messages; }, {1, 1'000'000},
    "Pending messages of one client ID. In a full mailbox, the sender with the most messages loses its oldest ones, or gets 429."),
  Number({"bridge", "mailbox_bytes"}, [](Settings& s) -> Field { return &s.bridge.mailbox_bytes; }, {4096, 1024 * kMega},
    "Bytes of pending messages of one client ID. A full mailbox is handled as for mailbox_messages."),
  Number({"bridge", "total_bytes"}, [](Settings& s) -> Field { return &s.bridge.total_bytes; }, {kMega, 1024 * 1024 * kMega},
    "Bytes of all pending messages. Further messages get 503. One client address can use 1/8 of the free space. 0: 1/4 of memory, at most 1 GiB.", [](const Machine& m) { return ShareOfMemory(m, 4, 1024 * kMega); }),

  AtStart(ListOf({"auth", "telegram_bots"}, [](Settings& s) -> Field { return &s.auth.telegram_bots; }, kBotIds,
    "IDs of bots whose init data signs users in. Telegram's signature proves the init data, so no bot token is needed. Clients older than Bot API 8.0 do not send that signature.")),
  AtStart(Text({"auth", "telegram_tokens_file"}, [](Settings& s) -> Field { return &s.auth.telegram_tokens_file; }, kOptionalFile,
    "File with bot tokens, one per line, as @BotFather issues them. The hash proves the init data of these bots; old Telegram clients send it, too.")),
  AtStart(Number({"auth", "telegram_max_age"}, [](Settings& s) -> Field { return &s.auth.telegram_max_age; }, {60, 7 * kDay},
    "Seconds after launch for which init data can be used to sign in.")),
  AtStart(Text({"auth", "telegram_replay"}, [](Settings& s) -> Field { return &s.auth.telegram_replay; }, kReplay,
    "Reuse of init data for another sign-in. allow: until it expires. bind: only with the DPoP key of the first sign-in, if it had one. once: never.")),
  AtStart(Text({"auth", "oidc_client_id"}, [](Settings& s) -> Field { return &s.auth.oidc_client_id; }, kOptionalBotId,
    "ID of the bot for Telegram Login (OpenID Connect), which signs in users outside Telegram. Empty: Telegram Login is off.")),
  AtStart(Text({"auth", "oidc_client_secret_file"}, [](Settings& s) -> Field { return &s.auth.oidc_client_secret_file; }, kOptionalFile,
    "File whose first line is the client secret from @BotFather (Login Widget). Empty: the server accepts ID tokens from pages, but cannot redirect browsers to Telegram.")),
  AtStart(Text({"auth", "oidc_issuer"}, [](Settings& s) -> Field { return &s.auth.oidc_issuer; }, kIssuer,
    "Issuer of the ID tokens of Telegram Login. http is only allowed on loopback or with dev.enabled.")),
  AtStart(ListOf({"auth", "ton_domains"}, [](Settings& s) -> Field { return &s.auth.ton_domains; }, kDomains,
    "Hosts that a wallet's proof (ton_proof) can name: the host in the url of your manifest. Empty: users cannot sign in with a wallet.")),
  AtStart(ListOf({"auth", "ton_networks"}, [](Settings& s) -> Field { return &s.auth.ton_networks; }, kNetworks,
    "Global IDs of the networks whose wallets can sign in: -239 is mainnet, -3 is testnet.")),
  AtStart(Number({"auth", "ton_max_age"}, [](Settings& s) -> Field { return &s.auth.ton_max_age; }, {60, 3600},
    "Seconds after signing for which a wallet's proof is accepted.")),
  AtStart(ListOf({"auth", "ton_api"}, [](Settings& s) -> Field { return &s.auth.ton_api; }, kNetworkApis,
    "HTTP APIs (toncenter v2 or v3) that return the current key of an account. Wallets that can change their key, such as Telegram's, and proofs without a state init need one. Empty: they cannot sign in. http is only allowed on loopback or with dev.enabled.")),
  AtStart(Text({"auth", "ton_api_key_file"}, [](Settings& s) -> Field { return &s.auth.ton_api_key_file; }, kOptionalFile,
    "File whose first line is the API key for ton_api (X-API-Key). Empty: requests have no key.")),
  AtStart(Text({"auth", "ton_rotatable_keys"}, [](Settings& s) -> Field { return &s.auth.ton_rotatable_keys; }, kRotatableKeys,
    "Wallets that can change their key, if ton_api has no API for their network. refuse: they cannot sign in. initial: their first key is accepted, which a previous owner may still have.")),
  AtStart(Text({"auth", "issuer"}, [](Settings& s) -> Field { return &s.auth.issuer; }, kOrigin,
    "Issuer of the access tokens (iss): the origin where backends find the public keys. Empty: site.origin.")),
  AtStart(ListOf({"auth", "audience"}, [](Settings& s) -> Field { return &s.auth.audience; }, kAudience,
    "Audience of the access tokens (aud), which backends check. Empty: the issuer.")),
  AtStart(ListOf({"auth", "origins"}, [](Settings& s) -> Field { return &s.auth.origins; }, kOrigins,
    "Other origins whose pages can sign users in, besides site.origin. There is no value for all origins.")),
  AtStart(ListOf({"auth", "claims"}, [](Settings& s) -> Field { return &s.auth.claims; }, kClaims,
    "User data in access tokens besides IDs. Logs that contain tokens contain it, too.")),
  AtStart(Text({"auth", "dpop"}, [](Settings& s) -> Field { return &s.auth.dpop; }, kDpop,
    "Binding of sessions to a key of the page (DPoP, RFC 9449). optional: if the page sends a proof. required: always.")),
  AtStart(Text({"auth", "cookie"}, [](Settings& s) -> Field { return &s.auth.cookie; }, kCookie,
    "Session cookies for pages. off: none. lax: only on this site. partitioned: also in frames of other sites.")),
  AtStart(Text({"auth", "headers"}, [](Settings& s) -> Field { return &s.auth.headers; }, kIdentityHeaders,
    "Prefix of the headers that /auth/verify returns. x-auth-request: X-Auth-Request-User and others. remote: Remote-User and others.")),
  AtStart(Toggle({"auth", "pass_jwt"}, [](Settings& s) -> Field { return &s.auth.pass_jwt; },
    "Let /auth/verify also return an access token that is valid for 60 seconds, as Authorization: Bearer TOKEN.")),
  AtStart(Number({"auth", "cache_bytes"}, [](Settings& s) -> Field { return &s.auth.cache_bytes; }, {64 * 1024, 1024 * kMega},
    "Bytes for recently verified tokens and sessions, in total. A session uses about 1,200 bytes. 0: 1/256 of memory, at most 64 MiB.", [](const Machine& m) { return ShareOfMemory(m, 256, 64 * kMega); })),
  AtStart(Text({"auth", "introspection_secret_file"}, [](Settings& s) -> Field { return &s.auth.introspection_secret_file; }, kOptionalFile,
    "File whose first line is the secret that backends send to /auth/introspect. Create one with openssl rand -hex 32. Empty: introspection is off.")),
  AtStart(Number({"auth", "access_lifetime"}, [](Settings& s) -> Field { return &s.auth.access_lifetime; }, {30, 3600},
    "Seconds for which an access token is valid. Lower it so that backends notice an ended session sooner.")),
  AtStart(Text({"auth", "algorithm"}, [](Settings& s) -> Field { return &s.auth.algorithm; }, kAlgorithm,
    "Signature algorithm of access tokens: ES256, which every JWT library supports, or EdDSA (Ed25519).")),
  AtStart(Number({"auth", "key_rotation"}, [](Settings& s) -> Field { return &s.auth.key_rotation; }, {0, 365 * kDay},
    "Seconds after which a new key signs the tokens; at least 86400. The server publishes the new key in advance. 0: the key only changes with `prichal keys rotate`.")),
  AtStart(Text({"auth", "key_file"}, [](Settings& s) -> Field { return &s.auth.key_file; }, kOptionalFile,
    "File with your own signing key (PKCS #8, PEM), such as a systemd credential. A new file is a new key. Not available if store.kind is valkey. Empty: the server creates keys in store.data/auth-keys.")),
  AtStart(Secret(Text({"auth", "sealing_key"}, [](Settings& s) -> Field { return &s.auth.sealing_key; }, kSealingKey,
    "Key that encrypts the signing keys which instances share in Valkey. Required for sign-in if store.kind is valkey. Create one with openssl rand -hex 32."))),
  AtStart(Text({"auth", "sealing_key_file"}, [](Settings& s) -> Field { return &s.auth.sealing_key_file; }, kOptionalFile,
    "File whose first line is the sealing key, to keep it out of the configuration. Overrides sealing_key.")),
  AtStart(Number({"auth", "refresh_idle"}, [](Settings& s) -> Field { return &s.auth.refresh_idle; }, {60, 365 * kDay},
    "Seconds without a refresh after which a session ends.")),
  AtStart(Number({"auth", "refresh_absolute"}, [](Settings& s) -> Field { return &s.auth.refresh_absolute; }, {60, 365 * kDay},
    "Seconds after sign-in when a session ends, even if it is in use.")),
  AtStart(Number({"auth", "refresh_grace"}, [](Settings& s) -> Field { return &s.auth.refresh_grace; }, {0, 60},
    "Seconds for which a used refresh token returns the same new token again, so that two tabs can refresh together. Later use ends the session.")),
  AtStart(Number({"auth", "challenge_lifetime"}, [](Settings& s) -> Field { return &s.auth.challenge_lifetime; }, {60, 3600},
    "Lifetime of a challenge in seconds. The user must sign it in the wallet within this time.")),
  AtStart(Number({"auth", "challenge_rate"}, [](Settings& s) -> Field { return &s.auth.challenge_rate; }, {0, 1'000'000},
    "Challenges per minute for one client address. Further requests get 429. 0: no limit.")),
  AtStart(Number({"auth", "exchange_rate"}, [](Settings& s) -> Field { return &s.auth.exchange_rate; }, {0, 1'000'000},
    "Sign-ins per minute from one client address. After a pause, half of them can come at once. A rejected sign-in counts twice. Further requests get 429. 0: no limit.")),
  AtStart(Number({"auth", "refresh_rate"}, [](Settings& s) -> Field { return &s.auth.refresh_rate; }, {0, 1'000'000},
    "Refreshes per minute from one client address. Further requests get 429. 0: no limit.")),
  AtStart(ListOf({"auth", "webhook_url"}, [](Settings& s) -> Field { return &s.auth.webhook_url; }, kServiceUrls,
    "Servers that receive events about users and sessions, as Standard Webhooks.")),
  AtStart(Text({"auth", "webhook_secret_file"}, [](Settings& s) -> Field { return &s.auth.webhook_secret_file; }, kOptionalFile,
    "File with the secret that signs these events: whsec_ and base64. Two secrets, one per line, while you replace one. The server reads the file at startup and on SIGHUP.")),
  AtStart(Text({"auth", "audit_file"}, [](Settings& s) -> Field { return &s.auth.audit_file; }, kOptionalFile,
    "File to which the server appends sign-ins, ended sessions and rejections, one JSON object per line. SIGHUP reopens it after log rotation. Empty: no audit log.")),

  AtStart(Text({"store", "kind"}, [](Settings& s) -> Field { return &s.store.kind; }, kStoreKind,
    "Storage of messages and sessions. sqlite: in files, which survive restarts and crashes. memory: lost on restart. valkey: in Valkey or Redis, for several instances.")),
  AtStart(Text({"store", "data"}, [](Settings& s) -> Field { return &s.store.data; }, kOptionalDirectory,
    "Data folder, created if missing. Empty: data, or nothing on disk with dev.enabled.", "data")),
  AtStart(Text({"store", "fsync"}, [](Settings& s) -> Field { return &s.store.fsync; }, kStoreFsync,
    "When an accepted message is on disk. always: before the sender gets 200. interval: up to fsync_interval later.")),
  AtStart(InMillis(Number({"store", "fsync_interval"}, [](Settings& s) -> Field { return &s.store.fsync_interval; }, {10, 60'000},
    "Milliseconds between syncs to disk if fsync is interval. A power failure loses the messages of that time."))),
  AtStart(Number({"store", "queue_bytes"}, [](Settings& s) -> Field { return &s.store.queue_bytes; }, {kMega, 1024 * 1024 * kMega},
    "Bytes of messages that can wait for the disk. Further messages get 503. 0: 1/32 of memory, at most 64 MiB.", [](const Machine& m) { return ShareOfMemory(m, 32, 64 * kMega); })),
  AtStart(Text({"store", "on_corrupt"}, [](Settings& s) -> Field { return &s.store.on_corrupt; }, kStoreOnCorrupt,
    "Handling of a damaged file. set-aside: rename it and write a new one from memory. stop: shut down and leave it as it is.")),

  AtStart(Secret(Text({"store", "valkey_uri"}, [](Settings& s) -> Field { return &s.store.valkey_uri; }, kValkeyUri,
    "Valkey server, or some nodes of the cluster, if kind is valkey: rediss://user:password@host1:6379,host2:6379. Percent-encode special characters in the user name and the password."))),
  AtStart(Text({"store", "valkey_uri_file"}, [](Settings& s) -> Field { return &s.store.valkey_uri_file; }, kOptionalFile,
    "File whose first line is the URI, to keep the password out of the configuration. Overrides valkey_uri.")),
  AtStart(Text({"store", "valkey_ca_file"}, [](Settings& s) -> Field { return &s.store.valkey_ca_file; }, kOptionalFile,
    "PEM file with the certificate authorities to trust for rediss. Empty: those of the system.")),
  AtStart(Number({"store", "valkey_replicas"}, [](Settings& s) -> Field { return &s.store.valkey_replicas; }, {0, 5},
    "Replicas that must have a message before the sender gets 200. With fewer, the sender gets 503. 0: a failover can lose the messages acknowledged just before it.")),
  AtStart(Text({"store", "valkey_schema"}, [](Settings& s) -> Field { return &s.store.valkey_schema; }, kValkeySchema,
    "Format of the messages in Valkey. native: Prichal's own. official: that of the official bridge, to run its instances next to Prichal.")),

  Text({"log", "level"}, [](Settings& s) -> Field { return &s.log.level; }, kLogLevel,
    "Least severe level to log. debug adds a line for each request."),
  AtStart(Text({"log", "format"}, [](Settings& s) -> Field { return &s.log.format; }, kLogFormat,
    "Format of log lines: text, or one JSON object per line. Both go to standard error.")),
  Toggle({"log", "addresses"}, [](Settings& s) -> Field { return &s.log.addresses; },
    "Add the client's address, as proxies.trusted determines it, to the line of each request."),

  ListOf({"csp", "connect"}, [](Settings& s) -> Field { return &s.csp.connect; }, kCspSource,
    "Origins that the page can connect to, besides the bridges of the wallets list."),
  ListOf({"csp", "img"}, [](Settings& s) -> Field { return &s.csp.img; }, kCspSource,
    "Origins that the page can load images from, besides those of the wallets list."),

  AtStart(Toggle({"dev", "enabled"}, [](Settings& s) -> Field { return &s.dev.enabled; },
    "Development mode: serves the sandbox, lists its test wallet first, connects other wallets over this bridge and lets local pages frame the app. Never use it on a public server.", "dev")),
  AtStart(Text({"dev", "stand"}, [](Settings& s) -> Field { return &s.dev.stand; }, kDirectory,
    "Directory of the built sandbox. Used only with dev.enabled.")),
};
// clang-format on

}  // namespace

std::span<const Key> Keys() { return kKeys; }

}  // namespace prichal::config
