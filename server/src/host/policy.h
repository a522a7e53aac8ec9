#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/options.h"

namespace prichal::host {

/// `'sha256-…'` of every inline script that a page runs, for script-src (CSP 3, section 2.3.1).
[[nodiscard]] std::vector<std::string> InlineScriptHashes(std::string_view html);

/// The same of every style element, for style-src.
[[nodiscard]] std::vector<std::string> InlineStyleHashes(std::string_view html);

/// What the mini app's page may talk to and show, found while its parts were put together.
struct PageSources {
  std::vector<std::string> scripts{};  ///< hashes
  std::vector<std::string> styles{};   ///< hashes
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

/// Header lines for every answer of the site.
[[nodiscard]] std::string CommonLines(const Options& options);

/// Header lines for documents besides the policy.
[[nodiscard]] std::string DocumentLines();

}  // namespace prichal::host
