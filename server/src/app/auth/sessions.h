#pragma once

#include <string_view>

#include "app/auth/call.h"

namespace prichal::app {

// What somebody who is signed in may ask and do about himself.

/// GET /auth/session: his session, without tokens.
void TellSession(AuthLoop& loop, const http::Request& request, const AuthCall& call);
/// GET /auth/sessions: all of his, the latest first.
void TellSessions(AuthLoop& loop, const http::Request& request, const AuthCall& call);
/// POST /auth/logout: ends this session, or with {"all": true} all of his.
void SignOut(AuthLoop& loop, const http::Request& request, const AuthCall& call);
/// DELETE /auth/sessions/ID: ends another of his.
void EndSession(AuthLoop& loop, const http::Request& request, const AuthCall& call,
                std::string_view id);
/// DELETE /auth/user: forgets him, within five minutes of the session's own proof.
void ForgetUser(AuthLoop& loop, const http::Request& request, const AuthCall& call);
/// DELETE /auth/identities/ID: he is known by it no more; the last one stays.
void UnlinkIdentity(AuthLoop& loop, const http::Request& request, const AuthCall& call,
                    std::string_view id);

}  // namespace prichal::app
