#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <string_view>

#include "app/auth/auth_loop.h"
#include "app/auth/problem.h"
#include "auth/ledger.h"
#include "http/request.h"

namespace prichal::app {

/// What RFC 7662 section 2.2 says of a token: `active`, and when that is true what is known of it.
///
/// An access token says what it says. Of a refresh token the current one of a session counts alone,
/// and is not used up by it; `token_type` is `refresh_token` then and there is no `aud`, so that no
/// back end takes it for one that lets somebody in. `done` is called on the loop of `here`,
/// possibly before this returns.
void Introspect(AuthLoop& loop, std::string_view text,
                auth::Ledger::Done<boost::json::object> done);

/// The member `token` of a request's form; empty: there is none.
[[nodiscard]] std::string TokenInForm(const http::Request& request);
/// For a form that has none.
[[nodiscard]] Problem NoTokenProblem();

}  // namespace prichal::app
