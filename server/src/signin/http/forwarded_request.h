#pragma once

#include "signin/http/credential.h"
#include "base/ip_address.h"

namespace prichal::app {

/// Returns the request that a proxy asks about, as its client sent it, from X-Forwarded-Method,
/// -Uri and -Host of proxies.trusted and of proxies on loopback. These headers say only what the
/// answer is about, so a proxy on the same machine need not be configured (decision 15 has the same
/// for limits). A client that makes them up gets an answer about a request that was never sent.
///
/// A missing method counts as one that changes something. A missing address, or one that is not of
/// our origins, matches no DPoP proof. `peer` is the other end of the connection. Views are of the
/// request.
[[nodiscard]] SentRequest SentThroughProxy(const AuthLoop& loop, const http::Request& request,
                                           const IpAddress& peer);

}  // namespace prichal::app
