#include "signin/http/cookies.h"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "http/codec/header_fields.h"

namespace prichal::signin {
namespace {

std::string Line(const AuthOptions& options, std::string_view name, std::string_view value,
                 std::string_view path, std::int64_t seconds) {
  // In a frame of another site, browsers send only partitioned cookies, and no Lax ones.
  const std::string_view site =
      options.cookie == "partitioned" ? "SameSite=None; Partitioned" : "SameSite=Lax";
  return fmt::format("Set-Cookie: {}={}; Path={}; Max-Age={}; Secure; HttpOnly; {}\r\n", name,
                     value, path, seconds, site);
}

}  // namespace

std::string_view CookieOf(const http::Request& request, std::string_view name) {
  std::string_view lines = request.lines;
  std::string_view pairs;
  std::string_view found;
  // RemoveLastField() returns the last line first.
  while (http::RemoveLastField(lines, "Cookie", pairs)) {
    std::string_view rest = pairs;
    while (!rest.empty()) {
      const auto end = rest.find(';');
      const std::string_view pair = http::TrimSpace(rest.substr(0, end));
      rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
      if (pair.size() > name.size() && pair.starts_with(name) && pair[name.size()] == '=') {
        found = pair.substr(name.size() + 1);
        break;
      }
    }
  }
  return found;
}

std::string CookieLines(const AuthOptions& options, std::string_view session,
                        std::string_view refresh, Millis lifetime) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(lifetime).count();
  return Line(options, kSessionCookie, session, "/", seconds) +
         Line(options, kRefreshCookie, refresh, "/auth", seconds);
}

std::string NoCookieLines(const AuthOptions& options) {
  if (options.cookie == "off") return {};
  return CookieLines(options, {}, {}, Millis(0));
}

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
  // Lax, because the browser returns by a link from Telegram's page and would omit a Strict cookie.
  return fmt::format("Set-Cookie: {}={}; Path=/; Max-Age={}; Secure; HttpOnly; SameSite=Lax\r\n",
                     NameAt(place), sealed,
                     std::chrono::duration_cast<std::chrono::seconds>(lifetime).count());
}

std::string NoAttemptCookieLine(std::size_t place) {
  return AttemptCookieLine(place, {}, Millis(0));
}

}  // namespace prichal::signin
