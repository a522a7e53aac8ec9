#include "signin/service/origins.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "http/codec/field_lines.h"
#include "http/codec/response_builder.h"

namespace prichal::app {

AuthOrigins::AuthOrigins(std::string site_origin, std::vector<std::string> others)
    : site_origin_(std::move(site_origin)), others_(std::move(others)) {}

bool AuthOrigins::Admits(std::string_view origin) const {
  return origin == site_origin_ ||
         std::find(others_.begin(), others_.end(), origin) != others_.end();
}

std::string AuthOrigins::LinesFor(std::string_view origin) const {
  std::string lines = "Vary: Origin\r\n";
  if (origin.empty() || !Admits(origin)) return lines;
  lines += fmt::format(
      "Access-Control-Allow-Origin: {}\r\n"
      "Access-Control-Allow-Credentials: true\r\n"
      "Access-Control-Expose-Headers: Retry-After, RateLimit, RateLimit-Policy, "
      "WWW-Authenticate, DPoP-Nonce\r\n",
      origin);
  return lines;
}

http::Response AuthOrigins::Preflight(std::string_view allow, std::string_view origin) const {
  http::ResponseBuilder builder(204);
  builder.Header("Allow", allow).Lines(LinesFor(origin));
  if (Admits(origin)) {
    builder.Lines(
        "Access-Control-Allow-Methods: GET, POST, DELETE, OPTIONS\r\n"
        "Access-Control-Allow-Headers: Authorization, Content-Type, DPoP\r\n"
        "Access-Control-Max-Age: 86400\r\n");
  }
  return builder.Empty();
}

bool AuthOrigins::IsOurs(const http::Request& request) const {
  if (!request.origin.empty()) return Admits(request.origin);
  std::string_view lines = request.lines;
  std::string_view site;
  return http::RemoveLastField(lines, "Sec-Fetch-Site", site) && site == "same-origin";
}

}  // namespace prichal::app
