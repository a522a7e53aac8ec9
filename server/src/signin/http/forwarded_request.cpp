#include "signin/http/forwarded_request.h"

#include <algorithm>

#include "http/codec/field_lines.h"
#include "http/codec/token.h"

namespace prichal::app {
namespace {

std::string_view LastOf(const http::Request& request, std::string_view name) {
  std::string_view lines = request.lines;
  std::string_view value;
  return http::RemoveLastField(lines, name, value) ? value : std::string_view();
}

/// Of "https://app.example.org", what Host says of it.
std::string_view HostOf(std::string_view origin) {
  const auto scheme = origin.find("://");
  return scheme == std::string_view::npos ? std::string_view() : origin.substr(scheme + 3);
}

/// Which of our origins has this host; empty: none. A proof for a host that is not ours was made
/// for somebody else, who may be trying it here.
std::string_view OriginAt(const AuthOptions& options, std::string_view host) {
  if (host.empty() || http::SameToken(HostOf(options.public_origin), host)) {
    return options.public_origin;
  }
  const auto found =
      std::find_if(options.audience.begin(), options.audience.end(),
                   [host](const std::string& one) { return http::SameToken(HostOf(one), host); });
  return found == options.audience.end() ? std::string_view() : std::string_view(*found);
}

/// A page of any site may have a browser send it, with cookies of ours, and see nothing of it but
/// what it does. The handshake of a WebSocket is a GET that does something.
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
    // Asked about by its own client, as far as a proof is concerned.
    SentRequest direct = SentTo(loop, request);
    sent.method = direct.method;
    sent.uri = std::move(direct.uri);
  }
  return sent;
}

}  // namespace prichal::app
