#include "config/rules.h"

#include <gtest/gtest.h>

namespace prichal::config {
namespace {

using Texts = std::vector<std::string_view>;

void ExpectFits(const Rule& rule, const Texts& good, const Texts& bad) {
  for (const auto text : good) EXPECT_TRUE(rule.fits(text)) << text << ": " << rule.allowed;
  for (const auto text : bad) EXPECT_FALSE(rule.fits(text)) << text << ": " << rule.allowed;
}

TEST(Rules, AllowsServiceUrlsWithoutTls) {
  EXPECT_TRUE(IsWebUrl("http://127.0.0.1:9000/hook?key=1"));
  EXPECT_TRUE(IsWebUrl("https://hooks.example.org"));
  EXPECT_FALSE(IsWebUrl("ftp://hooks.example.org"));
  EXPECT_FALSE(IsWebUrl("hooks.example.org"));
  EXPECT_FALSE(IsWebUrl("http://user@hooks.example.org"));
  EXPECT_FALSE(IsHttpsUrl("http://hooks.example.org"));
}

TEST(Rules, ReportsMistakeInListenAddress) {
  ExpectFits(kListenAddress,
             {"0.0.0.0:65535", "[2001:db8::1]:80 proxy", "unix:/run/a.sock mode=666", "systemd:a"},
             {"", "localhost:8080", "127.0.0.1:80 ssl", "unix:a", "::1:80"});
  EXPECT_EQ(kListenAddress.mistake("127.0.0.1:80 ssl"),
            "unknown option \"ssl\". Fix: use proxy, tls, plain, mode=660 or group=NAME");
  EXPECT_EQ(kListenAddress.mistake("21210"),
            "expected IP:PORT, got only a port. Fix: use 127.0.0.1:21210");
  EXPECT_EQ(kListenAddress.mistake(":21210"),
            "expected IP:PORT, got no IP address. Fix: use 0.0.0.0:21210 for all addresses");
  EXPECT_EQ(kListenAddress.mistake("127.0.0.1:99999"),
            "the port must be a number from 0 to 65535. Fix: use a port such as 8080");
  EXPECT_EQ(kListenAddress.mistake("::1:80"), "an IPv6 address needs brackets. Fix: use [::1]:80");
  EXPECT_EQ(kListenAddress.mistake("127.0.0.1:80"), "");
}

TEST(Rules, AcceptsAddressRangeOrUnixAsTrustedProxy) {
  ExpectFits(kTrustedProxy, {"10.0.0.0/8", "unix"}, {"", "unix:", "0.0.0.0/0", "localhost"});
}

TEST(Rules, AcceptsOriginAsBrowsersSerializeIt) {
  ExpectFits(kOrigin,
             {"", "https://app.example.org", "http://127.0.0.1:8080", "https://xn--80a.example",
              "http://[::1]:8080", "https://localhost:8443"},
             {"app.example.org", "https://", "https://App.example.org", "https://example.org/",
              "https://example.org/app", "https://example.org:443", "http://example.org:80",
              "https://example.org:0", "https://example.org:08", "https://example.org:99999",
              "https://user@example.org", "https://example..org", "https://-a.org",
              "ftp://example.org", "https://example.org?x", "https://[::1", "https://[1.2.3.4]",
              "https://пример.рф", "https://a b.org"});
}

TEST(Rules, NamesMistakeInOrigin) {
  const auto mistake = [](std::string_view text) { return kOrigin.mistake(text); };
  EXPECT_EQ(mistake("app.example.org"), "has no scheme. Fix: use https://app.example.org");
  EXPECT_EQ(mistake("https://App.example.org"),
            "an origin is lower case. Fix: use https://app.example.org");
  EXPECT_EQ(mistake("https://app.example.org/x"),
            "an origin has no path. Fix: use https://app.example.org");
  EXPECT_EQ(mistake("https://app.example.org:443"),
            "the default port must be omitted. Fix: use https://app.example.org");
  EXPECT_EQ(mistake("ftp://example.org"), "");
}

TEST(Rules, AcceptsLanguageCodes) {
  ExpectFits(kLanguage, {"ru", "en", "kaa"}, {"", "e", "EN", "en-US", "russian", "е"});
}

TEST(Rules, AcceptsSlugsThatFitInUrlPaths) {
  ExpectFits(kSlug, {"prichal", "a", "a-1", "123"},
             {"", "Prichal", "a_b", "-a", "a-", "a.b", "a/b", "причал",
              "0123456789012345678901234567890123"});
}

TEST(Rules, AcceptsPrintableNames) {
  ExpectFits(kName, {"Prichal", "Причал", "A & B", "<b>"},
             {"", " a", "a ", "a\nb", "a\x7f", std::string_view("a\0b", 3),
              "0123456789012345678901234567890123456789012345678901234567890123456789"});
  EXPECT_TRUE(kOptionalName.fits(""));
}

TEST(Rules, RequiresBotLinkToTelegram) {
  ExpectFits(kBotLink, {"", "https://t.me/prichal_bot", "https://t.me/prichal_bot/app?startapp=x"},
             {"http://t.me/prichal_bot", "https://t.me", "https://t.me/", "https://t.me//x",
              "https://t.me.example.org/x", "https://telegram.me/x", "t.me/x", "https://t.me/a b",
              "https://t.me/a\"b", "https://t.me@example.org/x"});
}

TEST(Rules, RequiresHttpsPageLinks) {
  ExpectFits(kPageLink, {"", "https://example.org/terms?lang=ru#top"},
             {"http://example.org/terms", "/terms", "javascript:alert(1)", "https:///x",
              "https://example.org/<x>", "https://example.org/a\\b"});
}

TEST(Rules, AcceptsIconPathOrHttpsUrl) {
  ExpectFits(kIcon, {"/icon.png", "https://cdn.example.org/a.png"},
             {"", "/", "icon.png", "//example.org/a.png", "http://example.org/a.png", "/a b.png"});
}

TEST(Rules, RejectsCspSourceThatEndsItsDirective) {
  ExpectFits(
      kCspSource,
      {"https://cdn.example.org", "https://*.example.org", "wss://example.org:8443",
       "http://127.0.0.1:3000"},
      {"", "*", "'unsafe-inline'", "https:", "https://a.org; script-src *", "https://a.org/x",
       "https://*", "https://a.*.org", "data:", "https://a.org https://b.org"});
}

TEST(Rules, AcceptsProxyRangesAndForwardedHeaders) {
  ExpectFits(kIpRange, {"10.0.0.0/8", "192.0.2.7", "2001:db8::/32", "::1"},
             {"", "0.0.0.0/0", "::/0", "10.0.0.7/8", "10.0.0.0/33", "proxy.example.org",
              "10.0.0.0/8 ", "*"});
  ExpectFits(kForwardedHeader, {"x-forwarded-for", "x-real-ip", "forwarded"},
             {"", "X-Forwarded-For", "cf-connecting-ip"});
}

TEST(Rules, AcceptsTokensThatFitInHeadersAndLists) {
  ExpectFits(kToken, {"a", "0123456789abcdef", "a+b/c==", "!"},
             {"", "a b", "a,b", "a\tb", "\x7f", "\xc3\xa4"});
}

TEST(Rules, ChecksStoreOptions) {
  ExpectFits(kStoreKind, {"sqlite", "memory"}, {"", "SQLite", "redis"});
  ExpectFits(kStoreFsync, {"always", "interval"}, {"", "never", "1000"});
  ExpectFits(kOptionalDirectory, {"", "data", "/var/lib/prichal"}, {});
}

TEST(Rules, ChecksSignInOptions) {
  ExpectFits(kBotIds, {"1", "7000000001", "999999999999999"},
             {"", "0", "01", "-1", "1 ", "7000000001:AAE", "1000000000000000"});
  ExpectFits(kDomains, {"app.example.org", "localhost:5173", "xn--80ak6aa92e.com", "[::1]:8080"},
             {"", "https://app.example.org", "App.example.org", "app.example.org/",
              "app.example.org.", "app.example.org:0", "a b"});
  ExpectFits(kNetworks, {"-239", "-3", "662387", "0"},
             {"", "+1", "-0", "01", "mainnet", "2147483648", "-239 "});
  ExpectFits(kReplay, {"allow", "bind", "once"}, {"", "never"});
  ExpectFits(kDpop, {"optional", "required"}, {"", "off"});
  ExpectFits(kCookie, {"off", "lax", "partitioned"}, {"", "strict"});
  ExpectFits(kIdentityHeaders, {"x-auth-request", "remote"}, {"", "X-Auth-Request"});
  ExpectFits(kAlgorithm, {"ES256", "EdDSA"}, {"", "RS256", "HS256", "es256"});
  ExpectFits(kSealingKey, {"", std::string(43, 'A'), std::string(64, '0')},
             {"0", std::string(44, 'A'), std::string(32, '0')});
  ExpectFits(kClaims, {"name", "username", "picture"}, {"", "phone"});
}

TEST(Rules, ChecksLogOptions) {
  ExpectFits(kLogLevel, {"debug", "info", "warn", "error"}, {"", "INFO", "trace", "off"});
  ExpectFits(kLogFormat, {"text", "json"}, {"", "JSON", "logfmt"});
}

}  // namespace
}  // namespace prichal::config
