#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "http/codec/request.h"
#include "http/connection/handler.h"
#include "signin/ledger/ledger.h"
#include "signin/service/auth_options.h"
#include "signin/service/auth_shared.h"
#include "signin/service/problem.h"
#include "signin/service/session_cache.h"

namespace prichal::signin {

/// /auth/verify, any method: the endpoint for forward auth (nginx auth_request, Caddy forward_auth,
/// Traefik forwardAuth). Responds with 204 and the user's headers, with 401 if no user is signed
/// in, or with 403 if a condition of the query does not hold.
///
/// Responds at once if the session is cached. The origin is checked only for cookies, because the
/// proxy forwards requests that pages send to its own back end.
void Verify(AuthLoop& loop, const http::Request& request, http::ResponseWriter& writer);

/// The conditions of a proxy for a session: the query of /auth/verify. A value.
struct VerifyRules {
  bool telegram = false;
  bool ton = false;
  std::string network = {};  ///< required network of the wallet: "-239"; empty: any or none
  /// The largest age of the latest proof. Empty: any.
  std::optional<std::chrono::seconds> max_age = {};

  /// Parses `require=telegram,ton&network=-239&max_age=3600`; each part is optional. Rejects
  /// unknown names, so that a typo does not let requests in. `networks`: those whose wallets can
  /// sign in.
  [[nodiscard]] static Result<VerifyRules, Problem> Parse(std::string_view query,
                                                          const std::vector<std::string>& networks);

  /// Returns the response headers if all conditions hold. `now`: Unix time.
  [[nodiscard]] Result<SharedBytes, Problem> Judge(const VerifiedSession& session,
                                                   Millis now) const;
};

/// Creates the token that a back end gets in a header, for a session with these identities.
using MakeToken = std::function<std::string(const SignedIn& state)>;

/// Creates the response of /auth/verify for a session.
///
/// It always has all headers; unknown values and values outside printable ASCII are empty. Some
/// proxies pass the client's own header on if the response lacks it (GHSA-7r4p-vjf4-gxv4), so a
/// user without a wallet could send any address. If `token` is null, back ends get no token.
[[nodiscard]] VerifiedSession MakeVerifiedSession(const AuthOptions& options, const SignedIn& state,
                                                  const MakeToken& token);

}  // namespace prichal::signin
