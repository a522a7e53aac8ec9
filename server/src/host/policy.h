#pragma once

#include <string>
#include <vector>

#include "host/options.h"

namespace prichal::host {

/// What the mini app's page may run, talk to and show, found while its parts were put together.
struct PageSources {
  std::vector<std::string> scripts{};  ///< `'sha256-…'` of each inline script
  std::vector<std::string> styles{};   ///< the same of each style element
  std::vector<std::string> connect{};  ///< origins of the wallets' bridges
  std::vector<std::string> images{};   ///< origins of the wallets' pictures
};

/// Content-Security-Policy of the mini app: everything is forbidden but our own files, the bridges
/// and pictures of the wallets in the list and the upstream list; Telegram's origins may frame it,
/// and nobody else (telegram.md section 1.1 names them; X-Frame-Options cannot, so it is not sent).
[[nodiscard]] std::string AppPolicy(const PageSources& sources, const Options& options);

/// Content-Security-Policy of the stand, which exists for developers only: it frames apps of this
/// machine and talks to any bridge.
[[nodiscard]] std::string StandPolicy(const std::vector<std::string>& scripts);

/// Header lines for every response of the site.
[[nodiscard]] std::string CommonLines(const Options& options);

/// Header lines for documents besides the policy.
[[nodiscard]] std::string DocumentLines();

}  // namespace prichal::host
