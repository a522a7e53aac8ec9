#include <algorithm>

#include "http/codec/header_fields.h"
#include "signin/http/credential.h"

namespace prichal::signin {
namespace {

std::string_view LastOf(const http::Request& request, std::string_view name) {
  std::string_view lines = request.lines;
  std::string_view value;
  return http::RemoveLastField(lines, name, value) ? value : std::string_view();
}

/// Returns the host and port of an origin, as in a Host header.
std::string_view HostOf(std::string_view origin) {
  const auto scheme = origin.find("://");
  return scheme == std::string_view::npos ? std::string_view() : origin.substr(scheme + 3);
}

/// Returns the origin of this deployment that has this host, or the site's if `host` is empty.
/// Empty if none: a proof for a foreign host may have been relayed from there.
std::string_view OriginAt(const AuthOptions& options, std::string_view host) {
  if (host.empty() || http::SameToken(HostOf(options.public_origin), host)) {
    return options.public_origin;
  }
  const auto found =
      std::find_if(options.audience.begin(), options.audience.end(),
                   [host](const std::string& one) { return http::SameToken(HostOf(one), host); });
  return found == options.audience.end() ? std::string_view() : std::string_view(*found);
}

/// Returns whether the request has no side effects. Any page can make a browser send it with
/// cookies, but cannot read the response. A WebSocket handshake is a GET with side effects.
bool IsSafe(const http::Request& request, std::string_view method) {
  return (method == "GET" || method == "HEAD") && LastOf(request, "Sec-WebSocket-Key").empty();
}

}  // namespace

SentRequest SentThroughProxy(const AuthLoop& loop, const http::Request& request,
                             const IpAddress& peer) {
  const AuthOptions& options = loop.options();
  if (!peer.is_local() && !options.proxies.Trusts(peer)) {
    SentRequest sent = SentTo(loop, request);
    sent.is_safe = false;
    return sent;
  }
  SentRequest sent;
  sent.method = LastOf(request, "X-Forwarded-Method");
  sent.is_safe = IsSafe(request, sent.method);
  const std::string_view target = LastOf(request, "X-Forwarded-Uri");
  const std::string_view origin = OriginAt(options, LastOf(request, "X-Forwarded-Host"));
  if (target.starts_with('/') && !origin.empty()) {
    sent.uri.append(origin).append(target.substr(0, target.find('?')));
  }
  if (sent.method.empty() && target.empty()) {
    // No proxy: the client itself sent this request, and its proof is for this URL.
    SentRequest direct = SentTo(loop, request);
    sent.method = direct.method;
    sent.uri = std::move(direct.uri);
  }
  return sent;
}

namespace {

constexpr std::size_t kLongest = 512;

constexpr std::string_view kErrorName = "sign_in_error";

/// Returns the query without the parameters that an earlier sign-in added.
std::string WithoutError(std::string_view query) {
  std::string kept;
  for (bool more = true; more;) {
    const auto end = query.find('&');
    const std::string_view pair = query.substr(0, end);
    more = end != std::string_view::npos;
    if (more) query.remove_prefix(end + 1);
    if (pair.empty() || pair.substr(0, pair.find('=')) == kErrorName) continue;
    if (!kept.empty()) kept += '&';
    kept += pair;
  }
  return kept;
}

}  // namespace

std::optional<std::string> ReturnAddress(std::string_view rd, const AuthOrigins& origins) {
  if (rd.empty() || rd.size() > kLongest) return std::nullopt;
  // Browsers remove control bytes and read a backslash as a slash (URL Standard).
  const bool is_plain =
      std::all_of(rd.begin(), rd.end(), [](char c) { return c > ' ' && c < 0x7f && c != '\\'; });
  if (!is_plain) return std::nullopt;
  if (rd.front() == '/') {
    if (rd.starts_with("//")) return std::nullopt;
    return std::string(origins.site_origin()).append(rd);
  }
  const auto scheme = rd.find("://");
  if (scheme == std::string_view::npos) return std::nullopt;
  // The whole origin: an '@' in it would make it differ from all allowed origins.
  const auto end = rd.find_first_of("/?#", scheme + 3);
  if (!origins.Admits(rd.substr(0, end))) return std::nullopt;
  return std::string(rd);
}

std::string WithSignInError(std::string_view address, std::string_view code) {
  std::string_view fragment;
  if (const auto hash = address.find('#'); hash != std::string_view::npos) {
    fragment = address.substr(hash);
    address.remove_suffix(fragment.size());
  }
  std::string query;
  if (const auto question = address.find('?'); question != std::string_view::npos) {
    query = WithoutError(address.substr(question + 1));
    address = address.substr(0, question);
  }
  if (!code.empty()) query.append(query.empty() ? "" : "&").append(kErrorName).append("=") += code;
  std::string with(address);
  if (!query.empty()) with.append("?").append(query);
  return with.append(fragment);
}

}  // namespace prichal::signin
