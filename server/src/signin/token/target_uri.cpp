#include "signin/token/target_uri.h"

#include <algorithm>
#include <vector>

#include "base/hex.h"

namespace prichal::token {
namespace {

char Lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c; }

bool IsAlphanumeric(char c) {
  return (c >= '0' && c <= '9') || (Lower(c) >= 'a' && Lower(c) <= 'z');
}

bool IsUnreserved(char c) {
  return IsAlphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

/// Accepts host names, IPv4, and IPv6 in brackets. Internationalized names must be in their ASCII
/// form.
bool IsHost(std::string_view text) {
  if (text.size() > 2 && text.front() == '[' && text.back() == ']') {
    return std::all_of(text.begin() + 1, text.end() - 1,
                       [](char c) { return HexValue(c) >= 0 || c == ':' || c == '.'; });
  }
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return IsAlphanumeric(c) || c == '-' || c == '.' || c == '_';
  });
}

/// Normalizes percent-encoding. Empty for an invalid escape or an invalid byte.
std::optional<std::string> NormalEscapes(std::string_view path) {
  static constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    if (static_cast<unsigned char>(c) <= ' ' || static_cast<unsigned char>(c) >= 0x7f) {
      return std::nullopt;
    }
    if (c != '%') {
      out.push_back(c);
      continue;
    }
    if (i + 2 >= path.size() || HexValue(path[i + 1]) < 0 || HexValue(path[i + 2]) < 0) {
      return std::nullopt;
    }
    const int byte = HexValue(path[i + 1]) * 16 + HexValue(path[i + 2]);
    if (IsUnreserved(static_cast<char>(byte))) {
      out.push_back(static_cast<char>(byte));
    } else {
      out += {'%', kDigits[static_cast<std::size_t>(byte) >> 4U],
              kDigits[static_cast<std::size_t>(byte) & 0xfU]};
    }
    i += 2;
  }
  return out;
}

/// Removes dot segments (RFC 3986 section 5.2.4) from a path that begins with a slash.
std::string WithoutDots(std::string_view path) {
  std::vector<std::string_view> kept;
  bool folder = false;
  while (!path.empty()) {
    const std::size_t end = path.find('/', 1);
    const std::string_view segment = path.substr(0, end);
    path.remove_prefix(segment.size());
    folder = segment == "/." || segment == "/..";
    if (segment == "/.." && !kept.empty()) kept.pop_back();
    if (!folder) kept.push_back(segment);
  }
  std::string out;
  for (const std::string_view segment : kept) out += segment;
  if (folder || out.empty()) out.push_back('/');
  return out;
}

}  // namespace

std::optional<std::string> NormalTargetUri(std::string_view uri) {
  constexpr std::size_t kMost = 4096;
  if (uri.size() > kMost) return std::nullopt;
  const std::size_t colon = uri.find("://");
  if (colon == std::string_view::npos) return std::nullopt;
  std::string out(uri.substr(0, colon));
  std::transform(out.begin(), out.end(), out.begin(), Lower);
  if (out != "http" && out != "https") return std::nullopt;
  const std::string_view default_port = out == "http" ? "80" : "443";

  uri.remove_prefix(colon + 3);
  uri = uri.substr(0, uri.find_first_of("?#"));
  const std::size_t slash = uri.find('/');
  std::string_view host = uri.substr(0, slash);
  std::string_view port;
  if (const std::size_t at = host.rfind(':');
      at != std::string_view::npos && host.find(']', at) == std::string_view::npos) {
    port = host.substr(at + 1);
    host = host.substr(0, at);
  }
  const bool digits =
      std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (!IsHost(host) || !digits || port.size() > 5) return std::nullopt;
  out += "://";
  std::transform(host.begin(), host.end(), std::back_inserter(out), Lower);
  if (!port.empty() && port != default_port) out.append(":").append(port);

  const auto path = NormalEscapes(slash == std::string_view::npos ? "/" : uri.substr(slash));
  if (!path) return std::nullopt;
  return out + WithoutDots(*path);
}

}  // namespace prichal::token
