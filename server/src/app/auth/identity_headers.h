#pragma once

#include <functional>
#include <string>

#include "app/auth/options.h"
#include "app/auth/session_cache.h"
#include "auth/ledger.h"

namespace prichal::app {

/// Makes the token that a back end gets with the headers, for a session with these identities.
using MakeToken = std::function<std::string(const auth::SignedIn& state)>;

/// What /auth/verify answers for a session.
///
/// Every header is in every answer, empty when nothing is known: some proxies copy what the answer
/// has and leave the client's own header where it has none (GHSA-7r4p-vjf4-gxv4), so that a visitor
/// without a wallet could send anybody's address. A value that is not made of printable ASCII is
/// told as empty.
/// `token`: null where back ends get none.
[[nodiscard]] VerifiedSession MakeVerifiedSession(const AuthOptions& options,
                                                  const auth::SignedIn& state,
                                                  const MakeToken& token);

}  // namespace prichal::app
