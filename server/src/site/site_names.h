#pragma once

#include <string_view>

namespace prichal::host {

/// File names of a build that the server knows.
inline constexpr std::string_view kIndex = "index.html";
inline constexpr std::string_view kWallets = "wallets-v2.json";
inline constexpr std::string_view kDevEntry = "wallet-entry.json";  ///< in the sandbox's build

}  // namespace prichal::host
