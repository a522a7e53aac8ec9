#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace prichal::wallets {

/// What a list may have. The public one has some forty wallets in 40 kB.
inline constexpr std::size_t kMostListBytes = 1024UL * 1024;
inline constexpr std::size_t kMostWallets = 256;

/// A published wallets list (TON Connect, wallets-v2.json) as far as it can be used.
struct List {
  struct Wallet {
    std::string app_name;
    std::string image;  ///< address of its picture; empty: the list, a mirror's, has none
  };

  std::string json;                  ///< the entries that fit, in their order, compact
  std::vector<Wallet> wallets;       ///< the same
  std::vector<std::string> dropped;  ///< a line for each other one, safe to log
};

/// Reads a list of strangers, entry by entry: one that does not fit is left out and costs nobody
/// else his place. What fits is held to bounds and has https addresses alone, links that cannot run
/// code, and names without characters that change how others are read. Members that are not known
/// stay: lists grow.
/// @param own_origin pictures may be there by http as well; empty: nowhere
/// The error, of a list of which nothing can be used, is safe to log.
[[nodiscard]] Result<List, std::string> ReadList(std::string_view text,
                                                 std::string_view own_origin);

}  // namespace prichal::wallets
