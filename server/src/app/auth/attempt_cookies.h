#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/auth/auth_loop.h"
#include "http/request.h"
#include "oidc/attempt.h"

namespace prichal::app {

/// Sign-ins that a browser has under way: one cookie for each of its tabs, four at most, so that
/// no page can fill the room for a request's head with them.
inline constexpr std::size_t kAttemptCookies = 4;

/// The place for one more: an empty one, or that of the one that ends first.
[[nodiscard]] std::size_t PlaceForAttempt(const AuthLoop& loop, const http::Request& request);

struct FoundAttempt {
  std::size_t place = 0;
  oidc::Attempt attempt;
};
/// The one with this state. Nothing: this browser has begun none such, or it is over.
[[nodiscard]] std::optional<FoundAttempt> FindAttempt(const AuthLoop& loop,
                                                      const http::Request& request,
                                                      std::string_view state);

/// The line that sets it, ended by CRLF.
[[nodiscard]] std::string AttemptCookieLine(std::size_t place, std::string_view sealed,
                                            Millis lifetime);
/// The one that takes it away.
[[nodiscard]] std::string NoAttemptCookieLine(std::size_t place);

}  // namespace prichal::app
