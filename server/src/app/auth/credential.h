#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/auth/auth_loop.h"
#include "app/auth/problem.h"
#include "auth/ids.h"
#include "base/result.h"
#include "http/request.h"

namespace prichal::app {

/// The session that a request says it is of, proven by what we have given out: an access token, or
/// a cookie. Whether the session still lives only the ledger knows.
struct Credential {
  auth::SessionId session;
  /// Of an access token, not of a cookie, which comes along whether its page has thought of it or
  /// not.
  bool by_token = false;
  /// Of the key that the token is bound to, and that the request has shown; empty: of none.
  std::string key_thumbprint = {};
};

/// The request as its client made it: what a DPoP proof has to be for.
struct SentRequest {
  std::string_view method;  ///< "POST"
  std::string uri;          ///< absolute
  /// Changes nothing, so a page of another site may have brought a browser to send it.
  bool is_safe = false;
};
[[nodiscard]] SentRequest SentTo(const AuthLoop& loop, const http::Request& request);

/// What a request's DPoP proof (RFC 9449) shows.
struct ShownKey {
  std::string thumbprint;  ///< empty: there is no proof
};
/// `access_token`: what comes with it; empty where none does.
[[nodiscard]] Result<ShownKey, Problem> ReadDpop(AuthLoop& loop, const http::Request& request,
                                                 const SentRequest& sent,
                                                 std::string_view access_token);

/// Takes the scheme off an Authorization header; its name is not case-sensitive (RFC 9110 section
/// 11.1). `scheme`: in lower case.
[[nodiscard]] bool TakeScheme(std::string_view& header, std::string_view scheme);

/// What an access token says, when it is one of ours: its signature is looked at once in its life.
[[nodiscard]] Result<VerifiedToken, Problem> VerifyOnce(AuthLoop& loop, std::string_view text);

/// Nothing: it has none. The problem says which rule failed.
[[nodiscard]] Result<std::optional<Credential>, Problem> ReadCredential(
    AuthLoop& loop, const http::Request& request, const SentRequest& sent);

/// For what needs one.
[[nodiscard]] Result<Credential, Problem> RequireCredential(AuthLoop& loop,
                                                            const http::Request& request,
                                                            const SentRequest& sent);

}  // namespace prichal::app
