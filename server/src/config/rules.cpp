#include "config/rules.h"

#include <arpa/inet.h>

#include <cstdint>

#include "base/encoding.h"

namespace prichal::config {
namespace {

constexpr std::size_t kNameBytes = 64;
constexpr std::size_t kSlugBytes = 32;
constexpr std::size_t kHostBytes = 253;  // RFC 1035 section 2.3.4, without the final dot
constexpr std::size_t kUrlBytes = 2048;
constexpr std::size_t kTokenBytes = 256;
constexpr std::size_t kBotIdDigits = 15;

bool IsLowerOrDigit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

bool DropPrefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool IsIp(int family, const std::string& text) {
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  return inet_pton(family, text.c_str(), bytes.data()) == 1;
}

/// Accepts `host`, `host:port` and `[::1]:port`. `default_port` must be omitted, not written.
bool IsAuthority(std::string_view text, std::uint16_t default_port) {
  std::string_view host = text;
  std::string_view port;
  bool has_port = false;
  if (text.starts_with('[')) {
    const auto close = text.find(']');
    if (close == std::string_view::npos) return false;
    host = text.substr(1, close - 1);
    has_port = text.size() > close + 1;
    if (has_port && text[close + 1] != ':') return false;
    if (has_port) port = text.substr(close + 2);
    if (!IsIp(AF_INET6, std::string(host))) return false;
  } else {
    const auto colon = text.find(':');
    has_port = colon != std::string_view::npos;
    host = text.substr(0, colon);
    if (has_port) port = text.substr(colon + 1);
    if (!IsHostName(host)) return false;
  }
  if (!has_port) return true;
  const auto number = ParseNumber<std::uint16_t>(port);
  return number && *number != 0 && *number != default_port && port.front() != '0';
}

}  // namespace

bool IsHostName(std::string_view host) {
  if (host.empty() || host.size() > kHostBytes) return false;
  while (true) {
    const auto label = host.substr(0, host.find('.'));
    const bool fits = !label.empty() && label.size() <= 63 && label.front() != '-' &&
                      label.back() != '-' && std::all_of(label.begin(), label.end(), [](char c) {
                        return IsLowerOrDigit(c) || c == '-';
                      });
    if (!fits) return false;
    if (label.size() == host.size()) return true;
    host.remove_prefix(label.size() + 1);
  }
}

bool IsHttpsUrl(std::string_view text) { return text.starts_with("https://") && IsWebUrl(text); }

bool IsWebUrl(std::string_view text) {
  if (text.size() > kUrlBytes) return false;
  const bool secure = DropPrefix(text, "https://");
  if (!secure && !DropPrefix(text, "http://")) return false;
  const auto slash = text.find_first_of("/?#");
  if (!IsAuthority(text.substr(0, slash), secure ? 443 : 80)) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return IsAsciiAlphanumeric(c) ||
           std::string_view("-._~:/?#[]@!$&'()*+,;=%").find(c) != std::string_view::npos;
  });
}

bool IsName(std::string_view text) {
  return !text.empty() && text.size() <= kNameBytes && text.front() != ' ' && text.back() != ' ' &&
         std::none_of(text.begin(), text.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte < 0x20 || byte == 0x7f;
         });
}

bool IsSlug(std::string_view text) {
  return IsHostName(text) && text.size() <= kSlugBytes && text.find('.') == std::string_view::npos;
}

bool IsBotLink(std::string_view text) {
  if (!IsHttpsUrl(text) || !DropPrefix(text, "https://t.me/")) return false;
  return !text.empty() && IsAsciiAlphanumeric(text.front());
}

bool IsLanguage(std::string_view text) {
  return (text.size() == 2 || text.size() == 3) &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

bool IsLocalPath(std::string_view text) {
  return text.starts_with('/') && !text.starts_with("//") && text.size() > 1 &&
         IsHttpsUrl("https://host" + std::string(text));
}

bool IsCspSource(std::string_view text) {
  std::uint16_t default_port = 443;
  if (DropPrefix(text, "http://") || DropPrefix(text, "ws://")) {
    default_port = 80;
  } else if (!DropPrefix(text, "https://") && !DropPrefix(text, "wss://")) {
    return false;
  }
  DropPrefix(text, "*.");
  return IsAuthority(text, default_port);
}

std::string MistakeInListenAddress(std::string_view text) {
  const auto address = ListenAddress::Parse(text);
  return address ? std::string() : address.error();
}

std::string MistakeInRange(std::string_view text) {
  const auto range = IpRange::Parse(text);
  if (!range) return range.error();
  if (!text.ends_with("/0")) return {};
  return "with /0 every client could choose its address. Fix: list the addresses of your proxies";
}

std::string MistakeInTrustedProxy(std::string_view text) {
  return text == "unix" ? std::string() : MistakeInRange(text);
}

std::string MistakeInStoreKind(std::string_view text) {
  if (text == "redis") return "unknown kind. Fix: use valkey, which also connects to Redis";
  if (text == "postgres") return "Postgres is not supported. Fix: use sqlite, memory or valkey";
  return {};
}

std::string MistakeInOrigin(std::string_view text) {
  const std::string lower = AsciiLower(std::string(text));
  const auto scheme = lower.find("://");
  if (scheme == std::string::npos) {
    const bool fits = IsOrigin("https://" + lower);
    return "has no scheme" + (fits ? ". Fix: use https://" + lower : std::string());
  }
  const auto path = lower.find_first_of("/?#", scheme + 3);
  std::string origin = lower.substr(0, path);
  const std::string_view port = lower.starts_with("https://") ? ":443" : ":80";
  const bool has_default_port = origin.ends_with(port);
  if (has_default_port) origin.resize(origin.size() - port.size());
  if (!IsOrigin(origin)) return {};
  const std::string_view reason = lower.substr(std::min(path, lower.size())) == "/"
                                      ? "an origin has no trailing slash"
                                  : path != std::string::npos ? "an origin has no path"
                                  : has_default_port          ? "the default port must be omitted"
                                                              : "an origin is lower case";
  return std::string(reason) + ". Fix: use " + origin;
}

bool IsToken(std::string_view text) {
  return !text.empty() && text.size() <= kTokenBytes &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return c > ' ' && c < 0x7f && c != ','; });
}

bool IsIpRange(std::string_view text) {
  return IpRange::Parse(text).has_value() && !text.ends_with("/0");
}

bool IsBotId(std::string_view text) {
  return !text.empty() && text.size() <= kBotIdDigits && text.front() != '0' &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool IsDomain(std::string_view text) { return IsAuthority(text, 0); }

bool IsNetwork(std::string_view text) {
  const auto network = ParseNumber<std::int32_t>(text);
  return network && text == std::to_string(*network);
}

bool IsOrigin(std::string_view text) {
  if (DropPrefix(text, "https://")) return IsAuthority(text, 443);
  return DropPrefix(text, "http://") && IsAuthority(text, 80);
}

}  // namespace prichal::config
