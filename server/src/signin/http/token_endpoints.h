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

namespace prichal::app {

/// POST /auth/revoke (RFC 7009): ends the session of an access token or a refresh token. Responds
/// with 200 for any token: the holder of a token needs no other proof, and an invalid token is as
/// good as revoked.
void RevokeToken(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// POST /auth/introspect (RFC 7662): describes a token to clients with the secret of
/// auth.introspection_secret_file, and looks up whether its session is alive.
void IntrospectToken(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// Reads the SHA-256 of the file's first line. Empty if no file is configured. The error is one
/// line that names the key, the reason and the fix, and has nothing of the secret.
[[nodiscard]] Result<std::optional<auth::RefreshToken::Hash>, std::string> ReadIntrospectionSecret(
    const AuthOptions& options);

/// Describes a token in the form of RFC 7662 section 2.2: `active`, and if that is true, the
/// claims.
///
/// Of a session's refresh tokens only the current one is active, and it is not used up. Its
/// `token_type` is `refresh_token` and it has no `aud`, so that no back end takes it for an access
/// token. `done` is called on the loop of `here`, possibly before this returns.
void Introspect(AuthLoop& loop, std::string_view text,
                auth::Ledger::Done<boost::json::object> done);

/// The member `token` of a request's form. Empty if there is none.
[[nodiscard]] std::string TokenInForm(const http::Request& request);
/// The problem for a form without a token.
[[nodiscard]] Problem NoTokenProblem();

}  // namespace prichal::app
