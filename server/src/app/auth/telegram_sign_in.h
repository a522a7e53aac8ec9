#pragma once

#include "app/auth/call.h"

namespace prichal::app {

// Sign-in of a browser by Telegram's OpenID Connect: it is sent there, and comes back.

/// GET /auth/telegram/start?rd=/x: on to Telegram, with a sign-in under way in a cookie. `link=1`:
/// what Telegram says is linked to the cookie's session.
void BeginTelegramSignIn(AuthLoop& loop, const http::Request& request, const AuthCall& call);

/// GET /auth/telegram/callback: from Telegram, with a code for an id token, or with its reason why
/// there is none; on to `rd` with a session, or with the code of what went wrong. A problem only
/// for who comes with a state that this browser has not, as nobody knows then where he came from.
void EndTelegramSignIn(AuthLoop& loop, const http::Request& request, const AuthCall& call);

}  // namespace prichal::app
