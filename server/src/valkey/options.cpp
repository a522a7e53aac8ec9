#include "valkey/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/encoding.h"

namespace prichal::valkey {
namespace {

constexpr std::string_view kShape =
    "use redis://[user:password@]host[:port][,host[:port]...][/database], or rediss:// for TLS";
constexpr std::uint16_t kPort = 6379;

std::optional<std::string> PercentDecode(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out.push_back(text[i]);
      continue;
    }
    if (i + 2 >= text.size() || HexValue(text[i + 1]) < 0 || HexValue(text[i + 2]) < 0) {
      return std::nullopt;
    }
    out.push_back(static_cast<char>(HexValue(text[i + 1]) * 16 + HexValue(text[i + 2])));
    i += 2;
  }
  return out;
}

struct Scheme {
  std::string_view name;
  bool tls;
};

constexpr std::array kSchemes = {Scheme{"redis://", false}, Scheme{"rediss://", true},
                                 Scheme{"valkey://", false}, Scheme{"valkeys://", true}};

/// Reason for which the text is invalid.
using Reason = std::string;

Result<Endpoint, Reason> ParseSeed(std::string_view text) {
  if (text.empty()) return Fail(Reason("a host is empty"));
  std::string_view host;
  std::string_view port;
  if (text.front() == '[') {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos || close == 1) {
      return Fail(Reason("a \"[\" without a \"]\""));
    }
    host = text.substr(1, close - 1);
    const std::string_view rest = text.substr(close + 1);
    if (!rest.empty() && rest.front() != ':') {
      return Fail(fmt::format("unexpected \"{}\" after an IPv6 address", rest));
    }
    if (!rest.empty()) port = rest.substr(1);
    if (!rest.empty() && port.empty()) return Fail(Reason("a port is empty"));
  } else {
    const std::size_t colon = text.find(':');
    host = text.substr(0, colon);
    if (colon != std::string_view::npos) {
      port = text.substr(colon + 1);
      if (port.empty()) return Fail(Reason("a port is empty"));
      if (port.find(':') != std::string_view::npos) {
        return Fail(Reason("an IPv6 address needs brackets"));
      }
    }
  }
  if (host.empty()) return Fail(Reason("a host is empty"));
  const bool plain = std::all_of(host.begin(), host.end(), [](char c) {
    return static_cast<unsigned char>(c) > ' ' && c != '%' && c != '?' && c != '#' && c != '\x7f';
  });
  if (!plain) return Fail(fmt::format("\"{}\" is not a host", host));
  if (port.empty()) return Endpoint{.host = std::string(host), .port = kPort};
  const auto number = ParseNumber<std::uint16_t>(port);
  if (!number || *number == 0) return Fail(fmt::format("\"{}\" is not a port", port));
  return Endpoint{.host = std::string(host), .port = *number};
}

/// Parses the part after "scheme://" and before the next URI.
Result<Uri, Reason> ParseOne(std::string_view rest, bool tls) {
  Uri uri;
  uri.tls = tls;
  if (const std::size_t at = rest.rfind('@'); at != std::string_view::npos) {
    const std::string_view who = rest.substr(0, at);
    const std::size_t colon = who.find(':');
    auto user = PercentDecode(who.substr(0, colon));
    auto password =
        PercentDecode(colon == std::string_view::npos ? std::string_view() : who.substr(colon + 1));
    if (!user || !password) return Fail(Reason("a \"%\" without two hexadecimal digits"));
    if (!user->empty() && password->empty()) {
      return Fail(Reason("a user without a password"));
    }
    uri.user = std::move(*user);
    uri.password = std::move(*password);
    rest = rest.substr(at + 1);
  }
  if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
    const std::string_view database = rest.substr(slash + 1);
    if (!database.empty()) {
      const auto number = ParseNumber<unsigned>(database);
      if (!number || *number > 1'000'000) {
        return Fail(fmt::format("\"{}\" is not a database number", database));
      }
      uri.database = *number;
    }
    rest = rest.substr(0, slash);
  }
  while (true) {
    const std::size_t comma = rest.find(',');
    auto seed = ParseSeed(rest.substr(0, comma));
    if (!seed) return Fail(std::move(seed.error()));
    uri.seeds.push_back(std::move(*seed));
    if (comma == std::string_view::npos) return uri;
    rest = rest.substr(comma + 1);
  }
}

/// Returns the position of the next URI in a comma-separated list. npos if there is none.
std::size_t NextUri(std::string_view rest) {
  std::size_t next = std::string_view::npos;
  for (const Scheme& scheme : kSchemes) {
    next = std::min(next, rest.find(fmt::format(",{}", scheme.name)));
  }
  return next;
}

Result<Uri, Reason> ParseAll(std::string_view text) {
  std::optional<Uri> all;
  while (true) {
    const auto* scheme = std::find_if(kSchemes.begin(), kSchemes.end(), [&](const Scheme& entry) {
      return text.starts_with(entry.name);
    });
    if (scheme == kSchemes.end()) return Fail(Reason("unknown scheme"));
    text = text.substr(scheme->name.size());
    const std::size_t next = NextUri(text);
    auto one = ParseOne(text.substr(0, next), scheme->tls);
    if (!one) return one;
    if (!all) {
      all = std::move(*one);
    } else {
      if (one->tls != all->tls || one->database != all->database || one->user != all->user ||
          one->password != all->password) {
        return Fail(Reason("the URIs differ in more than the host"));
      }
      all->seeds.insert(all->seeds.end(), one->seeds.begin(), one->seeds.end());
    }
    if (next == std::string_view::npos) return std::move(*all);
    text = text.substr(next + 1);
  }
}

}  // namespace

Result<Uri, std::string> ParseUri(std::string_view text) {
  auto uri = ParseAll(text);
  if (!uri) {
    return Fail(fmt::format("\"{}\" is not a Valkey or Redis URI: {}. Fix: {}.",
                            WithoutPassword(text), uri.error(), kShape));
  }
  return std::move(*uri);
}

std::string WithoutPassword(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t next = NextUri(text);
    const std::string_view one = text.substr(0, next);
    const std::size_t at = one.rfind('@');
    if (at == std::string_view::npos) {
      out.append(one);
    } else {
      const std::size_t scheme = one.find("://");
      const std::size_t who = scheme == std::string_view::npos || scheme > at ? 0 : scheme + 3;
      const std::size_t colon = one.find(':', who);
      // Without a colon it can still be a password, if the user forgot the colon.
      out.append(one.substr(0, colon < at ? colon + 1 : who)).append("***").append(one.substr(at));
    }
    if (next == std::string_view::npos) return out;
    out.push_back(',');
    text = text.substr(next + 1);
  }
}

}  // namespace prichal::valkey
