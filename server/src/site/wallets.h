#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace prichal::host {

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

}  // namespace prichal::host
