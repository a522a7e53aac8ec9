#pragma once

#include "app/auth/credential.h"
#include "base/ip_address.h"

namespace prichal::app {

/// The request that a proxy asks about, as its client made it: by X-Forwarded-Method, -Uri and
/// -Host, which proxies.trusted and proxies on loopback are believed. They say what the answer is
/// about and who asks nothing, so a proxy on the same machine, which is the usual case, need not be
/// named for it (decision 15 has the same for limits); who makes them up is told about a request
/// that nobody has sent.
///
/// A method that is not told is taken for one that changes something, and an address that is not
/// told, or is of none of our origins, for one that no DPoP proof is for.
/// `peer`: who has connected. Views are of the request.
[[nodiscard]] SentRequest SentThroughProxy(const AuthLoop& loop, const http::Request& request,
                                           const IpAddress& peer);

}  // namespace prichal::app
