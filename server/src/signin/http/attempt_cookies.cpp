#include "signin/http/attempt_cookies.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "signin/http/cookies.h"

namespace prichal::app {
namespace {

std::string NameAt(std::size_t place) { return fmt::format("__Host-prichal-oidc-{}", place); }

std::optional<oidc::Attempt> AttemptAt(const AuthLoop& loop, const http::Request& request,
                                       std::size_t place) {
  const std::string_view sealed = CookieOf(request, NameAt(place));
  if (sealed.empty()) return std::nullopt;
  return oidc::Attempt::Open(sealed, loop.attempt_key(), loop.unix_time());
}

}  // namespace

std::size_t PlaceForAttempt(const AuthLoop& loop, const http::Request& request) {
  std::size_t first = 0;
  Millis ends = Millis::max();
  for (std::size_t place = 0; place < kAttemptCookies; ++place) {
    const auto attempt = AttemptAt(loop, request, place);
    if (!attempt) return place;
    if (attempt->expires < ends) {
      first = place;
      ends = attempt->expires;
    }
  }
  return first;
}

std::optional<FoundAttempt> FindAttempt(const AuthLoop& loop, const http::Request& request,
                                        std::string_view state) {
  for (std::size_t place = 0; place < kAttemptCookies; ++place) {
    auto attempt = AttemptAt(loop, request, place);
    if (attempt && attempt->IsState(state)) {
      return FoundAttempt{.place = place, .attempt = *std::move(attempt)};
    }
  }
  return std::nullopt;
}

std::string AttemptCookieLine(std::size_t place, std::string_view sealed, Millis lifetime) {
  // Lax: Telegram's page brings the browser back, and a strict one would stay behind.
  return fmt::format("Set-Cookie: {}={}; Path=/; Max-Age={}; Secure; HttpOnly; SameSite=Lax\r\n",
                     NameAt(place), sealed,
                     std::chrono::duration_cast<std::chrono::seconds>(lifetime).count());
}

std::string NoAttemptCookieLine(std::size_t place) {
  return AttemptCookieLine(place, {}, Millis(0));
}

}  // namespace prichal::app
