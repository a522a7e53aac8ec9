#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "signin/http/credential.h"
#include "signin/ledger/ledger.h"
#include "signin/service/auth_shared.h"

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

/// The `client_id` of all tokens: the page is the only client.
inline constexpr std::string_view kClientId = "web";

/// Where an access token is valid (RFC 9068, `aud` and `scope`).
enum class TokenUse : std::uint8_t {
  kAccount,  ///< scope `account`: at `/auth/*` and at back ends
  kBackEnd,  ///< scope `identity`: at back ends alone
};
/// The audience that only tokens for `/auth/*` have.
[[nodiscard]] std::string AccountAudience(const AuthOptions& options);

/// Makes an access token for a session.
[[nodiscard]] std::string AccessTokenFor(const AuthLoop& loop, const auth::SignedIn& state,
                                         TokenUse use, Millis lifetime);

/// The members `session` and `user`.
[[nodiscard]] boost::json::object SessionJson(const auth::SignedIn& state);

/// The header lines that set the cookies of a session.
[[nodiscard]] std::string SessionCookieLines(const AuthLoop& loop, const auth::SignedIn& state,
                                             std::string_view refresh_token);

/// Responds with a session and its tokens, named as in RFC 6749 section 5.1, or with the same in
/// cookies if the page asks for cookies. `refresh_token` is empty if the session keeps the one that
/// it has. `more` are further members.
void AnswerWithTokens(const AuthCall& call, std::string_view code, const auth::SignedIn& state,
                      std::string_view refresh_token, const boost::json::object& more = {});

/// POST /auth/refresh: exchanges a refresh token, from the body or the cookie, for a new pair of
/// tokens.
void Renew(AuthLoop& loop, const http::Request& request, const AuthCall& call);

}  // namespace prichal::app
