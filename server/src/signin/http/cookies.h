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

namespace prichal::signin {

/// The name of the cookie with SessionCookie. The prefix `__Host-` limits it to this host and
/// to TLS (RFC 6265bis section 4.1.3.2).
inline constexpr std::string_view kSessionCookie = "__Host-prichal";
/// The name of the cookie with the refresh token. Browsers send it only to /auth.
inline constexpr std::string_view kRefreshCookie = "__Secure-prichal-refresh";

/// Returns the value of a cookie of the request: the first if there are several. Empty if none.
[[nodiscard]] std::string_view CookieOf(const http::Request& request, std::string_view name);

/// Returns the header lines that set both cookies for `lifetime`, each with CRLF.
[[nodiscard]] std::string CookieLines(const AuthOptions& options, std::string_view session,
                                      std::string_view refresh, Millis lifetime);
/// Returns the header lines that delete both cookies. Empty if cookies are not configured.
[[nodiscard]] std::string NoCookieLines(const AuthOptions& options);

/// The number of sign-ins that one browser can have pending, each in a cookie of its own. The limit
/// keeps request headers small.
inline constexpr std::size_t kAttemptCookies = 4;

/// Returns the index of the cookie for a new sign-in: a free one, or the one that expires first.
[[nodiscard]] std::size_t PlaceForAttempt(const AuthLoop& loop, const http::Request& request);

struct FoundAttempt {
  std::size_t place = 0;
  oidc::Attempt attempt;
};
/// Finds the pending sign-in with this state. Empty if this browser did not start it, or if it has
/// expired.
[[nodiscard]] std::optional<FoundAttempt> FindAttempt(const AuthLoop& loop,
                                                      const http::Request& request,
                                                      std::string_view state);

/// Returns the header line that sets the cookie `place`, with CRLF. `sealed`: from Attempt::Seal().
[[nodiscard]] std::string AttemptCookieLine(std::size_t place, std::string_view sealed,
                                            Millis lifetime);
/// Returns the header line that deletes the cookie `place`, with CRLF.
[[nodiscard]] std::string NoAttemptCookieLine(std::size_t place);

}  // namespace prichal::signin
