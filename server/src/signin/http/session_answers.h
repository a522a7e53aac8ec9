#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "signin/service/auth_loop.h"
#include "signin/http/call.h"
#include "signin/ledger/ledger.h"

namespace prichal::app {

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

}  // namespace prichal::app
