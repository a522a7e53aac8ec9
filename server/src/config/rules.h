// Rules for texts of the configuration, as predicates with a description for errors. No state; any
// thread.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "base/address.h"
#include "config/settings.h"

namespace prichal::config {

/// A rule for a text: a predicate, and a description of the allowed texts for error messages.
struct Rule {
  std::string_view allowed;
  bool (*fits)(std::string_view text);
  /// All allowed texts, if there are only a few.
  std::span<const std::string_view> choices = {};
  /// Returns the reason why a text is not allowed, or "REASON. Fix: FIX". Without a fix, `allowed`
  /// is the fix. Null if `allowed` says everything.
  std::string (*mistake)(std::string_view text) = nullptr;
};

/// Makes the rule that a text is one of `kChoices`.
template <const auto& kChoices>
inline constexpr Rule OneOf(std::string_view allowed,
                            std::string (*mistake)(std::string_view text) = nullptr) {
  return {allowed,
          [](std::string_view text) {
            return std::find(kChoices.begin(), kChoices.end(), text) != kChoices.end();
          },
          kChoices, mistake};
}

/// A serialized origin (RFC 6454 section 6.2) as browsers write it: http or https, lower case, no
/// default port, no path.
bool IsOrigin(std::string_view text);

// Predicates of the rules.
bool IsName(std::string_view text);
bool IsSlug(std::string_view text);
bool IsBotLink(std::string_view text);
bool IsLanguage(std::string_view text);
/// Returns whether the URL has only characters that need no escape (RFC 3986 section 2), so that it
/// can be used unchanged in a header or in JSON.
bool IsHttpsUrl(std::string_view text);
/// Like IsHttpsUrl(), and http is allowed.
bool IsWebUrl(std::string_view text);
bool IsLocalPath(std::string_view text);
bool IsCspSource(std::string_view text);
/// Returns whether the text has only lower-case letters, digits and hyphens between dots.
bool IsHostName(std::string_view text);
bool IsToken(std::string_view text);
bool IsIpRange(std::string_view text);
/// Returns whether the text is the id of a Telegram bot: up to 15 digits without a leading zero.
bool IsBotId(std::string_view text);
/// Returns whether the text is a host as browsers write it, with an optional port:
/// `app.example.org`, `localhost:5173`.
bool IsDomain(std::string_view text);
/// Returns whether the text is a 32-bit integer, such as -239.
bool IsNetwork(std::string_view text);

// Problems of texts that a rule rejects: "REASON" or "REASON. Fix: FIX". Empty if the description
// of the allowed texts says everything.
std::string MistakeInListenAddress(std::string_view text);
std::string MistakeInOrigin(std::string_view text);
std::string MistakeInRange(std::string_view text);
std::string MistakeInStoreKind(std::string_view text);
std::string MistakeInTrustedProxy(std::string_view text);

inline constexpr Rule kListenAddress{
    "an address such as 127.0.0.1:8080, [::]:8080 (port 0: any), unix:/run/prichal/http.sock or "
    "systemd:NAME, followed by options (proxy, tls, plain, mode=660, group=NAME) if needed",
    [](std::string_view text) { return ListenAddress::Parse(text).has_value(); },
    {},
    MistakeInListenAddress};
inline constexpr Rule kOrigin{
    "an origin such as https://app.example.org: http or https, lower case, nothing after the host "
    "but a port",
    [](std::string_view text) { return text.empty() || IsOrigin(text); },
    {},
    MistakeInOrigin};
/// Opening the directory checks whether it exists.
inline constexpr Rule kDirectory{"a directory",
                                 [](std::string_view text) { return !text.empty(); }};
inline constexpr Rule kOptionalDirectory{"a directory, or empty",
                                         [](std::string_view) { return true; }};
inline constexpr std::array<std::string_view, 3> kStoreKindWords{"sqlite", "memory", "valkey"};
inline constexpr Rule kStoreKind =
    OneOf<kStoreKindWords>("sqlite, memory or valkey", MistakeInStoreKind);
/// valkey::ParseUri() checks the rest.
inline constexpr Rule kValkeyUri{
    "redis:// or valkey://, with TLS rediss:// or valkeys://, and hosts",
    [](std::string_view text) {
      return text.empty() || text.starts_with("redis://") || text.starts_with("rediss://") ||
             text.starts_with("valkey://") || text.starts_with("valkeys://");
    }};
inline constexpr std::array<std::string_view, 2> kValkeySchemaWords{"native", "official"};
inline constexpr Rule kValkeySchema = OneOf<kValkeySchemaWords>("native or official");
inline constexpr std::array<std::string_view, 2> kStoreFsyncWords{"always", "interval"};
inline constexpr Rule kStoreFsync = OneOf<kStoreFsyncWords>("always or interval");
inline constexpr std::array<std::string_view, 2> kStoreOnCorruptWords{"set-aside", "stop"};
inline constexpr Rule kStoreOnCorrupt = OneOf<kStoreOnCorruptWords>("set-aside or stop");
/// A name that users see.
inline constexpr Rule kName{"1 to 64 bytes of text without control characters", IsName};
inline constexpr Rule kOptionalName{
    "up to 64 bytes of text without control characters",
    [](std::string_view text) { return text.empty() || IsName(text); }};
inline constexpr Rule kSlug{"1 to 32 lower-case letters, digits and inner hyphens", IsSlug};
inline constexpr Rule kBotLink{
    "a link that begins with https://t.me/, or empty",
    [](std::string_view text) { return text.empty() || IsBotLink(text); }};
/// Reading the files checks whether the mini app has this language.
inline constexpr Rule kLanguage{"language codes such as ru or en", IsLanguage};
inline constexpr Rule kPageLink{"an https:// address, or empty", [](std::string_view text) {
                                  return text.empty() || IsHttpsUrl(text);
                                }};
inline constexpr Rule kServiceUrl{
    "an http:// or https:// address, or empty",
    [](std::string_view text) { return text.empty() || IsWebUrl(text); }};
inline constexpr Rule kListUrl{"an http:// or https:// address", IsWebUrl};
inline constexpr Rule kServiceUrls{"http:// or https:// addresses", IsWebUrl};
/// Any text.
inline constexpr Rule kSecret{"a text", [](std::string_view) { return true; }};
inline constexpr Rule kIcon{
    "a path on this site such as /icon.png, or an https:// address",
    [](std::string_view text) { return IsLocalPath(text) || IsHttpsUrl(text); }};
inline constexpr std::array<std::string_view, 4> kLogLevelWords{"debug", "info", "warn", "error"};
inline constexpr Rule kLogLevel = OneOf<kLogLevelWords>("debug, info, warn or error");
inline constexpr std::array<std::string_view, 2> kLogFormatWords{"text", "json"};
inline constexpr Rule kLogFormat = OneOf<kLogFormatWords>("text or json");
inline constexpr Rule kTrustedProxy{
    "IP address ranges such as 10.0.0.0/8, 2001:db8::/32 or 192.0.2.7, or unix for every peer on a "
    "Unix socket",
    [](std::string_view text) { return text == "unix" || IsIpRange(text); },
    {},
    MistakeInTrustedProxy};
inline constexpr Rule kIpRange{"IP address ranges such as 10.0.0.0/8, 2001:db8::/32 or 192.0.2.7",
                               IsIpRange,
                               {},
                               MistakeInRange};
inline constexpr std::array<std::string_view, 3> kForwardedHeaderWords{"x-forwarded-for",
                                                                       "x-real-ip", "forwarded"};
inline constexpr Rule kForwardedHeader =
    OneOf<kForwardedHeaderWords>("x-forwarded-for, x-real-ip or forwarded");
inline constexpr Rule kToken{"tokens of 1 to 256 visible ASCII characters without a comma",
                             IsToken};
inline constexpr Rule kHostName{"host names such as prichal.internal: lower case, no port",
                                IsHostName};
inline constexpr Rule kOrigins{
    "origins such as https://dapp.example.org: http or https, lower case, nothing after the host "
    "but a port",
    IsOrigin,
    {},
    MistakeInOrigin};
inline constexpr std::array<std::string_view, 3> kRequestSourceWords{"pages", "all", "none"};
inline constexpr Rule kRequestSource = OneOf<kRequestSourceWords>("pages, all or none");
inline constexpr Rule kBotIds{
    "ids of bots such as 7000000001: the digits before the colon of a token", IsBotId};
inline constexpr Rule kOptionalBotId{
    "a bot's id: the number before the colon of its token",
    [](std::string_view text) { return text.empty() || IsBotId(text); }};
inline constexpr Rule kIssuer{
    "an origin such as https://oauth.telegram.org: http or https, lower case, nothing after the "
    "host but a port",
    IsOrigin,
    {},
    MistakeInOrigin};
inline constexpr Rule kDomains{
    "hosts such as app.example.org or localhost:5173: lower case, without https://", IsDomain};
inline constexpr Rule kNetworks{"global ids such as -239 or -3", IsNetwork};
/// A network and the address of its API: `-239=https://…`.
inline constexpr bool IsNetworkApi(std::string_view text) {
  const auto equals = text.find('=');
  return equals != std::string_view::npos && IsNetwork(text.substr(0, equals)) &&
         IsWebUrl(text.substr(equals + 1));
}
inline constexpr Rule kNetworkApis{
    "networks with the address of an API, such as -239=https://toncenter.com/api/v3", IsNetworkApi};
inline constexpr std::array<std::string_view, 2> kRotatableKeysWords{"refuse", "initial"};
inline constexpr Rule kRotatableKeys = OneOf<kRotatableKeysWords>("refuse or initial");
inline constexpr std::array<std::string_view, 3> kReplayWords{"allow", "bind", "once"};
inline constexpr Rule kReplay = OneOf<kReplayWords>("allow, bind or once");
inline constexpr Rule kAudience{"visible ASCII texts of 1 to 256 characters without a comma",
                                IsToken};
inline constexpr std::array<std::string_view, 3> kClaimsWords{"name", "username", "picture"};
inline constexpr Rule kClaims = OneOf<kClaimsWords>("name, username or picture");
inline constexpr std::array<std::string_view, 2> kDpopWords{"optional", "required"};
inline constexpr Rule kDpop = OneOf<kDpopWords>("optional or required");
inline constexpr std::array<std::string_view, 3> kCookieWords{"off", "lax", "partitioned"};
inline constexpr Rule kCookie = OneOf<kCookieWords>("off, lax or partitioned");
inline constexpr std::array<std::string_view, 2> kIdentityHeadersWords{"x-auth-request", "remote"};
inline constexpr Rule kIdentityHeaders = OneOf<kIdentityHeadersWords>("x-auth-request or remote");
inline constexpr std::array<std::string_view, 2> kAlgorithmWords{"ES256", "EdDSA"};
inline constexpr Rule kAlgorithm = OneOf<kAlgorithmWords>("ES256 or EdDSA");
inline constexpr Rule kSealingKey{
    "32 bytes in base64url or hex, or empty",
    [](std::string_view text) { return text.empty() || text.size() == 43 || text.size() == 64; }};
inline constexpr Rule kOptionalFile{"a file, or empty", [](std::string_view) { return true; }};
inline constexpr Rule kCspSource{
    "sources such as https://cdn.example.org or https://*.example.org: http, https, ws or wss, no "
    "path",
    IsCspSource};

}  // namespace prichal::config
