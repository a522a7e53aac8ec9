#include "signin/http/token_endpoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "base/encoding.h"
#include "base/json.h"
#include "base/secret.h"
#include "http/codec/request.h"
#include "signin/http/credential.h"
#include "signin/http/sessions.h"
#include "signin/ledger/refresh_token.h"
#include "signin/service/identities.h"
#include "signin/token/jwt.h"

namespace prichal::signin {
namespace {

constexpr std::size_t kLeastSecret = 16;

/// Returns the session of a refresh token or of an access token for `/auth/*`. Empty for other
/// texts.
std::optional<SessionId> SessionOf(AuthLoop& loop, std::string_view text) {
  if (const auto refresh = RefreshToken::Open(text, loop.keys().refresh_key())) {
    return refresh->session;
  }
  const auto token = VerifyOnce(loop, text);
  return token && token->is_for_account ? std::optional(token->session) : std::nullopt;
}

/// Returns the secret in the Authorization header: the password of Basic (RFC 7617), or the whole
/// token of Bearer. Empty for other schemes.
std::string SecretIn(const http::Request& request) {
  std::string_view text = request.authorization;
  if (RemoveScheme(text, "bearer")) return std::string(text);
  if (!RemoveScheme(text, "basic")) return {};
  std::string encoded(text.substr(0, text.find('=')));
  std::replace(encoded.begin(), encoded.end(), '+', '-');
  std::replace(encoded.begin(), encoded.end(), '/', '_');
  const auto pair = Base64UrlDecode(encoded);
  const auto colon = pair ? pair->find(':') : std::string::npos;
  return colon == std::string::npos ? std::string() : pair->substr(colon + 1);
}

}  // namespace

void RevokeToken(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  const std::string text = TokenInForm(request);
  if (text.empty()) return call.Refuse(NoTokenProblem());
  const auto done = [](const AuthCall& to) { to.Answer("revoked", "{}\n"); };
  const auto session = SessionOf(loop, text);
  if (!session) return done(call);
  loop.ledger().Find(loop.index(), *session, loop.unix_time(), [call, done](const auto& found) {
    if (!found) return call.Refuse(UnavailableProblem());
    if (!*found) return done(call);
    AuthLoop& on = call.loop();
    const Session& ends = (*found)->session;
    on.ledger().End(on.index(), ends.user, ends.id, on.unix_time(),
                    [call, done, ends](const auto& ended) {
                      if (!ended) return call.Refuse(UnavailableProblem());
                      if (*ended) {
                        call.events().Ended(call.origin(), ends.user, std::span(&ends.id, 1),
                                            EndReason::kSignedOut);
                      }
                      done(call);
                    });
  });
}

void IntrospectToken(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  const auto& secret = loop.shared().introspection_secret;
  if (!secret) {
    return call.Refuse(
        {.status = 404,
         .code = "not_configured",
         .detail = "token introspection is off; set auth.introspection_secret_file"});
  }
  // Compares hashes, so that response times reveal neither bytes nor length of the secret.
  if (!SameSecret(RefreshToken::HashOf(SecretIn(request)), *secret)) {
    return call.Refuse(
        {.status = 401,
         .code = "client_invalid",
         .detail = "wrong or missing secret; send the secret of auth.introspection_secret_file as "
                   "Authorization: Bearer SECRET, or as the password of Basic"});
  }
  const std::string text = TokenInForm(request);
  if (text.empty()) return call.Refuse(NoTokenProblem());
  Introspect(loop, text, [call](const auto& introspection) {
    if (!introspection) return call.Refuse(UnavailableProblem());
    const bool is_active = introspection->at("active").get_bool();
    call.Answer(is_active ? "active" : "inactive", boost::json::serialize(*introspection) + "\n");
  });
}

Result<std::optional<RefreshToken::Hash>, std::string> ReadIntrospectionSecret(
    const AuthOptions& options) {
  const std::string& path = options.introspection_secret_file;
  if (path.empty()) return std::optional<RefreshToken::Hash>();
  const auto text = PrivateFile::Read(path, kMaxSecretFile, PrivateFile::From::kOperator);
  if (!text) return Fail(fmt::format("auth.introspection_secret_file: {}", text.error()));
  std::string_view line = text->view().substr(0, text->view().find('\n'));
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  if (line.size() < kLeastSecret) {
    return Fail(
        fmt::format("auth.introspection_secret_file: the first line of \"{}\" is shorter than {} "
                    "characters. Fix: write a secret of `openssl rand -hex 32` into it.",
                    path, kLeastSecret));
  }
  return std::optional(RefreshToken::HashOf(line));
}

namespace {

using Done = Ledger::Done<boost::json::object>;

boost::json::object Inactive() { return {{"active", false}}; }

boost::json::object RefreshJson(const AuthLoop& loop, const Session& session) {
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

void TellOfRefreshToken(AuthLoop& loop, const SessionId& session, std::string_view text,
                        Done done) {
  loop.ledger().FindByRefresh(loop.index(), session, RefreshToken::HashOf(text), loop.unix_time(),
                              [&loop, done = std::move(done)](const auto& found) mutable {
                                if (!found) return done(Fail(found.error()));
                                done(*found ? RefreshJson(loop, (*found)->session) : Inactive());
                              });
}

/// Returns the claims of a verified token. Empty if they are malformed.
std::optional<boost::json::object> ClaimsOf(const VerifiedToken& token, std::string_view text) {
  // VerifyOnce() has verified the signature.
  const auto jws = token::UnverifiedJws::Parse(text);
  auto claims = jws ? ReadStrictObject(jws->unverified_payload()) : Fail(std::string());
  if (!claims) return std::nullopt;
  boost::json::object json = *std::move(claims);
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
  return std::string(http::Query(request.body).First("token").value_or(""));
}

Problem NoTokenProblem() {
  return {.status = 400,
          .code = "token_absent",
          .detail = "missing token; send token=TOKEN as application/x-www-form-urlencoded"};
}

}  // namespace prichal::signin
