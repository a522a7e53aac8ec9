#include "base/listen_address.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/ip_address.h"

namespace prichal {
namespace {

constexpr std::string_view kUnix = "unix:";
constexpr std::string_view kInherited = "systemd:";
constexpr std::string_view kModeIs = "mode=";
constexpr std::string_view kGroupIs = "group=";
constexpr std::string_view kProxied = "proxy";
constexpr std::string_view kTls = "tls";
constexpr std::string_view kPlain = "plain";
constexpr std::string_view kAny = "::";
constexpr std::string_view kAnyV4 = "0.0.0.0";
constexpr mode_t kMostMode = 0777;

template <typename Number>
std::optional<Number> NumberFrom(std::string_view text, int base) {
  Number number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, base);
  if (text.empty() || error != std::errc() || stop != end) return std::nullopt;
  return number;
}

/// Removes the first word and the spaces after it from `text`, and returns the word.
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

/// Returns the problem with the path of a Unix socket. Empty if it is valid.
std::optional<std::string> MistakeIn(const std::string& path) {
  if (!path.starts_with('/') || path.ends_with('/') || path.find('\0') != std::string::npos) {
    return "unix: is followed by the whole path of a socket, such as /run/prichal/http.sock";
  }
  if (path.size() <= ListenAddress::kMostPathBytes) return std::nullopt;
  return fmt::format("its path has {} bytes, and that of a unix socket has {} at most", path.size(),
                     ListenAddress::kMostPathBytes);
}

/// Parses one option after an address. The error describes the problem.
Result<void, std::string> ReadWord(std::string_view word, ListenAddress& into) {
  if (word == kProxied) {
    into.proxied = true;
  } else if (word == kTls) {
    into.tls = true;
  } else if (word == kPlain) {
    into.plain = true;
  } else if (word.starts_with(kModeIs) || word.starts_with(kGroupIs)) {
    const std::string_view value = word.substr(word.find('=') + 1);
    if (into.kind != ListenAddress::Kind::kUnix) {
      return Fail(fmt::format("{} is for unix sockets, whose files have such a thing", word));
    }
    if (word.starts_with(kGroupIs)) {
      into.group = value;
      if (value.empty()) return Fail(std::string("group= is followed by a group's name"));
      return {};
    }
    const auto mode = NumberFrom<mode_t>(value, 8);
    if (!mode || *mode > kMostMode) {
      return Fail(std::string("mode= is followed by octal digits such as 660, at most 777"));
    }
    into.mode = *mode;
  } else {
    return Fail(fmt::format("\"{}\" is no word that an address has", word));
  }
  if (into.tls && into.plain) return Fail(std::string("tls and plain contradict each other"));
  return {};
}

}  // namespace

Result<ListenAddress, std::string> ListenAddress::Parse(std::string_view text) {
  ListenAddress address;
  const std::string_view place = TakeWord(text);
  if (place.starts_with(kUnix)) {
    address.kind = Kind::kUnix;
    address.path = place.substr(kUnix.size());
    if (auto mistake = MistakeIn(address.path)) return Fail(*std::move(mistake));
  } else if (place.starts_with(kInherited)) {
    address.kind = Kind::kInherited;
    address.name = place.substr(kInherited.size());
    if (address.name.empty() || address.name.find(':') != std::string::npos) {
      return Fail(std::string("systemd: is followed by the name of a socket, without a colon"));
    }
  } else if (!ReadIp(place, address)) {
    return Fail(std::string("it is no numeric address with a port"));
  }
  while (!text.empty()) {
    if (auto read = ReadWord(TakeWord(text), address); !read) return Fail(read.error());
  }
  return address;
}

std::string ListenAddress::ToText() const {
  if (kind == Kind::kUnix) return fmt::format("{}{}", kUnix, path);
  if (kind == Kind::kInherited) return fmt::format("{}{}", kInherited, name);
  return is_v6() ? fmt::format("[{}]:{}", host, port) : fmt::format("{}:{}", host, port);
}

std::string ListenAddress::ToConfigText() const {
  std::string text = ToText();
  if (kind == Kind::kUnix && mode != kMode) text += fmt::format(" {}{:o}", kModeIs, mode);
  if (!group.empty()) text += fmt::format(" {}{}", kGroupIs, group);
  if (proxied) text += fmt::format(" {}", kProxied);
  if (tls) text += fmt::format(" {}", kTls);
  if (plain) text += fmt::format(" {}", kPlain);
  return text;
}

bool ListenAddress::IsSamePlace(const ListenAddress& other) const {
  if (kind != other.kind) return false;
  if (kind == Kind::kUnix) return path == other.path;
  if (kind == Kind::kInherited) return name == other.name;
  if (port == 0 || port != other.port || is_v6() != other.is_v6()) return false;
  const std::string_view any = is_v6() ? kAny : kAnyV4;
  return host == other.host || host == any || other.host == any;
}

void KeepFamiliesApart(std::vector<ListenAddress>& all) {
  for (ListenAddress& address : all) {
    if (address.kind != ListenAddress::Kind::kIp || address.host != kAny) continue;
    address.v6_only = std::any_of(all.begin(), all.end(), [&](const ListenAddress& other) {
      return other.kind == ListenAddress::Kind::kIp && !other.is_v6() &&
             other.port == address.port && other.port != 0;
    });
  }
}

}  // namespace prichal
