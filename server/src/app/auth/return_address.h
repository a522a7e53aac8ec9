#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/auth/origins.h"

namespace prichal::app {

/// Where a browser may be sent when it has signed in: `rd`, a path of our own origin, or an address
/// of an origin that may sign visitors in; at most 512 visible ASCII characters without a
/// backslash. Gives the absolute address, so that no path can be read as another host. Nothing:
/// anything else.
[[nodiscard]] std::optional<std::string> ReturnAddress(std::string_view rd,
                                                       const AuthOrigins& origins);

/// An address that ReturnAddress() has given, with `sign_in_error=CODE` as the last parameter of
/// its query, in place of any that it has; with an empty `code` without one. `code`: of a Problem.
[[nodiscard]] std::string WithSignInError(std::string_view address, std::string_view code);

}  // namespace prichal::app
