#include "signin/http/session_answers.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <utility>

#include "signin/http/cookies.h"
#include "signin/service/identities.h"
#include "signin/ledger/session_cookie.h"
#include "base/clock.h"
#include "base/random.h"
#include "signin/token/access_token.h"

namespace prichal::app {

std::string AccountAudience(const AuthOptions& options) { return options.issuer + "/auth"; }

std::string AccessTokenFor(const AuthLoop& loop, const auth::SignedIn& state, TokenUse use,
                           Millis lifetime) {
  const AuthOptions& options = loop.options();
  const auth::Session& session = state.session;
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
  // None outlives its session.
  token.expires_at = SecondsOf(std::min(now + lifetime, session.ends));
  token.auth_time = SecondsOf(session.auth_time);
  token.methods = MethodsOf(session.amr);
  token.session = session.id.text();
  token.key_thumbprint = session.jkt;
  AddIdentities(state.identities, options.claims, token);
  return token::SignAccessToken(token, loop.keys().active());
}

boost::json::object SessionJson(const auth::SignedIn& state) {
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

/// How long a session lives that nobody renews.
Millis LeftOf(const AuthLoop& loop, const auth::Session& session) {
  return std::min(session.expires, session.ends) - loop.unix_time();
}

/// An access token in the names of RFC 6749 section 5.1.
void AddAccessToken(const AuthLoop& loop, const auth::SignedIn& state, boost::json::object& json) {
  const Millis left = state.session.ends - loop.unix_time();
  json["access_token"] =
      AccessTokenFor(loop, state, TokenUse::kAccount, loop.options().access_lifetime);
  json["token_type"] = state.session.jkt.empty() ? "Bearer" : "DPoP";
  json["expires_in"] = SecondsOf(std::min(loop.options().access_lifetime, left)).count();
}

}  // namespace

std::string SessionCookieLines(const AuthLoop& loop, const auth::SignedIn& state,
                               std::string_view refresh_token) {
  return CookieLines(loop.options(),
                     auth::SessionCookie::TextOf(state.session.id, loop.cookie_key()),
                     refresh_token, LeftOf(loop, state.session));
}

void AnswerWithTokens(const AuthCall& call, std::string_view code, const auth::SignedIn& state,
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

}  // namespace prichal::app
