#pragma once

#include <boost/json/fwd.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace prichal::site {

/// A wallet's picture, served by this site.
struct WalletIcon {
  std::string path;  ///< /wallets/NAME.HASH.webp
  std::string webp;
};
/// Icons by the wallet's app_name.
using WalletIcons = std::map<std::string, WalletIcon, std::less<>>;

/// A wallets list downloaded from its source, with its pictures. Replaces the build's list.
struct PulledWallets {
  std::string list;
  WalletIcons icons;
};

/// URL folder of the icons. Their names contain a hash of the content.
inline constexpr std::string_view kIconsFolder = "/wallets/";

/// The served wallets list (TON Connect, wallets-v2.json), and the origins that the page must be
/// able to reach for it.
struct WalletsList {
  std::string json;
  std::vector<std::string> bridge_origins;
  std::vector<std::string> image_origins;
};

/// Validates the list and writes it compactly. `dev_entry`: an additional wallet for development,
/// placed first. In it `{origin}` is replaced by `origin`, and http is allowed. An entry of `list`
/// with the same app_name is dropped. All other wallets then use the bridge of `origin`, where the
/// dev wallet responds for each of them. `icons`: pictures of this site that replace those of the
/// list; null to keep the list's pictures.
///
/// The error is one line without the file name: the first invalid entry and its problem.
[[nodiscard]] Result<WalletsList, std::string> ComposeWallets(
    std::string_view list, std::optional<std::string_view> dev_entry, std::string_view origin,
    const WalletIcons* icons = nullptr);

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

}  // namespace prichal::site
