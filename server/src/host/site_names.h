#pragma once

#include <string_view>

namespace prichal::host {

/// Files of a build that the server knows by name.
inline constexpr std::string_view kIndex = "index.html";
inline constexpr std::string_view kWallets = "wallets-v2.json";
inline constexpr std::string_view kDevEntry = "wallet-entry.json";  ///< of the stand's

}  // namespace prichal::host
