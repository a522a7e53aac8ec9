#include "base/address.h"

#include <arpa/inet.h>
#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

#include "base/encoding.h"

namespace prichal {
namespace {

using Ranges = std::vector<IpRange>;

constexpr std::array<unsigned char, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr std::size_t kMappedBits = 96;
constexpr std::size_t kBits = 128;

/// Clears all bits of `address` after the first `prefix`.
IpAddress Cut(const IpAddress& address, std::size_t prefix) {
  auto bytes = address.bytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::size_t kept = std::min<std::size_t>(8, prefix - std::min(prefix, i * 8));
    bytes.at(i) = static_cast<unsigned char>(bytes.at(i) & (0xff00U >> kept));
  }
  return IpAddress(bytes);
}

Ranges RangesOf(std::initializer_list<std::string_view> texts) {
  Ranges ranges;
  for (const auto text : texts) ranges.push_back(IpRange::Parse(text).value());
  return ranges;
}

bool IsIn(const Ranges& ranges, const IpAddress& address) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const IpRange& range) { return range.Contains(address); });
}

bool IsPublicV4(const IpAddress& address) {
  static const Ranges kSpecial = RangesOf(
      {"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
       "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
       "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"});
  return !IsIn(kSpecial, address);
}

/// Returns the last four bytes as an IPv4 address.
IpAddress EmbeddedV4(const IpAddress& address) {
  const auto& bytes = address.bytes();
  return IpAddress(std::array<unsigned char, 4>{bytes[12], bytes[13], bytes[14], bytes[15]});
}

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

/// Removes the first word and the spaces after it from `text`, and returns the word.
std::string_view TakeWord(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return word;
}

/// Returns the problem with an IP address and port. Empty if it is valid.
std::string ReadIp(std::string_view text, ListenAddress& into) {
  constexpr std::string_view kExample = "127.0.0.1:8080";
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) {
    const bool is_port = ParseNumber<std::uint16_t>(text).has_value();
    return is_port ? fmt::format("expected IP:PORT, got only a port. Fix: use 127.0.0.1:{}", text)
                   : fmt::format("expected IP:PORT. Fix: use an address such as {}", kExample);
  }
  const std::string_view port_text = text.substr(colon + 1);
  const auto port = ParseNumber<std::uint16_t>(port_text);
  if (!port) return "the port must be a number from 0 to 65535. Fix: use a port such as 8080";
  std::string_view host = text.substr(0, colon);
  const bool bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
  if (bracketed) host = host.substr(1, host.size() - 2);
  const bool is_v6 = host.find(':') != std::string_view::npos;
  const bool is_ip = IpAddress::Parse(host).has_value();
  if (host.empty()) {
    return fmt::format("expected IP:PORT, got no IP address. Fix: use 0.0.0.0:{} for all addresses",
                       port_text);
  }
  if (is_ip && is_v6 && !bracketed) {
    return fmt::format("an IPv6 address needs brackets. Fix: use [{}]:{}", host, port_text);
  }
  if (!is_ip && !bracketed && !is_v6) {
    return fmt::format("expected IP:PORT, got a host name. Fix: use 127.0.0.1:{} or 0.0.0.0:{}",
                       port_text, port_text);
  }
  if (!is_ip || bracketed != is_v6) {
    return fmt::format("not an IP address. Fix: use an address such as {}", kExample);
  }
  into.host = host;
  into.port = *port;
  return {};
}

/// Returns the problem with the path of a Unix socket. Empty if it is valid.
std::optional<std::string> MistakeIn(const std::string& path) {
  if (!path.starts_with('/') || path.ends_with('/') || path.find('\0') != std::string::npos) {
    return "unix: needs the absolute path of a socket. Fix: use unix:/run/prichal/http.sock";
  }
  if (path.size() <= ListenAddress::kMostPathBytes) return std::nullopt;
  return fmt::format("the path has {} bytes; Unix sockets allow {}. Fix: use a shorter path",
                     path.size(), ListenAddress::kMostPathBytes);
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
      return Fail(fmt::format("{} applies to unix: addresses only. Fix: remove it", word));
    }
    if (word.starts_with(kGroupIs)) {
      into.group = value;
      if (value.empty()) return Fail(std::string("group= needs the name of a group"));
      return {};
    }
    const auto mode = ParseNumber<mode_t>(value, 8);
    if (!mode || *mode > kMostMode) {
      return Fail(std::string("mode= needs octal digits such as 660, at most 777"));
    }
    into.mode = *mode;
  } else {
    return Fail(fmt::format(
        "unknown option \"{}\". Fix: use proxy, tls, plain, mode=660 or group=NAME", word));
  }
  if (into.tls && into.plain)
    return Fail(std::string("tls and plain exclude each other. Fix: remove one"));
  return {};
}

}  // namespace

std::optional<IpAddress> IpAddress::Parse(std::string_view text) {
  // inet_pton() requires a terminating zero.
  std::array<char, INET6_ADDRSTRLEN> zeroed{};
  if (text.size() >= zeroed.size() || text.find('\0') != std::string_view::npos) {
    return std::nullopt;
  }
  std::copy(text.begin(), text.end(), zeroed.begin());
  Bytes bytes{};
  if (inet_pton(AF_INET6, zeroed.data(), bytes.data()) == 1) return IpAddress(bytes);
  std::copy(kMapped.begin(), kMapped.end(), bytes.begin());
  if (inet_pton(AF_INET, zeroed.data(), bytes.data() + kMapped.size()) == 1) {
    return IpAddress(bytes);
  }
  return std::nullopt;
}

bool IpAddress::is_v4() const { return std::equal(kMapped.begin(), kMapped.end(), bytes_.begin()); }

bool IpAddress::is_loopback() const {
  static constexpr Bytes kLoopback = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  return is_v4() ? bytes_[kMapped.size()] == 127 : bytes_ == kLoopback;
}

std::string IpAddress::ToText() const {
  if (is_v4()) {
    // Each message formats two addresses, and inet_ntop() uses sprintf(), which is slow.
    const unsigned char* const b = bytes_.data() + kMapped.size();
    return fmt::format(FMT_COMPILE("{}.{}.{}.{}"), b[0], b[1], b[2], b[3]);
  }
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (inet_ntop(AF_INET6, bytes_.data(), text.data(), text.size()) == nullptr) return {};
  return text.data();
}

Result<IpRange, std::string> IpRange::Parse(std::string_view text) {
  const std::string quoted = '"' + std::string(text) + '"';
  const std::size_t slash = text.find('/');
  const auto address = IpAddress::Parse(text.substr(0, slash));
  if (!address) {
    return Fail(quoted + " is not an IP address range. Fix: use one such as 10.0.0.0/8");
  }
  // In IPv6 notation the prefix counts from the first of 128 bits, also for mapped IPv4 addresses.
  const bool counts_v4 = text.find(':') == std::string_view::npos;
  const std::size_t skipped = counts_v4 ? kMappedBits : 0;
  std::size_t prefix = kBits;
  if (slash != std::string_view::npos) {
    const auto bits = ParseNumber<std::size_t>(text.substr(slash + 1));
    if (!bits || *bits > kBits - skipped) {
      return Fail(quoted + " has an invalid prefix length. Fix: write a number from 0 to " +
                  std::to_string(kBits - skipped) + " after the slash");
    }
    prefix = skipped + *bits;
  }
  const IpAddress first = Cut(*address, prefix);
  // Fail instead of clearing the bits: a range larger than intended would trust foreign addresses.
  if (first != *address) {
    const std::string bits(text.substr(slash));
    return Fail(quoted + " has host bits set. Fix: use " + first.ToText() + bits +
                " for the range, or " + address->ToText() + " for one address");
  }
  return IpRange(first, prefix);
}

bool IpRange::Contains(const IpAddress& address) const {
  if (prefix_ < kMappedBits && address.is_v4()) return false;
  return Cut(address, prefix_) == first_;
}

bool IsPublic(const IpAddress& address) {
  if (address.is_v4()) return IsPublicV4(address);
  static const Ranges kNat64 = RangesOf({"64:ff9b::/96"});
  if (IsIn(kNat64, address)) return IsPublicV4(EmbeddedV4(address));
  // Global unicast, without protocol assignments (including Teredo), documentation, and 6to4, which
  // routes to the embedded IPv4 address.
  static const Ranges kGlobal = RangesOf({"2000::/3"});
  static const Ranges kSpecial = RangesOf({"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"});
  return IsIn(kGlobal, address) && !IsIn(kSpecial, address);
}

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
      return Fail(std::string("systemd: needs the name of a socket, without a colon"));
    }
  } else if (auto mistake = ReadIp(place, address); !mistake.empty()) {
    return Fail(std::move(mistake));
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
