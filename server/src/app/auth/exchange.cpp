#include "app/auth/exchange.h"

#include <boost/json/value.hpp>
#include <utility>

#include "app/auth/credential.h"
#include "app/auth/identities.h"
#include "app/auth/session_answers.h"
#include "base/strict_json.h"

namespace prichal::app {
namespace {

using SignInOutcome = auth::SignInAnswer::Outcome;

bool IsTrue(const boost::json::object& body, std::string_view name) {
  const boost::json::value* value = body.if_contains(name);
  return value != nullptr && *value == true;
}

Problem ProblemOf(SignInOutcome outcome) {
  switch (outcome) {
    case SignInOutcome::kInUse:
      return {.status = 409,
              .code = "identity_in_use",
              .detail = "another user has this identity; with \"merge\": true both become one"};
    case SignInOutcome::kUnproven:
      return {.status = 403,
              .code = "step_up_required",
              .detail =
                  "the other account is merged by a proof of the last five minutes of its "
                  "first identity, and not by init data: sign in by init data, then prove "
                  "the other identity"};
    default:
      return {.status = 401,
              .code = "session_revoked",
              .detail = "the session that it was to be linked to has ended: sign in again"};
  }
}

std::string_view CodeOf(SignInOutcome outcome) {
  switch (outcome) {
    case SignInOutcome::kCreated:
      return "created";
    case SignInOutcome::kSignedIn:
      return "signed_in";
    case SignInOutcome::kMerged:
      return "merged";
    default:
      return "linked";
  }
}

/// The same for a browser that came with a whole page: in cookies, and on to where it came from.
void RedirectSignIn(const Exchange& exchange, const auth::SignInAnswer& answer,
                    std::string_view refresh_token) {
  const AuthCall& call = exchange.call;
  std::string lines;
  if (!exchange.link_to) lines = SessionCookieLines(call.loop(), answer.state, refresh_token);
  call.Redirect(CodeOf(answer.outcome), exchange.return_to, lines);
}

void AnswerSignIn(const Exchange& exchange, const auth::SignInAnswer& answer,
                  std::string_view refresh_token) {
  const AuthCall& call = exchange.call;
  const SignInOutcome outcome = answer.outcome;
  const bool is_in = outcome == SignInOutcome::kCreated || outcome == SignInOutcome::kSignedIn ||
                     outcome == SignInOutcome::kLinked || outcome == SignInOutcome::kMerged;
  if (outcome == SignInOutcome::kStepUp) {
    const auto step_up = auth::StepUp::ForChange(answer.state, call.loop().unix_time());
    return call.Refuse(StepUpProblem(step_up));
  }
  if (!is_in) return call.Refuse(ProblemOf(outcome));
  if (!exchange.return_to.empty()) return RedirectSignIn(exchange, answer, refresh_token);
  if (outcome == SignInOutcome::kCreated || outcome == SignInOutcome::kSignedIn) {
    return AnswerWithTokens(call, CodeOf(outcome), answer.state, refresh_token,
                            {{"created", outcome == SignInOutcome::kCreated}});
  }
  // The session keeps its refresh token; its access token says more now.
  AnswerLinked(call, CodeOf(outcome), answer.state);
}

}  // namespace

Result<Exchange, Problem> ReadExchange(AuthLoop& loop, const http::Request& request,
                                       AuthCall call) {
  const SentRequest sent = SentTo(loop, request);
  Exchange exchange{.call = std::move(call), .jkt = {}};
  boost::json::object body;
  if (auto value = ReadStrictJson(request.body); value && value->is_object()) {
    body = std::move(value->get_object());
  }
  const auto credential = ReadCredential(loop, request, sent);
  if (!credential) return Fail(credential.error());
  // A cookie comes along whether the page has thought of it or not.
  const bool links = *credential && ((*credential)->by_token || IsTrue(body, "link"));
  if (links) {
    exchange.link_to = (*credential)->session;
    exchange.merge = IsTrue(body, "merge");
    // The request has shown the key that its token is bound to.
    exchange.jkt = (*credential)->key_thumbprint;
    return exchange;
  }
  const auto shown = ReadDpop(loop, request, sent, {});
  if (!shown) return Fail(shown.error());
  // Cookies go to whom the browser sends them; a key that the page holds proves nothing of them.
  if (!exchange.call.cookies()) exchange.jkt = shown->thumbprint;
  if (exchange.jkt.empty() && loop.options().dpop == "required") {
    return Fail(Problem{.status = 400,
                        .code = "dpop_required",
                        .detail =
                            "sessions are bound to a key here: send a DPoP proof, and no wish "
                            "for cookies"});
  }
  return exchange;
}

void Finish(const Exchange& exchange, auth::Identity identity, std::uint32_t amr) {
  AuthLoop& loop = exchange.call.loop();
  const AuthOptions& options = loop.options();
  const auth::Identity proven = {
      .kind = identity.kind, .key = identity.key, .verified = identity.verified, .details = {}};
  const auth::SessionId session = auth::SessionId::New();
  std::string refresh = auth::RefreshToken::New(session, 0, loop.keys().refresh_key());
  auth::SignIn request{
      .identity = std::move(identity),
      .amr = amr,
      .jkt = exchange.jkt,
      .new_user = auth::UserId::New(),
      .new_session = session,
      .refresh = auth::RefreshToken::HashOf(refresh),
      .lifetimes = {.idle = options.refresh_idle, .absolute = options.refresh_absolute},
      .link_to = exchange.link_to,
      .merge = exchange.merge};
  loop.ledger().SignInOrLink(loop.index(), std::move(request), loop.unix_time(),
                             [exchange, proven, refresh = std::move(refresh)](auto answer) {
                               const AuthCall& call = exchange.call;
                               if (!answer) return call.Refuse(UnavailableProblem());
                               call.events().SignedIn(call.origin(), proven, *answer);
                               AnswerSignIn(exchange, *answer, refresh);
                             });
}

void RefuseProof(const AuthCall& call, const Problem& problem) {
  AuthLoop& loop = call.loop();
  if (problem.status < 500) {
    loop.shared().limits.CountRefused(call.client(), loop.loop().now().steady);
  }
  call.Refuse(problem);
}

}  // namespace prichal::app
