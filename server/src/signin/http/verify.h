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

namespace prichal::app {

/// /auth/verify, with any method: a proxy asks about the user of a request (nginx auth_request,
/// Caddy forward_auth, Traefik forwardAuth). Responds with 204 and the user, with 401 if there is
/// none, or with 403 if a condition of the query does not hold.
///
/// Responds in the same turn if the session was found lately. Pages do not send this request, so
/// the origin is checked only for cookies: a proxy passes on what the page has sent to its own back
/// end.
void Verify(AuthLoop& loop, const http::Request& request, net::ResponseWriter& writer);

/// The conditions that a proxy sets for a session: the query of /auth/verify.
struct VerifyRules {
  bool telegram = false;
  bool ton = false;
  std::string network = {};  ///< global id of a wallet: "-239"; empty: any, or none
  /// The largest age of the latest proof.
  std::optional<std::chrono::seconds> max_age = {};

  /// Parses `require=telegram,ton&network=-239&max_age=3600`, in which each part is optional.
  /// Anything else is refused, also an unknown name, so that a typing error of an operator does not
  /// let requests in. `networks` are those whose wallets can sign in.
  [[nodiscard]] static Result<VerifyRules, Problem> Parse(std::string_view query,
                                                          const std::vector<std::string>& networks);

  /// Returns the head of the response if all conditions hold. `now` is Unix time.
  [[nodiscard]] Result<SharedBytes, Problem> Judge(const VerifiedSession& session,
                                                   Millis now) const;
};

/// Makes the token for a back end, which it gets with the headers, for a session with these
/// identities.
using MakeToken = std::function<std::string(const auth::SignedIn& state)>;

/// Makes the response of /auth/verify for a session.
///
/// Every response has every header, empty if the value is unknown: some proxies copy the headers of
/// the response and leave the client's own header if one is missing (GHSA-7r4p-vjf4-gxv4), so a
/// user without a wallet could send any address. A value that is not printable ASCII becomes empty.
/// `token` is null if back ends get none.
[[nodiscard]] VerifiedSession MakeVerifiedSession(const AuthOptions& options,
                                                  const auth::SignedIn& state,
                                                  const MakeToken& token);

}  // namespace prichal::app
