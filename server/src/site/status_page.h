#pragma once

#include <string>
#include <string_view>

namespace prichal::site {

/// The page at `/` of a server without a mini app, and its Content-Security-Policy.
struct StatusPage {
  std::string html;
  std::string policy;
};

[[nodiscard]] StatusPage MakeStatusPage();

/// Title element of the status page. `prichal doctor` recognizes the page by it.
inline constexpr std::string_view kStatusTitle = "<title>TON Connect bridge</title>";

}  // namespace prichal::site
