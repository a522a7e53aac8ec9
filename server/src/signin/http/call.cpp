#include "signin/http/call.h"

#include <utility>

#include "signin/http/return_address.h"
#include "http/codec/query.h"
#include "http/codec/response_builder.h"

namespace prichal::app {
namespace {

bool WantsCookies(const http::Request& request) {
  return request.accept.find("application/vnd.prichal.cookie+json") != std::string_view::npos ||
         Query(request.query).First("cookie") == "1";
}

}  // namespace

AuthCall::AuthCall(AuthLoop& loop, const http::Request& request, const net::ResponseWriter& writer)
    : loop_(&loop),
      handle_(writer.handle()),
      client_(loop.options().proxies.ClientOf(writer.peer().address, request.lines)),
      lines_(loop.shared().origins.LinesFor(request.origin)),
      cookies_(loop.options().cookie != "off" && WantsCookies(request) &&
               loop.shared().origins.IsOurs(request)) {}

AuthOrigin AuthCall::origin() const { return {.now = loop_->unix_time(), .client = client_}; }

AuthEvents& AuthCall::events() const { return loop_->shared().events; }

void AuthCall::Respond(std::string_view code, const http::Response& response) const {
  loop_->counters().Count(code);
  if (kind_) {
    loop_->counters().Took(*kind_, std::chrono::duration_cast<std::chrono::microseconds>(
                                       std::chrono::steady_clock::now() - began_));
  }
  loop_->loop().Respond(handle_, response);
}

void AuthCall::Answer(std::string_view code, std::string body, std::string_view lines) const {
  http::ResponseBuilder builder(body.empty() ? 204 : 200);
  builder.Header("Cache-Control", "no-store").Lines(lines_).Lines(lines);
  Respond(code, body.empty() ? builder.Empty() : builder.Body("application/json", std::move(body)));
}

void AuthCall::Redirect(std::string_view code, std::string_view address,
                        std::string_view lines) const {
  http::ResponseBuilder builder(302);
  builder.Header("Cache-Control", "no-store").Header("Location", address);
  Respond(code, builder.Lines(lines_).Lines(lines).Empty());
}

void AuthCall::Refuse(const Problem& problem) const {
  events().Refused(problem.code, client_, loop_->unix_time());
  if (!refuses_to_.empty()) {
    return Redirect(problem.code, WithSignInError(refuses_to_, problem.code));
  }
  Respond(problem.code, ResponseOf(problem, lines_));
}

}  // namespace prichal::app
