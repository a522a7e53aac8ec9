#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "config/settings.h"

namespace prichal::config {

/// What a text may be: the test, and the words that tell an operator what would have passed it.
struct Rule {
  std::string_view allowed;
  bool (*fits)(std::string_view text);
};

/// `127.0.0.1:8080`, `[::1]:0`: a literal address, because a name could resolve to several.
std::optional<Endpoint> EndpointFrom(std::string_view text);

/// The same as text.
std::string ToText(const Endpoint& endpoint);

/// A serialized origin (RFC 6454 section 6.2) as browsers write it: http or https, lower case, no
/// default port, no path.
bool IsOrigin(std::string_view text);

// The tests behind the rules.
bool IsEndpoint(std::string_view text);
bool IsName(std::string_view text);
bool IsSlug(std::string_view text);
bool IsBotLink(std::string_view text);
bool IsLanguage(std::string_view text);
/// Only characters that need no escape in a URL (RFC 3986 section 2), so that the text can stand in
/// a header or in JSON as it is.
bool IsHttpsUrl(std::string_view text);
/// The same with http too.
bool IsWebUrl(std::string_view text);
bool IsLocalPath(std::string_view text);
bool IsCspSource(std::string_view text);
/// Lower-case letters, digits and hyphens between dots.
bool IsHostName(std::string_view text);
bool IsToken(std::string_view text);
bool IsIpRange(std::string_view text);
/// A Telegram bot's id: up to 15 digits, no zero first.
bool IsBotId(std::string_view text);
/// A host as browsers write it, perhaps with a port: `app.example.org`, `localhost:5173`.
bool IsDomain(std::string_view text);
/// A whole number of 32 bits, such as -239.
bool IsNetwork(std::string_view text);

inline constexpr Rule kEndpoint{
    "an IP address and a port, such as 127.0.0.1:8080 or [::1]:8080 (port 0: any)", IsEndpoint};
inline constexpr Rule kOrigin{
    "an origin such as https://app.example.org: http or https, lower case, nothing after the host "
    "but a port",
    [](std::string_view text) { return text.empty() || IsOrigin(text); }};
/// Not looked at here.
inline constexpr Rule kDirectory{"a directory",
                                 [](std::string_view text) { return !text.empty(); }};
inline constexpr Rule kStoreFolder{"a directory, or empty", [](std::string_view) { return true; }};
inline constexpr Rule kStoreKind{
    "sqlite, memory or valkey; no Postgres is asked",
    [](std::string_view text) { return text == "sqlite" || text == "memory" || text == "valkey"; }};
/// Read closer where it is used.
inline constexpr Rule kValkeyUri{
    "redis:// or valkey://, with TLS rediss:// or valkeys://, and hosts",
    [](std::string_view text) {
      return text.empty() || text.starts_with("redis://") || text.starts_with("rediss://") ||
             text.starts_with("valkey://") || text.starts_with("valkeys://");
    }};
inline constexpr Rule kValkeySchema{"native or official", [](std::string_view text) {
                                      return text == "native" || text == "official";
                                    }};
inline constexpr Rule kStoreFsync{"always or interval", [](std::string_view text) {
                                    return text == "always" || text == "interval";
                                  }};
inline constexpr Rule kStoreOnCorrupt{"set-aside or stop", [](std::string_view text) {
                                        return text == "set-aside" || text == "stop";
                                      }};
/// Shown to people.
inline constexpr Rule kName{"1 to 64 bytes of text without control characters", IsName};
inline constexpr Rule kOptionalName{
    "up to 64 bytes of text without control characters",
    [](std::string_view text) { return text.empty() || IsName(text); }};
inline constexpr Rule kSlug{"1 to 32 lower-case letters, digits and inner hyphens", IsSlug};
inline constexpr Rule kBotLink{
    "a link that begins with https://t.me/, or empty",
    [](std::string_view text) { return text.empty() || IsBotLink(text); }};
/// Whether the mini app has words in it is known when its files are read.
inline constexpr Rule kLanguage{"language codes such as ru or en", IsLanguage};
inline constexpr Rule kPageLink{"an https:// address, or empty", [](std::string_view text) {
                                  return text.empty() || IsHttpsUrl(text);
                                }};
inline constexpr Rule kServiceUrl{
    "an http:// or https:// address, or empty",
    [](std::string_view text) { return text.empty() || IsWebUrl(text); }};
inline constexpr Rule kServiceUrls{"http:// or https:// addresses", IsWebUrl};
/// A secret: any text.
inline constexpr Rule kSecret{"a text", [](std::string_view) { return true; }};
inline constexpr Rule kIcon{
    "a path on this site such as /icon.png, or an https:// address",
    [](std::string_view text) { return IsLocalPath(text) || IsHttpsUrl(text); }};
inline constexpr Rule kLogLevel{"debug, info, warn or error", [](std::string_view text) {
                                  return text == "debug" || text == "info" || text == "warn" ||
                                         text == "error";
                                }};
inline constexpr Rule kLogFormat{
    "text or json", [](std::string_view text) { return text == "text" || text == "json"; }};
inline constexpr Rule kIpRange{
    "IP address ranges such as 10.0.0.0/8, 2001:db8::/32 or 192.0.2.7; "
    "with /0 every client would choose its address",
    IsIpRange};
inline constexpr Rule kForwardedHeader{
    "x-forwarded-for, x-real-ip or forwarded", [](std::string_view text) {
      return text == "x-forwarded-for" || text == "x-real-ip" || text == "forwarded";
    }};
inline constexpr Rule kToken{"tokens of 1 to 256 visible ASCII characters without a comma",
                             IsToken};
inline constexpr Rule kHostName{"host names such as prichal.internal: lower case, no port",
                                IsHostName};
inline constexpr Rule kOrigins{
    "origins such as https://dapp.example.org: http or https, lower case, nothing after the host "
    "but a port",
    IsOrigin};
inline constexpr Rule kRequestSource{"pages, all or none", [](std::string_view text) {
                                       return text == "pages" || text == "all" || text == "none";
                                     }};
inline constexpr Rule kBotIds{
    "ids of bots such as 7000000001: the digits before the colon of a token", IsBotId};
inline constexpr Rule kOptionalBotId{
    "a bot's id: the number before the colon of its token",
    [](std::string_view text) { return text.empty() || IsBotId(text); }};
inline constexpr Rule kIssuer{
    "an origin such as https://oauth.telegram.org: http or https, lower case, nothing after the "
    "host but a port",
    IsOrigin};
inline constexpr Rule kDomains{
    "hosts such as app.example.org or localhost:5173: lower case, without https://", IsDomain};
inline constexpr Rule kNetworks{"global ids such as -239 or -3", IsNetwork};
inline constexpr Rule kReplay{"allow, bind or once", [](std::string_view text) {
                                return text == "allow" || text == "bind" || text == "once";
                              }};
inline constexpr Rule kAudience{"visible ASCII texts of 1 to 256 characters without a comma",
                                IsToken};
inline constexpr Rule kClaims{"name, username or picture", [](std::string_view text) {
                                return text == "name" || text == "username" || text == "picture";
                              }};
inline constexpr Rule kDpop{"optional or required", [](std::string_view text) {
                              return text == "optional" || text == "required";
                            }};
inline constexpr Rule kCookie{"off, lax or partitioned", [](std::string_view text) {
                                return text == "off" || text == "lax" || text == "partitioned";
                              }};
inline constexpr Rule kIdentityHeaders{"x-auth-request or remote", [](std::string_view text) {
                                         return text == "x-auth-request" || text == "remote";
                                       }};
inline constexpr Rule kAlgorithm{
    "ES256 or EdDSA", [](std::string_view text) { return text == "ES256" || text == "EdDSA"; }};
inline constexpr Rule kSealingKey{
    "32 bytes in base64url or hex, or empty",
    [](std::string_view text) { return text.empty() || text.size() == 43 || text.size() == 64; }};
inline constexpr Rule kOptionalFile{"a file, or empty", [](std::string_view) { return true; }};
inline constexpr Rule kCspSource{
    "sources such as https://cdn.example.org or https://*.example.org: http, https, ws or wss, no "
    "path",
    IsCspSource};

}  // namespace prichal::config
