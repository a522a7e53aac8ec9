#include "signin/service/problem.h"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>

#include "http/codec/response.h"

namespace prichal::signin {
namespace {

/// WWW-Authenticate headers of 401 responses (RFC 6750 section 3, RFC 9449 section 7.1).
constexpr std::string_view kNoToken = "Bearer realm=\"prichal\", DPoP algs=\"ES256 EdDSA\"";
constexpr std::string_view kBadToken =
    "Bearer realm=\"prichal\", error=\"invalid_token\", DPoP algs=\"ES256 EdDSA\", "
    "error=\"invalid_token\"";

}  // namespace

http::Response ResponseOf(const Problem& problem, std::string_view lines) {
  http::ResponseBuilder builder(problem.status);
  builder.Header("Cache-Control", "no-store").Lines(lines);
  if (problem.status == 401) {
    builder.Header("WWW-Authenticate", problem.code == "no_session" ? kNoToken : kBadToken);
  }
  boost::json::object body{{"type", "about:blank"},
                           {"title", http::ReasonPhrase(problem.status)},
                           {"status", problem.status},
                           {"code", problem.code},
                           {"detail", problem.detail}};
  if (!problem.present.empty()) {
    body["present"] = boost::json::array(problem.present.begin(), problem.present.end());
  }
  if (problem.retry_after) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(*problem.retry_after).count();
    builder.Header("Retry-After", std::to_string(seconds));
    body["retry_after"] = seconds;
    if (problem.limit) {
      const auto& [name, a_minute] = *problem.limit;
      // draft-ietf-httpapi-ratelimit-headers
      builder.Header("RateLimit-Policy", fmt::format("\"{}\";q={};w=60", name, a_minute));
      builder.Header("RateLimit", fmt::format("\"{}\";r=0;t={}", name, seconds));
    }
  }
  return builder.Body("application/problem+json", boost::json::serialize(body) + "\n");
}

Problem UnavailableProblem() {
  return {.status = 503,
          .code = "unavailable",
          .detail = "the session store is unavailable; retry",
          .retry_after = Millis(1'000)};
}

Problem RevokedProblem() {
  return {
      .status = 401, .code = "session_revoked", .detail = "the session has ended; sign in again"};
}

}  // namespace prichal::signin
