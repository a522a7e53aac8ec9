#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "signin/service/origins.h"

namespace prichal::app {

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
