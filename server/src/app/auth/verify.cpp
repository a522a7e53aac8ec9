#include "app/auth/verify.h"

#include <utility>

#include "app/auth/credential.h"
#include "app/auth/forwarded_request.h"
#include "app/auth/identity_headers.h"
#include "app/auth/session_answers.h"
#include "app/auth/verify_rules.h"

namespace prichal::app {
namespace {

constexpr Millis kPassedTokenLifetime{60'000};

Problem RevokedProblem() {
  return {
      .status = 401, .code = "session_revoked", .detail = "the session has ended: sign in again"};
}

/// With the lines by which a page of ours may read it: some proxies hand it on to the page.
http::Response Refusal(AuthLoop& here, const Problem& problem, std::string_view lines) {
  here.counters().Count(problem.code);
  return ResponseOf(problem, lines);
}

http::Response Judged(AuthLoop& here, const VerifiedSession& session, const VerifyRules& rules,
                      std::string_view origin) {
  auto head = rules.Judge(session, here.unix_time());
  if (!head) return Refusal(here, head.error(), here.shared().origins.LinesFor(origin));
  here.counters().CountVerified();
  return {.status = 204, .head = *std::move(head), .body = nullptr};
}

VerifiedSession Verified(const AuthLoop& here, const auth::SignedIn& state) {
  MakeToken token;
  if (here.options().pass_jwt) {
    token = [&here](const auth::SignedIn& shown) {
      auth::SignedIn unbound = shown;
      // Its client has shown the key to us; the back end has no proof to look at.
      unbound.session.jkt.clear();
      return AccessTokenFor(here, unbound, kPassedTokenLifetime);
    };
  }
  return MakeVerifiedSession(here.options(), state, token);
}

}  // namespace

void Verify(AuthLoop& here, const http::Request& request, net::Exchange& exchange) {
  const auto refuse = [&](const Problem& problem) {
    exchange.Respond(Refusal(here, problem, here.shared().origins.LinesFor(request.origin)));
  };
  auto rules = VerifyRules::Parse(request.query, here.options().ton_networks);
  if (!rules) return refuse(rules.error());
  const SentRequest sent = SentThroughProxy(here, request, exchange.peer().address);
  const auto credential = RequireCredential(here, request, sent);
  if (!credential) return refuse(credential.error());
  const Time now = here.loop().now();
  if (const auto* session = here.sessions().Find(credential->session, now)) {
    return exchange.Respond(Judged(here, *session, *rules, request.origin));
  }
  here.ledger().Find(
      here.index(), credential->session, now.unix_time,
      [&here, session = credential->session, rules = *std::move(rules), handle = exchange.handle(),
       origin = std::string(request.origin)](auto found) {
        const auto answer = [&](const http::Response& response) {
          here.loop().Respond(handle, response);
        };
        const std::string lines = here.shared().origins.LinesFor(origin);
        if (!found) return answer(Refusal(here, UnavailableProblem(), lines));
        if (!*found) return answer(Refusal(here, RevokedProblem(), lines));
        VerifiedSession verified = Verified(here, **found);
        answer(Judged(here, verified, rules, origin));
        here.sessions().Insert(session, std::move(verified), here.loop().now());
      });
}

}  // namespace prichal::app
