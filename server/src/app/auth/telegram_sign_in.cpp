#include "app/auth/telegram_sign_in.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "app/auth/attempt_cookies.h"
#include "app/auth/credential.h"
#include "app/auth/exchange.h"
#include "app/auth/id_token_exchange.h"
#include "app/auth/return_address.h"
#include "base/query.h"

namespace prichal::app {
namespace {

/// How long a visitor may take at Telegram.
constexpr Millis kLifetime{600'000};
constexpr std::size_t kLongestCode = 2'048;

/// Nothing: browsers sign in here. A page gets no token in an address, so it needs the cookies.
std::optional<Problem> Unready(const AuthLoop& loop) {
  const auto& oidc = loop.shared().oidc;
  if (oidc == nullptr) return NoOidcProblem();
  if (!oidc->has_secret()) {
    return Problem{.status = 404,
                   .code = "not_configured",
                   .detail =
                       "no browser is sent to Telegram here: see "
                       "auth.oidc_client_secret_file, or post what Telegram.Login gives to "
                       "/auth/telegram/id-token"};
  }
  if (loop.options().cookie == "off") {
    return Problem{.status = 404,
                   .code = "not_configured",
                   .detail =
                       "a browser that comes back from Telegram gets its session in "
                       "cookies: set auth.cookie to lax, or post what Telegram.Login gives "
                       "to /auth/telegram/id-token"};
  }
  if (loop.options().dpop == "required") {
    return Problem{.status = 400,
                   .code = "dpop_required",
                   .detail =
                       "sessions are bound to a key here, and a browser shows none on its "
                       "way: post what Telegram.Login gives to /auth/telegram/id-token"};
  }
  return std::nullopt;
}

/// The session that is to be linked to; empty: none. Only a page of ours may wish for it.
Result<std::string, Problem> SessionToLink(AuthLoop& loop, const http::Request& request,
                                           bool links) {
  if (!links) return std::string();
  SentRequest sent = SentTo(loop, request);
  sent.is_safe = false;
  auto credential = RequireCredential(loop, request, sent);
  if (!credential) return Fail(credential.error());
  return credential->session.text();
}

Problem RefusedProblem(std::string_view error) {
  if (error == "access_denied") {
    return {.status = 403,
            .code = "oidc_denied",
            .detail = "the visitor did not want to sign in by Telegram"};
  }
  const std::string_view shown = oidc::ShownError(error);
  return {.status = 502,
          .code = "oidc_refused",
          .detail = fmt::format("Telegram did not sign the visitor in{}{}: compare "
                                "auth.oidc_client_id and the addresses that @BotFather knows "
                                "under Login Widget",
                                shown.empty() ? "" : ", it says ", shown)};
}

/// The state is used up by now: whoever comes with it again is refused.
void Redeem(const Exchange& exchange, const std::string& code, const std::string& verifier) {
  AuthLoop& loop = exchange.call.loop();
  loop.shared().oidc->Redeem(loop.loop(), code, verifier, [exchange](auto claims) {
    if (!claims) return RefuseProof(exchange.call, claims.error());
    FinishWithClaims(exchange, *claims);
  });
}

/// What Telegram has added to the address of the callback.
struct Reply {
  std::string state;
  std::string code;
  std::string error;
  std::string issuer;
};

Reply ReadReply(const http::Request& request) {
  const Query query(request.query);
  const auto text = [&](std::string_view name) {
    return std::string(query.First(name).value_or(""));
  };
  return {
      .state = text("state"), .code = text("code"), .error = text("error"), .issuer = text("iss")};
}

std::optional<Problem> ProblemOf(const Reply& reply, const std::string& issuer) {
  if (!reply.issuer.empty() && reply.issuer != issuer) {  // RFC 9207
    return Problem{.status = 401,
                   .code = "oidc_issuer",
                   .detail = "another issuer than " + issuer + " has answered: sign in again"};
  }
  if (!reply.error.empty()) return RefusedProblem(reply.error);
  if (reply.code.empty() || reply.code.size() > kLongestCode) {
    return Problem{.status = 400,
                   .code = "oidc_malformed",
                   .detail = "Telegram has sent the browser back without a code: sign in again"};
  }
  return std::nullopt;
}

}  // namespace

void BeginTelegramSignIn(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  if (const auto problem = Unready(loop)) return call.Refuse(*problem);
  const Query query(request.query);
  auto return_to = ReturnAddress(query.First("rd").value_or("/"), loop.shared().origins);
  if (!return_to) {
    return call.Refuse({.status = 400,
                        .code = "rd_not_allowed",
                        .detail = "rd is where the browser goes in the end: a path such as "
                                  "/account, or an address of site.origin or auth.origins, of at "
                                  "most 512 characters"});
  }
  // What came of a sign-in before says nothing of this one.
  *return_to = WithSignInError(*return_to, {});
  auto link_to = SessionToLink(loop, request, query.First("link") == "1");
  if (!link_to) {
    AuthCall back = call;
    // His session is over, as he may not know; what another page has asked for goes nowhere.
    if (link_to.error().status == 401) back.RefuseTo(*return_to);
    return back.Refuse(link_to.error());
  }

  oidc::Attempt attempt = oidc::Attempt::New(loop.unix_time(), kLifetime);
  attempt.link_to = *std::move(link_to);
  attempt.return_to = *std::move(return_to);
  const TelegramOidc& oidc = *loop.shared().oidc;
  call.Redirect(
      "sent_to_telegram",
      oidc.provider().AuthorizeUrl(oidc.redirect_uri(), attempt.StateText(), attempt.verifier),
      AttemptCookieLine(PlaceForAttempt(loop, request), attempt.Seal(loop.attempt_key()),
                        kLifetime));
}

void EndTelegramSignIn(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  if (const auto problem = Unready(loop)) return call.Refuse(*problem);
  Reply reply = ReadReply(request);
  const auto found = FindAttempt(loop, request, reply.state);
  if (!found) {
    return RefuseProof(call, {.status = 401,
                              .code = "oidc_state",
                              .detail = "this browser has not begun this sign-in, or more than "
                                        "ten minutes ago: sign in again"});
  }
  const oidc::Attempt& attempt = found->attempt;
  Exchange exchange{.call = call, .jkt = {}, .return_to = attempt.return_to};
  exchange.call.AddLines(NoAttemptCookieLine(found->place));
  exchange.call.RefuseTo(attempt.return_to);
  if (!attempt.link_to.empty()) exchange.link_to = auth::SessionId::Parse(attempt.link_to);
  loop.ledger().UseChallenge(
      loop.index(), attempt.state, attempt.expires, loop.unix_time(),
      [exchange, reply = std::move(reply), verifier = attempt.verifier](auto is_first) {
        if (!is_first) return exchange.call.Refuse(UnavailableProblem());
        if (!*is_first) {
          return RefuseProof(exchange.call, {.status = 409,
                                             .code = "oidc_state_used",
                                             .detail = "this sign-in has been ended before: sign "
                                                       "in again"});
        }
        const auto& issuer = exchange.call.loop().options().oidc_issuer;
        if (const auto problem = ProblemOf(reply, issuer)) {
          // The page is told a code; what helps is for who has configured it.
          if (problem->status >= 500) {
            exchange.call.loop().shared().log.Write(telemetry::Level::kWarn,
                                                    "Telegram has not signed a visitor in",
                                                    {{"reason", problem->detail}});
          }
          return RefuseProof(exchange.call, *problem);
        }
        Redeem(exchange, reply.code, verifier);
      });
}

}  // namespace prichal::app
