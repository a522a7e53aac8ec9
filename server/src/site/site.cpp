#include "site/site.h"

#include <algorithm>

#include "http/codec/header_fields.h"

namespace prichal::site {
namespace {

/// Redirects to a path on this site. Keeps the query, which contains launch parameters. The target
/// begins with exactly one '/', so it cannot lead to another host.
http::Response Redirect(std::string_view path, const http::Request& request) {
  std::string target(path);
  if (!request.query.empty()) target.append("?").append(request.query);
  return http::ResponseBuilder(302)
      .Header("Location", target)
      .Header("Cache-Control", "no-cache")
      .Header("Vary", "Accept")
      .Header("X-Content-Type-Options", "nosniff")
      .Empty();
}

/// Returns true if the client requests a document, as browsers do when a user follows a link. A
/// plain `*/*` comes from scripts and tools.
bool WantsDocument(std::string_view accept) {
  std::string_view element;
  while (http::NextListElement(accept, element)) {
    const auto type = http::TrimSpace(element.substr(0, element.find(';')));
    if (http::SameToken(type, "text/html")) return true;
  }
  return false;
}

bool IsRead(http::Method method) {
  return method == http::Method::kGet || method == http::Method::kHead;
}

}  // namespace

Reply Site::Respond(const http::Request& request, const std::shared_ptr<const void>& keeper) const {
  if (const auto found = entries_.find(request.path); found != entries_.end()) {
    return {found->second.resource->Respond(request, keeper), found->second.route};
  }
  if (IsRead(request.method)) {
    if (const auto found = redirects_.find(request.path); found != redirects_.end()) {
      return {Redirect(found->second, request), Route::kRedirect};
    }
    const bool hashed =
        request.path.starts_with("/assets/") || request.path.starts_with(kIconsFolder);
    if (!hashed && WantsDocument(request.accept)) {
      if (not_found_) return {not_found_->Respond(request, keeper), Route::kUnknown};
      if (redirects_home_) return {Redirect("/", request), Route::kRedirect};
    }
  }
  return {http::ErrorResponse(404, "Not Found",
                              "Cache-Control: no-cache\r\nVary: Accept\r\n"
                              "X-Content-Type-Options: nosniff\r\n"),
          Route::kUnknown};
}

std::optional<Millis> Site::NextToGo() const {
  Millis first = Millis::max();
  for (const auto& [path, entry] : entries_) first = std::min(first, entry.goes_at);
  return first == Millis::max() ? std::nullopt : std::optional(first);
}

std::shared_ptr<const Site> Site::WithoutGone(Millis now) const {
  const std::shared_ptr<Site> rest(new Site(*this));
  std::erase_if(rest->entries_, [now](const auto& entry) { return entry.second.goes_at <= now; });
  return rest;
}

}  // namespace prichal::site
