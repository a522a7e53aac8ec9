#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace prichal::host {

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
/// answers for whichever of them was chosen.
///
/// The error is one line without the file's name: the first entry that is wrong, and what about it.
[[nodiscard]] Result<WalletsList, std::string> ComposeWallets(
    std::string_view list, std::optional<std::string_view> dev_entry, std::string_view origin);

/// `https://host:port` of an absolute http or https address; nothing for others, and for what could
/// not stand in a policy.
[[nodiscard]] std::optional<std::string> OriginOf(std::string_view url);

}  // namespace prichal::host
