#include "base/listen_address.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/ip_address.h"

namespace prichal {
namespace {

constexpr std::string_view kUnix = "unix:";
constexpr std::string_view kInherited = "systemd:";
constexpr std::string_view kMode = "mode=";
constexpr std::string_view kGroup = "group=";
constexpr std::string_view kProxied = "proxy";
constexpr std::string_view kAny = "::";
constexpr mode_t kMostMode = 0777;

template <typename Number>
std::optional<Number> NumberFrom(std::string_view text, int base) {
  Number number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, base);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// What stands before the next space, taken off `text` with all spaces behind it.
std::string_view TakeWord(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return word;
}

bool ReadIp(std::string_view text, ListenAddress& into) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return false;
  const auto port = NumberFrom<std::uint16_t>(text.substr(colon + 1), 10);
  std::string_view host = text.substr(0, colon);
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (bracketed) host = host.substr(1, host.size() - 2);
  const bool is_v6 = host.find(':') != std::string_view::npos;
  if (!port || bracketed != is_v6 || !IpAddress::Parse(host)) return false;
  into.host = host;
  into.port = *port;
  return true;
}

/// A word behind the address of a unix socket.
bool ReadUnixWord(std::string_view word, ListenAddress& into) {
  if (word.starts_with(kMode)) {
    const auto mode = NumberFrom<mode_t>(word.substr(kMode.size()), 8);
    if (!mode || *mode > kMostMode) return false;
    into.mode = *mode;
    return true;
  }
  if (!word.starts_with(kGroup)) return false;
  into.group = word.substr(kGroup.size());
  return !into.group.empty();
}

}  // namespace

std::optional<ListenAddress> ListenAddress::Parse(std::string_view text) {
  ListenAddress address;
  const std::string_view place = TakeWord(text);
  if (place.starts_with(kUnix)) {
    address.kind = Kind::kUnix;
    address.path = place.substr(kUnix.size());
    const bool fits = address.path.starts_with('/') && !address.path.ends_with('/') &&
                      address.path.size() <= kMostPathBytes &&
                      address.path.find('\0') == std::string::npos;
    if (!fits) return std::nullopt;
  } else if (place.starts_with(kInherited)) {
    address.kind = Kind::kInherited;
    address.name = place.substr(kInherited.size());
    if (address.name.empty() || address.name.find(':') != std::string::npos) return std::nullopt;
  } else if (!ReadIp(place, address)) {
    return std::nullopt;
  }
  while (!text.empty()) {
    const std::string_view word = TakeWord(text);
    if (word == kProxied) {
      address.proxied = true;
    } else if (address.kind != Kind::kUnix || !ReadUnixWord(word, address)) {
      return std::nullopt;
    }
  }
  return address;
}

std::string ListenAddress::ToText() const {
  if (kind == Kind::kUnix) return fmt::format("{}{}", kUnix, path);
  if (kind == Kind::kInherited) return fmt::format("{}{}", kInherited, name);
  return is_v6() ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

bool ListenAddress::IsSamePlace(const ListenAddress& other) const {
  if (kind != other.kind) return false;
  if (kind == Kind::kUnix) return path == other.path;
  if (kind == Kind::kInherited) return name == other.name;
  return port != 0 && port == other.port && host == other.host;
}

void KeepFamiliesApart(std::vector<ListenAddress>& all) {
  for (ListenAddress& address : all) {
    if (address.kind != ListenAddress::Kind::kIp || address.host != kAny) continue;
    address.v6_only = std::any_of(all.begin(), all.end(), [&](const ListenAddress& other) {
      return other.kind == ListenAddress::Kind::kIp && !other.is_v6() && other.port == address.port;
    });
  }
}

}  // namespace prichal
