#pragma once

#include <boost/json/fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace prichal::host {

/// Which addresses an entry may have.
enum class Schemes { kHttps, kHttpToo };

/// What a page must be allowed to reach for one wallet.
struct WalletOrigins {
  std::vector<std::string> bridges{};
  std::string image{};
};

/// Checks one entry of a wallets list (TON Connect, wallets-v2.json), its picture aside, and adds
/// to `origins`. Gives what is wrong, empty when nothing is: words that follow "entry 3".
[[nodiscard]] std::string CheckWallet(const boost::json::value& entry, Schemes schemes,
                                      WalletOrigins& origins);

/// The same for the address of its picture; after CheckWallet().
[[nodiscard]] std::string CheckImage(const boost::json::value& entry, Schemes schemes,
                                     WalletOrigins& origins);

/// `https://host:port` of an absolute http or https address; nothing for others, and for what could
/// not stand in a policy.
[[nodiscard]] std::optional<std::string> OriginOf(std::string_view url);

}  // namespace prichal::host
