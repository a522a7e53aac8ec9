#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "signin/http/credential.h"
#include "signin/ledger/ledger.h"
#include "signin/service/auth_shared.h"

namespace prichal::signin {

// Endpoints for signed-in users: the current session and its tokens, all sessions, identities and
// the account. Each function answers its request on the request's loop.

/// GET /auth/session: the session, without tokens.
void GetSession(AuthLoop& loop, const http::Request& request, const AuthCall& call);
/// GET /auth/sessions: all sessions of the user, newest first.
void ListSessions(AuthLoop& loop, const http::Request& request, const AuthCall& call);
/// POST /auth/logout: ends this session, or with {"all": true} all sessions of the user.
void SignOut(AuthLoop& loop, const http::Request& request, const AuthCall& call);
/// DELETE /auth/sessions/ID: ends another session of the user.
void EndSession(AuthLoop& loop, const http::Request& request, const AuthCall& call,
                std::string_view id);
/// DELETE /auth/user: deletes the user. Requires step-up (signin/ledger/step_up.h).
void ForgetUser(AuthLoop& loop, const http::Request& request, const AuthCall& call);
/// DELETE /auth/identities/ID: unlinks an identity. The last one cannot be unlinked.
void UnlinkIdentity(AuthLoop& loop, const http::Request& request, const AuthCall& call,
                    std::string_view id);

/// The `client_id` of all tokens. The page is the only client.
inline constexpr std::string_view kClientId = "web";

/// The servers that accept an access token (RFC 9068, `aud` and `scope`).
enum class TokenUse : std::uint8_t {
  kAccount,  ///< scope `account`: at `/auth/*` and at back ends
  kBackEnd,  ///< scope `identity`: only at back ends
};
/// Returns the audience (`aud`) that only tokens for `/auth/*` have.
[[nodiscard]] std::string AccountAudience(const AuthOptions& options);

/// Creates an access token for a session. It expires after `lifetime`, or earlier with the session.
[[nodiscard]] std::string AccessTokenFor(const AuthLoop& loop, const SignedIn& state, TokenUse use,
                                         Millis lifetime);

/// Returns the members `session` and `user` of a response.
[[nodiscard]] boost::json::object SessionJson(const SignedIn& state);

/// Returns the header lines that set the cookies of a session, each with CRLF.
[[nodiscard]] std::string SessionCookieLines(const AuthLoop& loop, const SignedIn& state,
                                             std::string_view refresh_token);

/// Responds with a session and its tokens, named as in RFC 6749 section 5.1, or with the tokens in
/// cookies if AuthCall::cookies(). `refresh_token` is empty if the client keeps its current one.
/// `more`: further members.
void AnswerWithTokens(const AuthCall& call, std::string_view code, const SignedIn& state,
                      std::string_view refresh_token, const boost::json::object& more = {});

/// POST /auth/refresh: exchanges a refresh token, from the body or the cookie, for a new pair of
/// tokens.
void Renew(AuthLoop& loop, const http::Request& request, const AuthCall& call);

}  // namespace prichal::signin
