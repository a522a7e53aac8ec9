#pragma once

#include <string_view>

#include "signin/http/call.h"

namespace prichal::app {

// The requests of a signed-in user about their own account. These answer requests on their loop.

/// GET /auth/session: the session, without tokens.
void GetSession(AuthLoop& loop, const http::Request& request, const AuthCall& call);
/// GET /auth/sessions: all sessions of the user, the latest first.
void ListSessions(AuthLoop& loop, const http::Request& request, const AuthCall& call);
/// POST /auth/logout: ends this session, or with {"all": true} all sessions of the user.
void SignOut(AuthLoop& loop, const http::Request& request, const AuthCall& call);
/// DELETE /auth/sessions/ID: ends another session of the user.
void EndSession(AuthLoop& loop, const http::Request& request, const AuthCall& call,
                std::string_view id);
/// DELETE /auth/user: deletes the user, within five minutes of the session's own proof.
void ForgetUser(AuthLoop& loop, const http::Request& request, const AuthCall& call);
/// DELETE /auth/identities/ID: unlinks an identity. The last one stays.
void UnlinkIdentity(AuthLoop& loop, const http::Request& request, const AuthCall& call,
                    std::string_view id);

}  // namespace prichal::app
