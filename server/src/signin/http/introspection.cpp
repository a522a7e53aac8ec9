#include "signin/http/introspection.h"

#include <algorithm>
#include <boost/json/array.hpp>
#include <chrono>
#include <optional>
#include <utility>

#include "signin/http/credential.h"
#include "signin/service/identities.h"
#include "signin/http/session_answers.h"
#include "signin/ledger/refresh_token.h"
#include "base/clock.h"
#include "http/codec/query.h"
#include "base/strict_json.h"
#include "signin/token/jws.h"

namespace prichal::app {
namespace {

using auth::RefreshToken;
using Done = auth::Ledger::Done<boost::json::object>;

boost::json::object Inactive() { return {{"active", false}}; }

boost::json::object RefreshJson(const AuthLoop& loop, const auth::Session& session) {
  boost::json::array methods;
  for (std::string& method : MethodsOf(session.amr)) methods.emplace_back(std::move(method));
  boost::json::object json{{"active", true},
                           {"token_type", "refresh_token"},
                           {"iss", loop.options().issuer},
                           {"sub", session.user.text()},
                           {"sid", session.id.text()},
                           {"client_id", kClientId},
                           {"exp", SecondsOf(std::min(session.expires, session.ends)).count()},
                           {"auth_time", SecondsOf(session.auth_time).count()},
                           {"amr", std::move(methods)}};
  if (!session.jkt.empty()) json["cnf"] = {{"jkt", session.jkt}};
  return json;
}

void TellOfRefreshToken(AuthLoop& loop, const auth::SessionId& session, std::string_view text,
                        Done done) {
  loop.ledger().FindByRefresh(loop.index(), session, RefreshToken::HashOf(text), loop.unix_time(),
                              [&loop, done = std::move(done)](const auto& found) mutable {
                                if (!found) return done(Fail(found.error()));
                                done(*found ? RefreshJson(loop, (*found)->session) : Inactive());
                              });
}

/// What a token says that is ours; nothing: it does not count.
std::optional<boost::json::object> ClaimsOf(const VerifiedToken& token, std::string_view text) {
  // Its signature is ours: what it says is what we have written.
  const auto jws = token::UnverifiedJws::Parse(text);
  auto claims = jws ? ReadStrictJson(jws->unverified_payload()) : Fail(std::string());
  if (!claims || !claims->is_object()) return std::nullopt;
  boost::json::object json = std::move(claims->get_object());
  json["active"] = true;
  json["token_type"] = token.key_thumbprint.empty() ? "Bearer" : "DPoP";
  return json;
}

}  // namespace

void Introspect(AuthLoop& loop, std::string_view text, Done done) {
  if (const auto refresh = RefreshToken::Open(text, loop.keys().refresh_key())) {
    return TellOfRefreshToken(loop, refresh->session, text, std::move(done));
  }
  const auto token = VerifyOnce(loop, text);
  if (!token) return done(Inactive());
  auto json = ClaimsOf(*token, text);
  if (!json) return done(Inactive());
  loop.ledger().Find(loop.index(), token->session, loop.unix_time(),
                     [json = *std::move(json), done = std::move(done)](const auto& found) mutable {
                       if (!found) return done(Fail(found.error()));
                       done(*found ? std::move(json) : Inactive());
                     });
}

std::string TokenInForm(const http::Request& request) {
  return std::string(Query(request.body).First("token").value_or(""));
}

Problem NoTokenProblem() {
  return {.status = 400,
          .code = "token_absent",
          .detail = "send application/x-www-form-urlencoded with token=TOKEN"};
}

}  // namespace prichal::app
