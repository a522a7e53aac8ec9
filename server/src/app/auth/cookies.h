#pragma once

#include <string>
#include <string_view>

#include "app/auth/options.h"
#include "base/clock.h"
#include "http/request.h"

namespace prichal::app {

/// Of auth::SessionCookie. The prefix makes browsers hold it to this host and to TLS (RFC 6265bis
/// section 4.1.3.2).
inline constexpr std::string_view kSessionCookie = "__Host-prichal";
/// Of the refresh token; goes to /auth alone.
inline constexpr std::string_view kRefreshCookie = "__Secure-prichal-refresh";

/// What the request's cookie of this name says; empty: there is none. Of several lines or pairs
/// with that name the first counts.
[[nodiscard]] std::string_view CookieOf(const http::Request& request, std::string_view name);

/// The lines that set both, for `lifetime`. Each ends with CRLF.
[[nodiscard]] std::string CookieLines(const AuthOptions& options, std::string_view session,
                                      std::string_view refresh, Millis lifetime);
/// Those that take them away; none where pages have none.
[[nodiscard]] std::string NoCookieLines(const AuthOptions& options);

}  // namespace prichal::app
