#pragma once

#include "signin/http/call.h"

namespace prichal::app {

// Sign-in by Telegram's OpenID Connect: a browser is sent to Telegram and comes back, or a page
// posts the id token that it has got from Telegram.Login. These answer requests on their loop.

/// GET /auth/telegram/start?rd=/x: sends the browser to Telegram, with the sign-in in a cookie.
/// With `link=1` the account is linked to the session of the request.
void BeginTelegramSignIn(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// GET /auth/telegram/callback: the browser comes back from Telegram with a code for an id token,
/// or with an error. It is sent on to `rd` with a session, or with the code of a problem. A browser
/// without the sign-in's state gets the problem itself, because its `rd` is unknown.
void EndTelegramSignIn(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// POST /auth/telegram/id-token: signs in with {"id_token", "nonce"}.
void SignInWithIdToken(AuthLoop& loop, const http::Request& request, const AuthCall& call);

}  // namespace prichal::app
