#pragma once

#include <string>
#include <string_view>

#include "signin/service/options.h"
#include "base/clock.h"
#include "http/codec/request.h"

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

}  // namespace prichal::app
