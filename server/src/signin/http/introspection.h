#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "signin/service/auth_loop.h"
#include "signin/service/problem.h"
#include "signin/ledger/ledger.h"
#include "http/codec/request.h"

namespace prichal::app {

/// Describes a token in the form of RFC 7662 section 2.2: `active`, and if that is true, the
/// claims.
///
/// Of a session's refresh tokens only the current one is active, and it is not used up. Its
/// `token_type` is `refresh_token` and it has no `aud`, so that no back end takes it for an access
/// token. `done` is called on the loop of `here`, possibly before this returns.
void Introspect(AuthLoop& loop, std::string_view text,
                auth::Ledger::Done<boost::json::object> done);

/// The member `token` of a request's form. Empty if there is none.
[[nodiscard]] std::string TokenInForm(const http::Request& request);
/// The problem for a form without a token.
[[nodiscard]] Problem NoTokenProblem();

}  // namespace prichal::app
