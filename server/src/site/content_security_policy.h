#pragma once

#include <string>
#include <vector>

#include "site/site.h"

namespace prichal::site {

/// Sources that the mini app's page needs, collected while the site is built.
struct PageSources {
  std::vector<std::string> scripts{};  ///< `'sha256-…'` of each inline script
  std::vector<std::string> styles{};   ///< `'sha256-…'` of each style element
  std::vector<std::string> connect{};  ///< origins of the wallets' bridges
  std::vector<std::string> images{};   ///< origins of the wallets' pictures
};

/// Returns the Content-Security-Policy of the mini app. It allows only files of this site, the
/// bridges and pictures of the listed wallets, and the wallets list's source. Only the origins of
/// Telegram's web clients can frame the page. X-Frame-Options cannot list origins, so it is not
/// sent.
[[nodiscard]] std::string AppPolicy(const PageSources& sources, const Options& options);

/// Returns the Content-Security-Policy of the sandbox, for development only. The sandbox can frame
/// local apps and connect to any bridge.
[[nodiscard]] std::string StandPolicy(const std::vector<std::string>& scripts);

/// Returns header lines for all responses of the site, each with CRLF.
[[nodiscard]] std::string CommonLines(const Options& options);

/// Returns header lines for documents in addition to the policy, each with CRLF.
[[nodiscard]] std::string DocumentLines();

}  // namespace prichal::site
