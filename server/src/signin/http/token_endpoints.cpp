#include "signin/http/token_endpoints.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <optional>
#include <utility>

#include "signin/http/credential.h"
#include "signin/http/introspection.h"
#include "base/private_file.h"
#include "signin/ledger/refresh_token.h"
#include "base/base64url.h"

namespace prichal::app {
namespace {

using auth::RefreshToken;

constexpr std::size_t kLeastSecret = 16;

/// The session that a refresh token or a client's access token is of.
std::optional<auth::SessionId> SessionOf(AuthLoop& loop, std::string_view text) {
  if (const auto refresh = RefreshToken::Open(text, loop.keys().refresh_key())) {
    return refresh->session;
  }
  const auto token = VerifyOnce(loop, text);
  return token && token->is_for_account ? std::optional(token->session) : std::nullopt;
}

/// What comes with a client's request: the password of Basic (RFC 7617), or all of Bearer. Empty:
/// neither.
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

void IntrospectToken(AuthLoop& loop, const http::Request& request, const AuthCall& call) {
  const auto& secret = loop.shared().introspection_secret;
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
  const auto text =
      auth::PrivateFile::Read(path, auth::kMaxSecretFile, auth::PrivateFile::From::kOperator);
  if (!text) return Fail(fmt::format("auth.introspection_secret_file: {}", text.error()));
  std::string_view line = text->view().substr(0, text->view().find('\n'));
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  if (line.size() < kLeastSecret) {
    return Fail(
        fmt::format("auth.introspection_secret_file: the first line of {} is shorter than "
                    "{} characters: openssl rand -hex 32",
                    path, kLeastSecret));
  }
  return std::optional(RefreshToken::HashOf(line));
}

}  // namespace prichal::app
