#include "signin/http/sessions.h"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "signin/http/cookies.h"
#include "signin/http/credential.h"
#include "signin/service/identities.h"
#include "signin/http/session_answers.h"
#include "signin/ledger/step_up.h"
#include "http/codec/query.h"
#include "base/strict_json.h"

namespace prichal::app {
namespace {

/// Finds the session that the request is of, and goes on with it. `then`: called with it and with
/// its call.
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
  const auto body = ReadStrictJson(request.body);
  if (!body || !body->is_object()) return false;
  const boost::json::value* all = body->get_object().if_contains("all");
  return all != nullptr && *all == true;
}

void SignedOut(const AuthCall& call, const auth::Session& session,
               const std::vector<auth::SessionId>& ended) {
  for (const auth::SessionId& one : ended) {
    const bool current = one == session.id;
    call.events().Ended(call.origin(), session.user, std::span(&one, 1),
                        current ? EndReason::kSignedOut : EndReason::kByUser);
  }
  call.Answer("signed_out", {}, NoCookieLines(call.loop().options()));
}

boost::json::object JsonOf(const auth::Session& session, const auth::SessionId& current) {
  auto json = SessionJson({.session = session, .identities = {}})["session"].as_object();
  json["current"] = session.id == current;
  return json;
}

}  // namespace

void GetSession(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  WithSession(loop, request, call, [](const AuthCall& to, const auth::SignedIn& state) {
    to.Answer("told", boost::json::serialize(SessionJson(state)) + "\n");
  });
}

void ListSessions(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  WithSession(loop, request, call, [](const AuthCall& to, const auth::SignedIn& state) {
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
  WithSession(loop, request, call, [all](const AuthCall& to, const auth::SignedIn& state) {
    AuthLoop& on = to.loop();
    const auth::Session& session = state.session;
    if (all) {
      if (const auto step = auth::StepUp::ForChange(state, on.unix_time()); !step.is_done()) {
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
                      std::vector<auth::SessionId> current;
                      if (*ended) current.push_back(session.id);
                      SignedOut(to, session, current);
                    });
  });
}

void EndSession(AuthLoop& loop, const http::Request& request, const AuthCall& call,
                std::string_view id) {
  const auto ended = auth::SessionId::Parse(id);
  WithSession(loop, request, call, [ended](const AuthCall& to, const auth::SignedIn& state) {
    const Problem unknown{.status = 404,
                          .code = "session_unknown",
                          .detail = "you have no session of this id: see GET /auth/sessions"};
    if (!ended) return to.Refuse(unknown);
    AuthLoop& on = to.loop();
    const auto step = auth::StepUp::ForChange(state, on.unix_time());
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
  WithSession(loop, request, call, [](const AuthCall& to, const auth::SignedIn& state) {
    AuthLoop& on = to.loop();
    const auto step = auth::StepUp::ForForget(state, on.unix_time());
    if (!step.is_done()) return to.Refuse(StepUpProblem(step));
    const auth::UserId user = state.session.user;
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
  const auto decoded = DecodeQueryComponent(id);
  auto name = decoded ? ParseIdentityName(*decoded) : std::nullopt;
  WithSession(loop, request, call,
              [name = std::move(name)](const AuthCall& to, const auth::SignedIn& state) {
                const Problem unknown{.status = 404,
                                      .code = "identity_unknown",
                                      .detail = "you are not known by this: see GET /auth/session"};
                if (!name) return to.Refuse(unknown);
                AuthLoop& on = to.loop();
                const auto step =
                    auth::StepUp::ForUnlink(state, name->kind, name->key, on.unix_time());
                if (step.accepted.empty()) return to.Refuse(unknown);
                if (!step.is_done()) return to.Refuse(StepUpProblem(step));
                on.ledger().Unlink(
                    on.index(), state.session.user, name->kind, name->key, on.unix_time(),
                    [to, unknown, name, before = state, proof = *step.shown](const auto& outcome) {
                      if (!outcome) return to.Refuse(UnavailableProblem());
                      if (*outcome == auth::UnlinkResult::kUnknown) return to.Refuse(unknown);
                      if (*outcome == auth::UnlinkResult::kLast) {
                        return to.Refuse({.status = 409,
                                          .code = "identity_last",
                                          .detail = "nobody could sign in as you any more: link "
                                                    "another identity first"});
                      }
                      to.events().Unlinked(to.origin(), before, name->kind, name->key, proof);
                      to.Answer("unlinked", {});
                    });
              });
}

}  // namespace prichal::app
