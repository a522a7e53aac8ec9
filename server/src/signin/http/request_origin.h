#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/address.h"
#include "signin/http/credential.h"
#include "signin/service/auth_options.h"

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

/// Checks `rd`, the address to which a browser is sent after sign-in: a path of our own origin, or
/// an address of an origin that may sign users in, of at most 512 visible ASCII characters without
/// a backslash. Returns the absolute address, so that no path can be read as another host. Empty if
/// `rd` is not allowed.
[[nodiscard]] std::optional<std::string> ReturnAddress(std::string_view rd,
                                                       const AuthOrigins& origins);

/// Returns an address of ReturnAddress() with `sign_in_error=CODE` as the last parameter of its
/// query, which replaces any that it has. With an empty `code` it only removes them. `code` is that
/// of a Problem.
[[nodiscard]] std::string WithSignInError(std::string_view address, std::string_view code);

}  // namespace prichal::app
