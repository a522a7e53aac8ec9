#pragma once

#include <string>

#include "app/auth/call.h"
#include "base/result.h"

namespace prichal::app {

/// POST /auth/revoke (RFC 7009): ends the session of an access token or a refresh token. 200
/// whatever the token is: who holds one has no more to prove, and a token that does not count is
/// what was asked for.
void RevokeToken(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// POST /auth/introspect (RFC 7662): what a token says, for who knows the secret of
/// auth.introspection_secret_file, and whether it counts now: its session is looked up.
void IntrospectToken(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// The SHA-256 of the file's first line; nothing where no file is named. The error is one line that
/// names the key, the reason and the way out, and nothing of the secret.
[[nodiscard]] Result<std::optional<auth::RefreshToken::Hash>, std::string> ReadIntrospectionSecret(
    const AuthOptions& options);

}  // namespace prichal::app
