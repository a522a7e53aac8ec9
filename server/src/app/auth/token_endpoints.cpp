#include "app/auth/token_endpoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <optional>
#include <utility>

#include "app/auth/credential.h"
#include "auth/refresh_token.h"
#include "base/base64url.h"
#include "base/query.h"
#include "base/secret.h"
#include "base/small_file.h"
#include "base/strict_json.h"
#include "token/jws.h"

namespace prichal::app {
namespace {

using auth::RefreshToken;

constexpr std::size_t kSecretFileBytes = 64UL * 1024;
constexpr std::size_t kLeastSecret = 16;

Problem NoTokenProblem() {
  return {.status = 400,
          .code = "token_absent",
          .detail = "send application/x-www-form-urlencoded with token=TOKEN"};
}

/// The token of a form; empty: there is none.
std::string TokenIn(const http::Request& request) {
  return std::string(Query(request.body).First("token").value_or(""));
}

/// The session that a token of either kind is of.
std::optional<auth::SessionId> SessionOf(AuthLoop& here, std::string_view text) {
  if (const auto refresh = RefreshToken::Open(text, here.keys().refresh_key())) {
    return refresh->session;
  }
  const auto token = VerifyOnce(here, text);
  return token ? std::optional(token->session) : std::nullopt;
}

/// What comes with a client's request: the password of Basic (RFC 7617), or all of Bearer. Empty:
/// neither.
std::string SecretIn(const http::Request& request) {
  std::string_view text = request.authorization;
  if (TakeScheme(text, "bearer")) return std::string(text);
  if (!TakeScheme(text, "basic")) return {};
  std::string encoded(text.substr(0, text.find('=')));
  std::replace(encoded.begin(), encoded.end(), '+', '-');
  std::replace(encoded.begin(), encoded.end(), '/', '_');
  const auto pair = Base64UrlDecode(encoded);
  const auto colon = pair ? pair->find(':') : std::string::npos;
  return colon == std::string::npos ? std::string() : pair->substr(colon + 1);
}

void AnswerInactive(const AuthCall& call) { call.Answer("inactive", "{\"active\":false}\n"); }

}  // namespace

void RevokeToken(AuthLoop& here, const http::Request& request, const AuthCall& call) {
  const std::string text = TokenIn(request);
  if (text.empty()) return call.Refuse(NoTokenProblem());
  const auto done = [](const AuthCall& to) { to.Answer("revoked", "{}\n"); };
  const auto session = SessionOf(here, text);
  if (!session) return done(call);
  here.ledger().Find(here.index(), *session, here.unix_time(), [call, done](const auto& found) {
    if (!found) return call.Refuse(UnavailableProblem());
    if (!*found) return done(call);
    AuthLoop& on = call.here();
    const auth::Session& ends = (*found)->session;
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

void Introspect(AuthLoop& here, const http::Request& request, const AuthCall& call) {
  const auto& secret = here.shared().introspection_secret;
  if (!secret) {
    return call.Refuse({.status = 404,
                        .code = "not_configured",
                        .detail = "nobody asks about tokens here: see "
                                  "auth.introspection_secret_file"});
  }
  // Of hashes neither bytes nor a length can be found out by time.
  if (!SameSecret(RefreshToken::HashOf(SecretIn(request)), *secret)) {
    return call.Refuse({.status = 401,
                        .code = "client_invalid",
                        .detail = "send the secret of auth.introspection_secret_file as "
                                  "Authorization: Bearer SECRET, or as the password of Basic"});
  }
  const std::string text = TokenIn(request);
  if (text.empty()) return call.Refuse(NoTokenProblem());
  const auto token = VerifyOnce(here, text);
  if (!token) return AnswerInactive(call);
  // Its signature is ours: what it says is what we have written.
  const auto jws = token::UnverifiedJws::Parse(text);
  auto claims = jws ? ReadStrictJson(jws->unverified_payload()) : Fail(std::string());
  if (!claims || !claims->is_object()) return AnswerInactive(call);
  boost::json::object json = std::move(claims->get_object());
  json["active"] = true;
  json["token_type"] = token->key_thumbprint.empty() ? "Bearer" : "DPoP";
  here.ledger().Find(here.index(), token->session, here.unix_time(),
                     [call, body = boost::json::serialize(json) + "\n"](const auto& found) {
                       if (!found) return call.Refuse(UnavailableProblem());
                       if (!*found) return AnswerInactive(call);
                       call.Answer("active", body);
                     });
}

Result<std::optional<RefreshToken::Hash>, std::string> ReadIntrospectionSecret(
    const AuthOptions& options) {
  const std::string& path = options.introspection_secret_file;
  if (path.empty()) return std::optional<RefreshToken::Hash>();
  auto text = ReadSmallFile(path, kSecretFileBytes);
  if (!text) {
    return Fail(fmt::format("auth.introspection_secret_file: {}: {}", path, text.error()));
  }
  std::string_view line = std::string_view(*text).substr(0, text->find('\n'));
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  const bool long_enough = line.size() >= kLeastSecret;
  const RefreshToken::Hash hash = RefreshToken::HashOf(line);
  Wipe(*text);
  if (!long_enough) {
    return Fail(
        fmt::format("auth.introspection_secret_file: the first line of {} is shorter than "
                    "{} characters: openssl rand -hex 32",
                    path, kLeastSecret));
  }
  return std::optional(hash);
}

}  // namespace prichal::app
