#pragma once

#include "signin/service/auth_loop.h"
#include "http/codec/request.h"
#include "http/connection/handler.h"

namespace prichal::app {

/// /auth/verify, with any method: a proxy asks about the user of a request (nginx auth_request,
/// Caddy forward_auth, Traefik forwardAuth). Responds with 204 and the user, with 401 if there is
/// none, or with 403 if a condition of the query does not hold.
///
/// Responds in the same turn if the session was found lately. Pages do not send this request, so
/// the origin is checked only for cookies: a proxy passes on what the page has sent to its own back
/// end.
void Verify(AuthLoop& loop, const http::Request& request, net::ResponseWriter& writer);

}  // namespace prichal::app
