#pragma once

#include <string>

#include "signin/http/call.h"
#include "base/result.h"

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

}  // namespace prichal::app
