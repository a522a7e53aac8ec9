#include "bridge/core/origin.h"

#include <algorithm>
#include <optional>

namespace prichal::bridge {
namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
  }
  return lower;
}

bool IsScheme(std::string_view text) {
  return !text.empty() && IsLetter(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return IsLetter(c) || IsDigit(c) || c == '+' || c == '-' || c == '.';
         });
}

bool IsHost(std::string_view text) {
  if (text.starts_with('[')) {
    return text.size() > 2 && text.find(']') == text.size() - 1 &&
           std::all_of(text.begin() + 1, text.end() - 1,
                       [](char c) { return IsDigit(c) || IsLetter(c) || c == ':' || c == '.'; });
  }
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    // Beyond ASCII: names that a page has not written in Punycode.
    return IsLetter(c) || IsDigit(c) || c == '-' || c == '.' || c == '_' || c == '~' ||
           static_cast<unsigned char>(c) >= 0x80;
  });
}

/// RFC 3986 section 3.2.1. A backslash here would have ended the host for a browser.
bool IsUserInfo(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return IsLetter(c) || IsDigit(c) ||
           std::string_view("-._~!$&'()*+,;=:%@").find(c) != std::string_view::npos;
  });
}

struct Authority {
  std::string_view host;
  std::string_view port;  ///< digits; empty: the scheme's own
};

std::optional<Authority> AuthorityFrom(std::string_view text) {
  // A user name is no part of the origin.
  if (const auto at = text.rfind('@'); at != std::string_view::npos) {
    if (!IsUserInfo(text.substr(0, at))) return std::nullopt;
    text.remove_prefix(at + 1);
  }
  Authority authority{.host = text, .port = {}};
  const auto colon = text.rfind(':');
  const auto bracket = text.rfind(']');
  if (colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)) {
    authority = {.host = text.substr(0, colon), .port = text.substr(colon + 1)};
  }
  if (!IsHost(authority.host)) return std::nullopt;
  if (!std::all_of(authority.port.begin(), authority.port.end(), IsDigit)) return std::nullopt;
  return authority;
}

}  // namespace

std::string OriginFrom(std::string_view address) {
  const auto colon = address.find("://");
  if (colon == std::string_view::npos || !IsScheme(address.substr(0, colon))) {
    return std::string(address);
  }
  const std::string_view rest = address.substr(colon + 3);
  const auto authority = AuthorityFrom(rest.substr(0, rest.find_first_of("/?#")));
  if (!authority) return std::string(address);

  const std::string scheme = Lower(address.substr(0, colon));
  std::string origin = scheme + "://" + Lower(authority->host);
  const std::string_view usual = scheme == "https" ? "443" : scheme == "http" ? "80" : "";
  if (!authority->port.empty() && authority->port != usual) {
    origin.append(":").append(authority->port);
  }
  return origin;
}

}  // namespace prichal::bridge
