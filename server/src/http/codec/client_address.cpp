#include "http/codec/client_address.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "http/codec/header_fields.h"

namespace prichal::http {
namespace {

std::string_view NameOf(ForwardedHeader header) {
  if (header == ForwardedHeader::kForwarded) return "forwarded";
  return header == ForwardedHeader::kXRealIp ? "x-real-ip" : "x-forwarded-for";
}

/// Removes the text after the last `separator` from `list` and returns it trimmed. Ignores
/// separators in quoted strings. Searches from the end, so that an earlier writer cannot open a
/// quote around a later entry.
std::string_view TakeLastPart(std::string_view& list, char separator) {
  bool quoted = false;
  std::size_t at = list.size();
  for (; at > 0; --at) {
    const char c = list[at - 1];
    if (c == '"' && (at < 2 || list[at - 2] != '\\')) quoted = !quoted;
    if (c == separator && !quoted) break;
  }
  const std::string_view part = TrimSpace(list.substr(at));
  list = list.substr(0, at == 0 ? 0 : at - 1);
  return part;
}

bool IsPort(std::string_view text) {
  return !text.empty() && text.size() <= 5 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Parses "192.0.2.1", "192.0.2.1:80", "2001:db8::1", "[2001:db8::1]" or "[2001:db8::1]:80".
std::optional<IpAddress> AddressIn(std::string_view node) {
  if (node.starts_with('[')) {
    const std::size_t close = node.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    const std::string_view rest = node.substr(close + 1);
    const bool has_port = rest.starts_with(':') && IsPort(rest.substr(1));
    if (!rest.empty() && !has_port) return std::nullopt;
    const std::string_view inside = node.substr(1, close - 1);
    return inside.find(':') == std::string_view::npos ? std::nullopt : IpAddress::Parse(inside);
  }
  const std::size_t colon = node.find(':');
  if (colon != std::string_view::npos && node.find(':', colon + 1) == std::string_view::npos) {
    return IsPort(node.substr(colon + 1)) ? IpAddress::Parse(node.substr(0, colon)) : std::nullopt;
  }
  return IpAddress::Parse(node);
}

/// Returns the address in one element of Forwarded: `for="[2001:db8::1]:4711";proto=https` (RFC
/// 7239 section 4). Empty for obfuscated and unknown identifiers.
std::optional<IpAddress> AddressInForwarded(std::string_view element) {
  std::optional<IpAddress> found;
  while (!element.empty()) {
    const std::string_view pair = TakeLastPart(element, ';');
    const std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos || !SameToken(pair.substr(0, equals), "for")) continue;
    if (found) return std::nullopt;  // a parameter occurs at most once
    std::string_view node = pair.substr(equals + 1);
    if (node.size() > 1 && node.front() == '"' && node.back() == '"') {
      node = node.substr(1, node.size() - 2);
    }
    found = AddressIn(node);
    if (!found) return std::nullopt;
  }
  return found;
}

}  // namespace

Result<TrustedProxies, std::string> TrustedProxies::Parse(const std::vector<std::string>& ranges,
                                                          ForwardedHeader header) {
  TrustedProxies proxies;
  proxies.header_ = header;
  for (const std::string& text : ranges) {
    if (text == kUnix) {
      proxies.unix_ = true;
      continue;
    }
    auto range = IpRange::Parse(text);
    if (!range) return Fail(range.error());
    proxies.ranges_.push_back(*std::move(range));
  }
  return proxies;
}

bool TrustedProxies::Trusts(const IpAddress& peer) const {
  return peer == IpAddress() ? unix_ : IsInRanges(peer);
}

bool TrustedProxies::IsInRanges(const IpAddress& address) const {
  return std::any_of(ranges_.begin(), ranges_.end(),
                     [&](const IpRange& range) { return range.Contains(address); });
}

IpAddress TrustedProxies::ClientOf(const IpAddress& peer, std::string_view lines) const {
  IpAddress client = peer;
  if (!Trusts(peer)) return client;
  std::string_view value;
  while (RemoveLastField(lines, NameOf(header_), value)) {
    while (!value.empty()) {
      const std::string_view element = TakeLastPart(value, ',');
      if (element.empty()) continue;  // lists may have empty elements (RFC 9110 section 5.6.1)
      const auto address =
          header_ == ForwardedHeader::kForwarded ? AddressInForwarded(element) : AddressIn(element);
      if (!address) return client;
      // The unspecified address means a Unix socket peer, which a header cannot name.
      if (*address == IpAddress()) return client;
      client = *address;
      if (!IsInRanges(client)) return client;
    }
  }
  return client;
}

}  // namespace prichal::http
