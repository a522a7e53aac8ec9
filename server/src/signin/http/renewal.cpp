#include "signin/http/renewal.h"

#include <boost/json/value.hpp>
#include <optional>
#include <string>
#include <utility>

#include "signin/http/cookies.h"
#include "signin/http/credential.h"
#include "signin/http/session_answers.h"
#include "signin/ledger/refresh_token.h"
#include "base/strict_json.h"

namespace prichal::app {
namespace {

using auth::RefreshToken;
using RenewalOutcome = auth::RenewalAnswer::Status;

std::string TokenIn(const http::Request& request) {
  const auto body = ReadStrictJson(request.body);
  if (body && body->is_object()) {
    const boost::json::value* token = body->get_object().if_contains("refresh_token");
    if (token != nullptr && token->is_string()) return std::string(token->get_string());
  }
  return {};
}

Problem ProblemOf(RenewalOutcome outcome) {
  switch (outcome) {
    case RenewalOutcome::kReused:
      return {.status = 401,
              .code = "refresh_reused",
              .detail =
                  "this refresh token was used before, so somebody else may have it: the "
                  "session has ended, sign in again"};
    case RenewalOutcome::kWrongKey:
      return {.status = 401,
              .code = "dpop_required",
              .detail = "the session is bound to a key: send a DPoP proof by that key"};
    default:
      return RevokedProblem();
  }
}

void AnswerRenewal(const AuthCall& call, const auth::RenewalAnswer& answer,
                   const std::string& presented, const std::string& successor) {
  if (answer.outcome == RenewalOutcome::kRenewed) {
    return AnswerWithTokens(call, "renewed", answer.state, successor);
  }
  if (answer.outcome != RenewalOutcome::kRepeated) return call.Refuse(ProblemOf(answer.outcome));
  const auto first = auth::OpenSuccessor(answer.sealed, presented);
  if (!first) return call.Refuse(ProblemOf(RenewalOutcome::kNoSession));
  AnswerWithTokens(call, "renewed_again", answer.state, *first);
}

}  // namespace

void Renew(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  const SentRequest sent = SentTo(loop, request);
  std::string token = TokenIn(request);
  if (token.empty() && call.cookies()) token = CookieOf(request, kRefreshCookie);
  const auto opened = RefreshToken::Open(token, loop.keys().refresh_key());
  if (!opened) {
    return call.Refuse({.status = 401,
                        .code = token.empty() ? "no_session" : "token_invalid",
                        .detail = "there is no refresh token of ours: send {\"refresh_token\": "
                                  "\"TOKEN\"}, or ?cookie=1 where it is in a cookie"});
  }
  const auto shown = ReadDpop(loop, request, sent, {});
  if (!shown) return call.Refuse(shown.error());
  const AuthOptions& options = loop.options();
  std::string successor =
      RefreshToken::New(opened->session, opened->generation + 1, loop.keys().refresh_key());
  auth::Renewal renewal{
      .session = opened->session,
      .generation = opened->generation,
      .presented = RefreshToken::HashOf(token),
      .successor = RefreshToken::HashOf(successor),
      .sealed = auth::SealSuccessor(successor, token),
      .jkt = shown->thumbprint,
      .lifetimes = {.idle = options.refresh_idle, .absolute = options.refresh_absolute},
      .grace = options.refresh_grace};
  loop.ledger().Renew(
      loop.index(), std::move(renewal), loop.unix_time(),
      [call, token = std::move(token), successor = std::move(successor)](const auto& answer) {
        if (!answer) return call.Refuse(UnavailableProblem());
        call.events().Renewed(call.origin(), *answer);
        AnswerRenewal(call, *answer, token, successor);
      });
}

}  // namespace prichal::app
