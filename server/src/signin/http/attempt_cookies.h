#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "signin/service/auth_loop.h"
#include "http/codec/request.h"
#include "signin/oidc/attempt.h"

namespace prichal::app {

/// The sign-ins that a browser has begun: one cookie for each tab, at most four, so that a page
/// cannot fill the space for request headers with them.
inline constexpr std::size_t kAttemptCookies = 4;

/// Returns the index of the cookie for a new sign-in: an unused one, or the one that expires first.
[[nodiscard]] std::size_t PlaceForAttempt(const AuthLoop& loop, const http::Request& request);

struct FoundAttempt {
  std::size_t place = 0;
  oidc::Attempt attempt;
};
/// Finds the sign-in with this state. Empty if this browser has not begun it, or if it has expired.
[[nodiscard]] std::optional<FoundAttempt> FindAttempt(const AuthLoop& loop,
                                                      const http::Request& request,
                                                      std::string_view state);

/// The header line that sets the cookie, with CRLF.
[[nodiscard]] std::string AttemptCookieLine(std::size_t place, std::string_view sealed,
                                            Millis lifetime);
/// The header line that deletes the cookie.
[[nodiscard]] std::string NoAttemptCookieLine(std::size_t place);

}  // namespace prichal::app
