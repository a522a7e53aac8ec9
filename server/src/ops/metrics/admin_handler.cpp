#include "ops/metrics/admin_handler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/address.h"
#include "base/telemetry/exposition.h"
#include "http/codec/header_fields.h"
#include "http/codec/response.h"
#include "ops/metrics/metrics.h"
#include "signin/http/auth_service.h"
#include "site/routes.h"

namespace prichal::ops {
namespace {

constexpr std::string_view kJson = "application/json";

/// A path of the admin site, and the conditions under which it responds with 503.
struct AdminPage {
  std::string_view path;
  site::Route route;
  bool asks_draining = false;
  bool asks_store = false;
};

constexpr std::array kPages{
    AdminPage{"/healthz", site::Route::kHealth},
    AdminPage{"/readyz", site::Route::kReady, true, true},
    AdminPage{"/health", site::Route::kHealth, false, true},
    AdminPage{"/ready", site::Route::kReady, false, true},
    AdminPage{"/version", site::Route::kVersion},
    AdminPage{"/metrics", site::Route::kMetrics},
};

const AdminPage* PageAt(std::string_view path) {
  const auto* page = std::find_if(kPages.begin(), kPages.end(), [&](const AdminPage& candidate) {
    return candidate.path == path;
  });
  return page == kPages.end() ? nullptr : page;
}

/// Returns true if the Host header is acceptable. `host`: with its port. Empty in HTTP/1.0, which
/// browsers do not use.
bool IsOurs(std::string_view host, const std::vector<std::string>& names) {
  if (host.empty()) return true;
  const bool bracketed = host.starts_with('[');
  const std::size_t end = bracketed ? host.find(']') : host.find(':');
  const std::string_view name = host.substr(
      bracketed ? 1 : 0, end == std::string_view::npos ? end : end - (bracketed ? 1 : 0));
  return IpAddress::Parse(name).has_value() || http::SameToken(name, "localhost") ||
         std::any_of(names.begin(), names.end(),
                     [name](const std::string& allowed) { return http::SameToken(name, allowed); });
}

std::string NotFoundText() {
  std::string paths;
  for (const AdminPage& page : kPages)
    paths += fmt::format("{}{}", paths.empty() ? "" : ", ", page.path);
  return fmt::format("Not Found, this listener has {}", paths);
}

http::Response Text(int status, std::string_view type, std::string text) {
  return http::ResponseBuilder(status)
      .Header("Cache-Control", "no-store")
      .Header("X-Content-Type-Options", "nosniff")
      .Header("X-Build-Commit", kVersion)
      .Body(type, std::move(text));
}

}  // namespace

AdminHandler::AdminHandler(const std::atomic<bool>& draining, std::function<bool()> healthy,
                           std::function<std::string()> metrics, std::vector<std::string> names)
    : draining_(draining),
      healthy_(std::move(healthy)),
      metrics_(std::move(metrics)),
      names_(std::move(names)) {}

std::size_t AdminHandler::BodyLimit(const http::Request& head) const {
  return auth_ != nullptr && signin::AuthService::OwnsAdmin(head.path) ? auth_->BodyLimit(head) : 0;
}

void AdminHandler::Handle(const http::Request& request, http::ResponseWriter& writer) {
  const AdminPage* page = PageAt(request.path);
  writer.CountAs(site::IdOf(page == nullptr ? site::Route::kUnknown : page->route));
  if (!IsOurs(request.host, names_)) {
    writer.Respond(http::ErrorResponse(
        421, "unknown host name; use an IP address, or add the name to server.admin_hosts"));
  } else if (auth_ != nullptr && signin::AuthService::OwnsAdmin(request.path)) {
    writer.CountAs(site::IdOf(site::Route::kAuthOther));
    auth_->Handle(request, writer);
  } else if (page == nullptr) {
    writer.Respond(http::ErrorResponse(404, NotFoundText()));
  } else if (request.method != http::Method::kGet && request.method != http::Method::kHead) {
    writer.Respond(http::ErrorResponse(405, "Method Not Allowed", "Allow: GET, HEAD\r\n"));
  } else if (page->route == site::Route::kMetrics) {
    writer.Respond(Text(200, telemetry::Exposition::kContentType, metrics_()));
  } else if (page->route == site::Route::kVersion) {
    writer.Respond(Text(200, kJson, fmt::format("{{\"version\":\"{}\"}}\n", kVersion)));
  } else if (page->asks_draining && draining_) {
    writer.Respond(Text(503, kJson, "{\"status\":\"draining\"}\n"));
  } else if (page->asks_store && !healthy_()) {
    writer.Respond(Text(503, kJson, "{\"status\":\"unhealthy\"}\n"));
  } else {
    writer.Respond(Text(200, kJson, "{\"status\":\"ok\"}\n"));
  }
}

}  // namespace prichal::ops
