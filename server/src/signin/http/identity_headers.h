#pragma once

#include <functional>
#include <string>

#include "signin/service/options.h"
#include "signin/service/session_cache.h"
#include "signin/ledger/ledger.h"

namespace prichal::app {

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
