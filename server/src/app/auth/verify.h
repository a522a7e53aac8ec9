#pragma once

#include "app/auth/auth_loop.h"
#include "http/request.h"
#include "net/handler.h"

namespace prichal::app {

/// /auth/verify, by any method: a proxy asks whose request it has (nginx auth_request, Caddy
/// forward_auth, Traefik forwardAuth). 204 with who it is, 401 when it is nobody's, 403 when what
/// the query asks does not hold.
///
/// Answers in the same turn when the session was found lately. No page asks this, so no origin is
/// looked at but where a cookie says who it is: a proxy hands on what the page has sent to its own
/// back end.
void Verify(AuthLoop& loop, const http::Request& request, net::Exchange& exchange);

}  // namespace prichal::app
