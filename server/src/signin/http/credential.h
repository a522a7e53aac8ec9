#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "signin/service/auth_loop.h"
#include "signin/service/problem.h"
#include "signin/ledger/ids.h"
#include "base/result.h"
#include "http/codec/request.h"

namespace prichal::app {

/// The session of a request, proven by an access token or a cookie. Only the ledger knows whether
/// the session is alive.
struct Credential {
  auth::SessionId session;
  /// True for an access token, false for a cookie, which a browser sends whether the page wants it
  /// or not.
  bool by_token = false;
  /// Thumbprint of the DPoP key that the token is bound to and that the request has shown. Empty if
  /// the token is not bound.
  std::string key_thumbprint = {};
};

/// The request as its client sent it, which a DPoP proof must match.
struct SentRequest {
  std::string_view method;  ///< "POST"
  std::string uri;          ///< absolute
  /// True if the request changes nothing. A page of another site may have made the browser send it.
  bool is_safe = false;
};
[[nodiscard]] SentRequest SentTo(const AuthLoop& loop, const http::Request& request);

/// The key that a request's DPoP proof (RFC 9449) shows.
struct ShownKey {
  std::string thumbprint;  ///< empty: there is no proof
};
/// Reads the DPoP proof of a request. `access_token` is the token in the request. Empty if there is
/// none.
[[nodiscard]] Result<ShownKey, Problem> ReadDpop(AuthLoop& loop, const http::Request& request,
                                                 const SentRequest& sent,
                                                 std::string_view access_token);

/// Removes the scheme from an Authorization header. Scheme names are not case-sensitive (RFC 9110
/// section 11.1). `scheme` is in lower case.
[[nodiscard]] bool RemoveScheme(std::string_view& header, std::string_view scheme);

/// Reads one of our access tokens. Its signature is verified only the first time.
[[nodiscard]] Result<VerifiedToken, Problem> VerifyOnce(AuthLoop& loop, std::string_view text);

/// Reads the credential of a request. Empty if it has none. The problem says which rule failed.
[[nodiscard]] Result<std::optional<Credential>, Problem> ReadCredential(
    AuthLoop& loop, const http::Request& request, const SentRequest& sent);

/// Reads the credential of a request that must have one.
[[nodiscard]] Result<Credential, Problem> RequireCredential(AuthLoop& loop,
                                                            const http::Request& request,
                                                            const SentRequest& sent);

}  // namespace prichal::app
