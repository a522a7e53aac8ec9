#pragma once

#include <boost/json/fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace prichal::host {

/// URL schemes that an entry can use: only https, or also http (development).
enum class Schemes { kHttps, kHttpToo };

/// Origins that the page must be able to reach for one wallet.
struct WalletOrigins {
  std::vector<std::string> bridges{};
  std::string image{};
};

/// Checks one entry of a wallets list (TON Connect, wallets-v2.json) except its picture, and adds
/// its bridges to `origins`. Returns the problem, worded to follow "entry 3". Empty if the entry is
/// valid.
[[nodiscard]] std::string CheckWallet(const boost::json::value& entry, Schemes schemes,
                                      WalletOrigins& origins);

/// Checks the URL of the entry's picture and adds its origin. Call it after CheckWallet(). Returns
/// the problem in the same way.
[[nodiscard]] std::string CheckImage(const boost::json::value& entry, Schemes schemes,
                                     WalletOrigins& origins);

/// Returns `https://host:port` of an absolute http(s) URL. Empty for other URLs and for origins
/// that are not valid in a Content-Security-Policy.
[[nodiscard]] std::optional<std::string> OriginOf(std::string_view url);

}  // namespace prichal::host
