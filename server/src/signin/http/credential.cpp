#include "signin/http/credential.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/clock.h"
#include "http/codec/header_fields.h"
#include "http/codec/request.h"
#include "http/codec/response.h"
#include "signin/http/cookies.h"
#include "signin/http/sessions.h"
#include "signin/ledger/refresh_token.h"
#include "signin/token/access_token.h"
#include "signin/token/dpop.h"

namespace prichal::signin {
namespace {

bool WantsCookies(const http::Request& request) {
  return request.accept.find("application/vnd.prichal.cookie+json") != std::string_view::npos ||
         http::Query(request.query).First("cookie") == "1";
}

}  // namespace

AuthCall::AuthCall(AuthLoop& loop, const http::Request& request, const http::ResponseWriter& writer)
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

namespace {

using token::TokenRule;

// largest difference between the clocks of instances
constexpr std::chrono::seconds kInstanceLeeway{5};

Problem TokenProblem(token::TokenRefusal refusal) {
  const bool is_expired = refusal.rule == TokenRule::kExpired;
  return {.status = 401,
          .code = is_expired ? "token_expired" : "token_invalid",
          .detail = std::move(refusal.words)};
}

Result<Credential, Problem> FromToken(AuthLoop& loop, const http::Request& request,
                                      const SentRequest& sent, std::string_view text,
                                      bool as_dpop) {
  const auto token = VerifyOnce(loop, text);
  if (!token) return Fail(token.error());
  if (!token->is_for_account) {
    return Fail(
        Problem{.status = 401,
                .code = "token_invalid",
                .detail = "this token is for backends; send the client's access token, which has " +
                          AccountAudience(loop.options()) + " in aud"});
  }
  // A bound token in the scheme Bearer was stolen (RFC 9449 section 7.1).
  if (!token->key_thumbprint.empty() || as_dpop) {
    const auto shown = ReadDpop(loop, request, sent, text);
    if (!shown) return Fail(shown.error());
    if (shown->empty() || *shown != token->key_thumbprint) {
      return Fail(Problem{.status = 401,
                          .code = "dpop_required",
                          .detail = "the token is bound to a key; send Authorization: DPoP TOKEN "
                                    "and a DPoP proof with that key"});
    }
  }
  return Credential{
      .session = token->session, .by_token = true, .key_thumbprint = token->key_thumbprint};
}

}  // namespace

bool RemoveScheme(std::string_view& header, std::string_view scheme) {
  if (header.size() <= scheme.size() || header[scheme.size()] != ' ' ||
      !http::SameToken(header.substr(0, scheme.size()), scheme)) {
    return false;
  }
  header.remove_prefix(scheme.size() + 1);
  return true;
}

Result<VerifiedToken, Problem> VerifyOnce(AuthLoop& loop, std::string_view text) {
  const auto now = SecondsOf(loop.unix_time());
  if (const VerifiedToken* cached = loop.tokens().Find(text, now)) return *cached;
  const AuthOptions& options = loop.options();
  auto token = token::VerifyAccessToken(text, loop.keys().published(), options.issuer,
                                        options.audience.front(), now, kInstanceLeeway);
  if (!token) return Fail(TokenProblem(token.error()));
  const auto session = SessionId::Parse(token->session);
  if (!session) {
    return Fail(
        Problem{.status = 401, .code = "token_invalid", .detail = "sid is not a session ID"});
  }
  const bool is_for_account = std::find(token->audience.begin(), token->audience.end(),
                                        AccountAudience(options)) != token->audience.end();
  VerifiedToken verified{.session = *session,
                         .key_thumbprint = std::move(token->key_thumbprint),
                         .is_for_account = is_for_account,
                         .until = token->expires_at + kInstanceLeeway};
  loop.tokens().Insert(text, verified);
  return verified;
}

SentRequest SentTo(const AuthLoop& loop, const http::Request& request) {
  return {.method = http::NameOf(request.method),
          .uri = fmt::format("{}{}", loop.options().public_origin, request.path),
          .is_safe = request.method == http::Method::kGet || request.method == http::Method::kHead};
}

Result<std::string, Problem> ReadDpop(AuthLoop& loop, const http::Request& request,
                                      const SentRequest& sent, std::string_view access_token) {
  std::string_view lines = request.lines;
  std::string_view proof;
  if (!http::RemoveLastField(lines, "DPoP", proof)) return std::string();
  std::string_view other;
  if (http::RemoveLastField(lines, "DPoP", other)) {
    return Fail(
        Problem{.status = 401, .code = "dpop_invalid", .detail = "two DPoP headers; send one"});
  }
  const auto now = SecondsOf(loop.unix_time());
  DpopReplayTable& replays = loop.shared().replays;
  replays.SetNow(now);
  auto shown = token::CheckDpop(
      proof, {.method = sent.method, .uri = sent.uri, .now = now, .access_token = access_token},
      [&replays](const auto& id, auto until) { return replays.InsertIfAbsent(id, until); });
  if (!shown) {
    return Fail(
        Problem{.status = 401, .code = "dpop_invalid", .detail = std::move(shown.error().words)});
  }
  return *std::move(shown);
}

Result<std::optional<Credential>, Problem> ReadCredential(AuthLoop& loop,
                                                          const http::Request& request,
                                                          const SentRequest& sent) {
  std::string_view text = request.authorization;
  const bool as_dpop = RemoveScheme(text, "dpop");
  if (as_dpop || RemoveScheme(text, "bearer")) {
    auto read = FromToken(loop, request, sent, text, as_dpop);
    if (!read) return Fail(read.error());
    return std::optional(*std::move(read));
  }
  if (loop.options().cookie == "off") return std::optional<Credential>();
  const std::string_view cookie = CookieOf(request, kSessionCookie);
  if (cookie.empty()) return std::optional<Credential>();
  const auto session = SessionCookie::Open(cookie, loop.cookie_key());
  if (!session) {
    return Fail(
        Problem{.status = 401, .code = "token_invalid", .detail = "unknown cookie; sign in again"});
  }
  // Protection against CSRF: browsers add cookies to requests of any page.
  if (!sent.is_safe && !loop.shared().origins.IsOurs(request)) {
    return Fail(
        Problem{.status = 403,
                .code = "foreign_page",
                .detail = "with a cookie, this request is accepted only from pages of site.origin "
                          "or auth.origins; behind a proxy, the proxy must be in proxies.trusted "
                          "(or on loopback) and send X-Forwarded-Method"});
  }
  return std::optional(Credential{.session = *session});
}

Result<Credential, Problem> RequireCredential(AuthLoop& loop, const http::Request& request,
                                              const SentRequest& sent) {
  auto read = ReadCredential(loop, request, sent);
  if (!read) return Fail(read.error());
  if (!*read) {
    return Fail(Problem{.status = 401,
                        .code = "no_session",
                        .detail = "not signed in; send Authorization: Bearer TOKEN"});
  }
  return **std::move(read);
}

}  // namespace prichal::signin
