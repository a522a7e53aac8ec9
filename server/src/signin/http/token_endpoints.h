#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "base/result.h"
#include "http/codec/request.h"
#include "signin/http/credential.h"
#include "signin/ledger/ledger.h"
#include "signin/service/auth_shared.h"
#include "signin/service/problem.h"

namespace prichal::signin {

/// POST /auth/revoke (RFC 7009): ends the session of an access token or a refresh token. Needs no
/// client authentication, because the token itself is the proof. Responds with 200 for invalid
/// tokens too.
void RevokeToken(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// POST /auth/introspect (RFC 7662): describes a token and whether its session is alive. Clients
/// authenticate with the secret of auth.introspection_secret_file.
void IntrospectToken(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// Returns the SHA-256 of the first line of auth.introspection_secret_file. Empty if none is
/// configured. The error is one line that names the key, the reason and the fix, without the
/// secret.
[[nodiscard]] Result<std::optional<RefreshToken::Hash>, std::string> ReadIntrospectionSecret(
    const AuthOptions& options);

/// Describes a token as in RFC 7662 section 2.2: `active`, and the claims if that is true.
///
/// Only the current refresh token of a session is active, and it stays unused. Its `token_type` is
/// `refresh_token` and it has no `aud`, so that back ends do not accept it as an access token.
/// `done` is called on the loop of `loop`, possibly before this returns.
void Introspect(AuthLoop& loop, std::string_view text, Ledger::Done<boost::json::object> done);

/// Returns the member `token` of a request's form. Empty if none.
[[nodiscard]] std::string TokenInForm(const http::Request& request);
/// Returns the problem for a form without a token.
[[nodiscard]] Problem NoTokenProblem();

}  // namespace prichal::signin
