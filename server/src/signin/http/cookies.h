#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "http/codec/request.h"
#include "signin/oidc/openid_connect.h"
#include "signin/service/auth_options.h"
#include "signin/service/auth_shared.h"

namespace prichal::app {

/// The name of the cookie with auth::SessionCookie. Because of its prefix, browsers keep it to this
/// host and to TLS (RFC 6265bis section 4.1.3.2).
inline constexpr std::string_view kSessionCookie = "__Host-prichal";
/// The name of the cookie with the refresh token, which browsers send only to /auth.
inline constexpr std::string_view kRefreshCookie = "__Secure-prichal-refresh";

/// The value of a cookie of the request. Empty if there is none. If there are several, the first
/// one counts.
[[nodiscard]] std::string_view CookieOf(const http::Request& request, std::string_view name);

/// The header lines that set both cookies for `lifetime`, each with CRLF.
[[nodiscard]] std::string CookieLines(const AuthOptions& options, std::string_view session,
                                      std::string_view refresh, Millis lifetime);
/// The header lines that delete both. Empty if pages have no cookies.
[[nodiscard]] std::string NoCookieLines(const AuthOptions& options);

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
