#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace prichal::host {

/// A wallet's picture as this site serves it.
struct WalletIcon {
  std::string path;  ///< /wallets/NAME.HASH.webp
  std::string webp;
};
/// By app_name.
using WalletIcons = std::map<std::string, WalletIcon, std::less<>>;

/// A list that was fetched from where it is published, with its pictures: in place of the build's.
struct PulledWallets {
  std::string list;
  WalletIcons icons;
};

/// Where icons are on this site. Their names have a hash of what is in them.
inline constexpr std::string_view kIconsFolder = "/wallets/";

/// The wallets list (TON Connect, wallets-v2.json) as it is served, and what the page must be
/// allowed to reach for it.
struct WalletsList {
  std::string json;
  std::vector<std::string> bridge_origins;
  std::vector<std::string> image_origins;
};

/// Checks the list and writes it compactly. `dev_entry`: one wallet more, put first; `{origin}` in
/// it becomes `origin`, and its addresses may be http. An entry of the same app_name in the list
/// gives way to it. The bridges of all others are then `origin`'s own, where the dev wallet
/// answers for whichever of them was chosen. `icons`: those of this site, which take the place of
/// whatever pictures the list names; null: its pictures stay.
///
/// The error is one line without the file's name: the first entry that is wrong, and what about it.
[[nodiscard]] Result<WalletsList, std::string> ComposeWallets(
    std::string_view list, std::optional<std::string_view> dev_entry, std::string_view origin,
    const WalletIcons* icons = nullptr);

}  // namespace prichal::host
