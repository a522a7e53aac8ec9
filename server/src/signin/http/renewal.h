#pragma once

#include "signin/http/call.h"

namespace prichal::app {

/// POST /auth/refresh: exchanges a refresh token, from the body or the cookie, for a new pair of
/// tokens.
void Renew(AuthLoop& loop, const http::Request& request, const AuthCall& call);

}  // namespace prichal::app
