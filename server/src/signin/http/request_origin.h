#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/address.h"
#include "signin/http/credential.h"
#include "signin/service/auth_options.h"

namespace prichal::signin {

/// Returns the original request of a forward-auth subrequest, from X-Forwarded-Method, -Uri and
/// -Host. They count only from proxies.trusted and from loopback (decision 15). A client that
/// forges them learns only the answer for a request that it did not send.
///
/// A missing method counts as one with side effects. A missing URL, or one of a foreign origin,
/// matches no DPoP proof. `peer` is the other end of the connection. The result's views are of
/// `request`.
[[nodiscard]] SentRequest SentThroughProxy(const AuthLoop& loop, const http::Request& request,
                                           const IpAddress& peer);

/// Checks `rd`, the URL to which the browser returns after sign-in. It must be a path of our own
/// origin or a URL of an origin in auth.origins, and have at most 512 visible ASCII characters
/// without a backslash. Returns the absolute URL, so that no browser can read a path as another
/// host. Empty if `rd` is not allowed.
[[nodiscard]] std::optional<std::string> ReturnAddress(std::string_view rd,
                                                       const AuthOrigins& origins);

/// Returns a URL of ReturnAddress() with `sign_in_error=CODE` as the last parameter of its query,
/// in place of earlier ones. If `code` is empty, it only removes them. `code`: Problem::code.
[[nodiscard]] std::string WithSignInError(std::string_view address, std::string_view code);

}  // namespace prichal::signin
