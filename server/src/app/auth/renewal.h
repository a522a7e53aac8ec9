#pragma once

#include "app/auth/call.h"

namespace prichal::app {

/// POST /auth/refresh: a refresh token, from the body or the cookie, for a new pair.
void Renew(AuthLoop& loop, const http::Request& request, const AuthCall& call);

}  // namespace prichal::app
