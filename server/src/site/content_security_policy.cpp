#include "site/content_security_policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

namespace prichal::site {
namespace {

constexpr std::string_view kLocalPages = "http://127.0.0.1:* http://localhost:*";

/// Formats one directive. Sources are sorted and unique, so that equal input gives equal bytes.
std::string Directive(std::string_view name, std::string_view fixed,
                      const std::vector<std::string>& more,
                      const std::vector<std::string>& configured = {}) {
  std::set<std::string> sources(more.begin(), more.end());
  sources.insert(configured.begin(), configured.end());
  return fmt::format("{} {}{}{}", name, fixed, sources.empty() ? "" : " ", fmt::join(sources, " "));
}

}  // namespace

std::string AppPolicy(const PageSources& sources, const Options& options) {
  std::string connect = "'self' https://config.ton.org";
  std::string ancestors = "https://web.telegram.org https://*.telegram.org";
  if (options.dev) {
    connect += fmt::format(" {}", kLocalPages);
    ancestors += fmt::format(" 'self' {}", kLocalPages);
  }
  return fmt::format(
      "default-src 'none'; {}; {}; {}; {}; font-src 'self'; manifest-src 'self'; "
      "base-uri 'none'; form-action 'none'; frame-ancestors {}",
      Directive("script-src", "'self'", sources.scripts),
      Directive("style-src", "'self'", sources.styles),
      Directive("img-src", "'self' data:", sources.images, options.image_sources),
      Directive("connect-src", connect, sources.connect, options.connect_sources), ancestors);
}

std::string StandPolicy(const std::vector<std::string>& scripts) {
  return fmt::format(
      "default-src 'none'; {}; style-src 'self'; img-src 'self' data: https: http:; "
      "connect-src 'self' http: https:; font-src 'self'; manifest-src 'self'; "
      "frame-src 'self' {}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
      Directive("script-src", "'self'", scripts), kLocalPages);
}

std::string CommonLines(const Options& options) {
  std::string lines =
      "X-Content-Type-Options: nosniff\r\n"
      "Referrer-Policy: strict-origin-when-cross-origin\r\n";
  if (options.origin.starts_with("https://")) {
    lines += "Strict-Transport-Security: max-age=31536000\r\n";
  }
  return lines;
}

std::string DocumentLines() {
  // Clipboard and fullscreen remain under the embedding page's control. The opener policy must
  // allow popups, because the app opens wallet pages; inside Telegram's frame it has no effect.
  return "Permissions-Policy: accelerometer=(), camera=(), display-capture=(), geolocation=(), "
         "gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()\r\n"
         "Cross-Origin-Opener-Policy: same-origin-allow-popups\r\n";
}

}  // namespace prichal::site
