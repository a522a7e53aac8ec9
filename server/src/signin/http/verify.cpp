#include "signin/http/verify.h"

#include <utility>

#include "signin/http/credential.h"
#include "signin/http/forwarded_request.h"
#include "signin/http/identity_headers.h"
#include "signin/http/session_answers.h"
#include "signin/http/verify_rules.h"

namespace prichal::app {
namespace {

constexpr Millis kPassedTokenLifetime{60'000};

/// With the lines by which a page of ours may read it: some proxies hand it on to the page.
http::Response Refusal(AuthLoop& loop, const Problem& problem, std::string_view lines) {
  loop.counters().Count(problem.code);
  return ResponseOf(problem, lines);
}

http::Response Judged(AuthLoop& loop, const VerifiedSession& session, const VerifyRules& rules,
                      std::string_view origin) {
  auto head = rules.Judge(session, loop.unix_time());
  if (!head) return Refusal(loop, head.error(), loop.shared().origins.LinesFor(origin));
  loop.counters().CountVerified();
  return {.status = 204, .head = *std::move(head), .body = nullptr};
}

VerifiedSession Verified(const AuthLoop& loop, const auth::SignedIn& state) {
  MakeToken token;
  if (loop.options().pass_jwt) {
    token = [&loop](const auth::SignedIn& shown) {
      return AccessTokenFor(loop, shown, TokenUse::kBackEnd, kPassedTokenLifetime);
    };
  }
  return MakeVerifiedSession(loop.options(), state, token);
}

}  // namespace

void Verify(AuthLoop& loop, const http::Request& request, net::ResponseWriter& writer) {
  const auto refuse = [&](const Problem& problem) {
    writer.Respond(Refusal(loop, problem, loop.shared().origins.LinesFor(request.origin)));
  };
  auto rules = VerifyRules::Parse(request.query, loop.options().ton_networks);
  if (!rules) return refuse(rules.error());
  const SentRequest sent = SentThroughProxy(loop, request, writer.peer().address);
  const auto credential = RequireCredential(loop, request, sent);
  if (!credential) return refuse(credential.error());
  const Time now = loop.loop().now();
  if (const auto* session = loop.sessions().Find(credential->session, now)) {
    return writer.Respond(Judged(loop, *session, *rules, request.origin));
  }
  loop.ledger().Find(loop.index(), credential->session, now.unix_time,
                     [&loop, session = credential->session, rules = *std::move(rules),
                      handle = writer.handle(), origin = std::string(request.origin)](auto found) {
                       const auto answer = [&](const http::Response& response) {
                         loop.loop().Respond(handle, response);
                       };
                       const std::string lines = loop.shared().origins.LinesFor(origin);
                       if (!found) return answer(Refusal(loop, UnavailableProblem(), lines));
                       if (!*found) return answer(Refusal(loop, RevokedProblem(), lines));
                       VerifiedSession verified = Verified(loop, **found);
                       answer(Judged(loop, verified, rules, origin));
                       loop.sessions().Insert(session, std::move(verified), loop.loop().now());
                     });
}

}  // namespace prichal::app
