#include "signin/http/sessions.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/json.h"
#include "base/random.h"
#include "http/codec/request.h"
#include "signin/http/cookies.h"
#include "signin/http/credential.h"
#include "signin/ledger/refresh_token.h"
#include "signin/ledger/step_up.h"
#include "signin/service/identities.h"
#include "signin/token/access_token.h"

namespace prichal::signin {
namespace {

/// Finds the session of the request and calls `then(call, session)`. Refuses if there is none.
template <typename Then>
void WithSession(AuthLoop& loop, const http::Request& request, const AuthCall& call, Then then) {
  const auto credential = RequireCredential(loop, request, SentTo(loop, request));
  if (!credential) return call.Refuse(credential.error());
  loop.ledger().Find(loop.index(), credential->session, loop.unix_time(),
                     [call, then = std::move(then)](auto found) mutable {
                       if (!found) return call.Refuse(UnavailableProblem());
                       if (!*found) return call.Refuse(RevokedProblem());
                       then(call, **found);
                     });
}

bool WantsAll(const http::Request& request) {
  const auto body = ReadStrictObject(request.body);
  const boost::json::value* all = body ? body->if_contains("all") : nullptr;
  return all != nullptr && *all == true;
}

void SignedOut(const AuthCall& call, const Session& session, const std::vector<SessionId>& ended) {
  for (const SessionId& one : ended) {
    const bool current = one == session.id;
    call.events().Ended(call.origin(), session.user, std::span(&one, 1),
                        current ? EndReason::kSignedOut : EndReason::kByUser);
  }
  call.Answer("signed_out", {}, NoCookieLines(call.loop().options()));
}

boost::json::object JsonOf(const Session& session, const SessionId& current) {
  auto json = SessionJson({.session = session, .identities = {}})["session"].as_object();
  json["current"] = session.id == current;
  return json;
}

}  // namespace

void GetSession(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  WithSession(loop, request, call, [](const AuthCall& to, const SignedIn& state) {
    to.Answer("told", boost::json::serialize(SessionJson(state)) + "\n");
  });
}

void ListSessions(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  WithSession(loop, request, call, [](const AuthCall& to, const SignedIn& state) {
    AuthLoop& on = to.loop();
    on.ledger().SessionsOf(on.index(), state.session.user, on.unix_time(),
                           [to, current = state.session.id](const auto& sessions) {
                             if (!sessions) return to.Refuse(UnavailableProblem());
                             boost::json::array all;
                             for (const auto& session : *sessions) {
                               all.push_back(JsonOf(session, current));
                             }
                             const boost::json::object json{{"sessions", std::move(all)}};
                             to.Answer("told", boost::json::serialize(json) + "\n");
                           });
  });
}

void SignOut(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  const bool all = WantsAll(request);
  WithSession(loop, request, call, [all](const AuthCall& to, const SignedIn& state) {
    AuthLoop& on = to.loop();
    const Session& session = state.session;
    if (all) {
      if (const auto step = StepUp::ForChange(state, on.unix_time()); !step.is_done()) {
        return to.Refuse(StepUpProblem(step));
      }
      return on.ledger().EndAll(on.index(), session.user, on.unix_time(),
                                [to, session](const auto& ended) {
                                  if (!ended) return to.Refuse(UnavailableProblem());
                                  SignedOut(to, session, *ended);
                                });
    }
    on.ledger().End(on.index(), session.user, session.id, on.unix_time(),
                    [to, session](const auto& ended) {
                      if (!ended) return to.Refuse(UnavailableProblem());
                      std::vector<SessionId> current;
                      if (*ended) current.push_back(session.id);
                      SignedOut(to, session, current);
                    });
  });
}

void EndSession(AuthLoop& loop, const http::Request& request, const AuthCall& call,
                std::string_view id) {
  const auto ended = SessionId::Parse(id);
  WithSession(loop, request, call, [ended](const AuthCall& to, const SignedIn& state) {
    const Problem unknown{.status = 404,
                          .code = "session_unknown",
                          .detail = "unknown session; GET /auth/sessions lists yours"};
    if (!ended) return to.Refuse(unknown);
    AuthLoop& on = to.loop();
    const auto step = StepUp::ForChange(state, on.unix_time());
    if (*ended != state.session.id && !step.is_done()) return to.Refuse(StepUpProblem(step));
    on.ledger().End(on.index(), state.session.user, *ended, on.unix_time(),
                    [to, unknown, user = state.session.user, ended](const auto& found) {
                      if (!found) return to.Refuse(UnavailableProblem());
                      if (!*found) return to.Refuse(unknown);
                      to.events().Ended(to.origin(), user, std::span(&*ended, 1),
                                        EndReason::kByUser);
                      to.Answer("session_ended", {});
                    });
  });
}

void ForgetUser(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  WithSession(loop, request, call, [](const AuthCall& to, const SignedIn& state) {
    AuthLoop& on = to.loop();
    const auto step = StepUp::ForForget(state, on.unix_time());
    if (!step.is_done()) return to.Refuse(StepUpProblem(step));
    const UserId user = state.session.user;
    on.ledger().Forget(
        on.index(), user, on.unix_time(),
        [to, user, before = state.identities, proof = *step.shown](const auto& ended) {
          if (!ended) return to.Refuse(UnavailableProblem());
          to.events().Forgotten(to.origin(), user, *ended, &before, &proof);
          to.Answer("forgotten", {}, NoCookieLines(to.loop().options()));
        });
  });
}

void UnlinkIdentity(AuthLoop& loop, const http::Request& request, const AuthCall& call,
                    std::string_view id) {
  const auto decoded = http::DecodeQueryComponent(id);
  auto name = decoded ? ParseIdentityName(*decoded) : std::nullopt;
  WithSession(
      loop, request, call, [name = std::move(name)](const AuthCall& to, const SignedIn& state) {
        const Problem unknown{.status = 404,
                              .code = "identity_unknown",
                              .detail = "unknown identity; GET /auth/session lists yours"};
        if (!name) return to.Refuse(unknown);
        AuthLoop& on = to.loop();
        const auto step = StepUp::ForUnlink(state, name->kind, name->key, on.unix_time());
        if (step.accepted.empty()) return to.Refuse(unknown);
        if (!step.is_done()) return to.Refuse(StepUpProblem(step));
        on.ledger().Unlink(
            on.index(), state.session.user, name->kind, name->key, on.unix_time(),
            [to, unknown, name, before = state, proof = *step.shown](const auto& outcome) {
              if (!outcome) return to.Refuse(UnavailableProblem());
              if (*outcome == UnlinkResult::kUnknown) return to.Refuse(unknown);
              if (*outcome == UnlinkResult::kLast) {
                return to.Refuse({.status = 409,
                                  .code = "identity_last",
                                  .detail = "this is your last identity; link another one first"});
              }
              to.events().Unlinked(to.origin(), before, name->kind, name->key, proof);
              to.Answer("unlinked", {});
            });
      });
}

std::string AccountAudience(const AuthOptions& options) { return options.issuer + "/auth"; }

std::string AccessTokenFor(const AuthLoop& loop, const SignedIn& state, TokenUse use,
                           Millis lifetime) {
  const AuthOptions& options = loop.options();
  const Session& session = state.session;
  const Millis now = loop.unix_time();
  token::AccessToken token;
  token.issuer = options.issuer;
  token.subject = session.user.text();
  token.audience = options.audience;
  token.scope = use == TokenUse::kAccount ? "account" : "identity";
  if (use == TokenUse::kAccount) token.audience.push_back(AccountAudience(options));
  token.client_id = kClientId;
  token.id = NewRandomId();
  token.issued_at = SecondsOf(now);
  // No token outlives its session.
  token.expires_at = SecondsOf(std::min(now + lifetime, session.ends));
  token.auth_time = SecondsOf(session.auth_time);
  token.methods = MethodsOf(session.amr);
  token.session = session.id.text();
  token.key_thumbprint = session.jkt;
  AddIdentities(state.identities, options.claims, token);
  return token::SignAccessToken(token, loop.keys().active());
}

boost::json::object SessionJson(const SignedIn& state) {
  boost::json::array methods;
  for (std::string& method : MethodsOf(state.session.amr)) methods.emplace_back(std::move(method));
  boost::json::object json;
  json["session"] = {
      {"id", state.session.id.text()},
      {"created_at", SecondsOf(state.session.created).count()},
      {"auth_time", SecondsOf(state.session.auth_time).count()},
      {"expires_at", SecondsOf(std::min(state.session.expires, state.session.ends)).count()},
      {"amr", std::move(methods)}};
  json["user"] = UserJson(state);
  return json;
}

namespace {

/// Returns the remaining lifetime of a session without a renewal.
Millis LeftOf(const AuthLoop& loop, const Session& session) {
  return std::min(session.expires, session.ends) - loop.unix_time();
}

/// Adds an access token, named as in RFC 6749 section 5.1.
void AddAccessToken(const AuthLoop& loop, const SignedIn& state, boost::json::object& json) {
  const Millis left = state.session.ends - loop.unix_time();
  json["access_token"] =
      AccessTokenFor(loop, state, TokenUse::kAccount, loop.options().access_lifetime);
  json["token_type"] = state.session.jkt.empty() ? "Bearer" : "DPoP";
  json["expires_in"] = SecondsOf(std::min(loop.options().access_lifetime, left)).count();
}

}  // namespace

std::string SessionCookieLines(const AuthLoop& loop, const SignedIn& state,
                               std::string_view refresh_token) {
  return CookieLines(loop.options(), SessionCookie::TextOf(state.session.id, loop.cookie_key()),
                     refresh_token, LeftOf(loop, state.session));
}

void AnswerWithTokens(const AuthCall& call, std::string_view code, const SignedIn& state,
                      std::string_view refresh_token, const boost::json::object& more) {
  AuthLoop& loop = call.loop();
  boost::json::object json = SessionJson(state);
  for (const auto& member : more) json[member.key()] = member.value();
  const bool has_successor = !refresh_token.empty();
  if (has_successor) json["refresh_expires_in"] = SecondsOf(LeftOf(loop, state.session)).count();
  std::string lines;
  if (!call.cookies()) {
    AddAccessToken(loop, state, json);
    if (has_successor) json["refresh_token"] = refresh_token;
  } else if (has_successor) {
    lines = SessionCookieLines(loop, state, refresh_token);
  }
  call.Answer(code, boost::json::serialize(json) + "\n", lines);
}

namespace {

using RenewalOutcome = RenewalAnswer::Status;

std::string TokenIn(const http::Request& request) {
  const auto body = ReadStrictObject(request.body);
  return body ? std::string(TextIn(*body, "refresh_token")) : std::string();
}

Problem ProblemOf(RenewalOutcome outcome) {
  switch (outcome) {
    case RenewalOutcome::kReused:
      return {.status = 401,
              .code = "refresh_reused",
              .detail =
                  "this refresh token was already used, so it may be stolen; the session has "
                  "ended, sign in again"};
    case RenewalOutcome::kWrongKey:
      return {.status = 401,
              .code = "dpop_required",
              .detail = "the session is bound to a key; send a DPoP proof with that key"};
    default:
      return RevokedProblem();
  }
}

void AnswerRenewal(const AuthCall& call, const RenewalAnswer& answer, const std::string& presented,
                   const std::string& successor) {
  if (answer.outcome == RenewalOutcome::kRenewed) {
    return AnswerWithTokens(call, "renewed", answer.state, successor);
  }
  if (answer.outcome != RenewalOutcome::kRepeated) return call.Refuse(ProblemOf(answer.outcome));
  const auto first = OpenSuccessor(answer.sealed, presented);
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
                        .detail = "missing refresh token; send {\"refresh_token\": \"TOKEN\"}, or "
                                  "?cookie=1 if it is in a cookie"});
  }
  const auto shown = ReadDpop(loop, request, sent, {});
  if (!shown) return call.Refuse(shown.error());
  const AuthOptions& options = loop.options();
  std::string successor =
      RefreshToken::New(opened->session, opened->generation + 1, loop.keys().refresh_key());
  Renewal renewal{.session = opened->session,
                  .generation = opened->generation,
                  .presented = RefreshToken::HashOf(token),
                  .successor = RefreshToken::HashOf(successor),
                  .sealed = SealSuccessor(successor, token),
                  .jkt = *shown,
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

}  // namespace prichal::signin
