// Parsing and checking a published wallets list.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace prichal::site::wallets {

/// Largest list, in bytes and in wallets. The public one has about forty wallets in 40 kB.
inline constexpr std::size_t kMostListBytes = 1024UL * 1024;
inline constexpr std::size_t kMostWallets = 256;

/// The usable entries of a published wallets list (TON Connect, wallets-v2.json).
struct List {
  /// One entry.
  struct Wallet {
    std::string app_name;
    std::string image;  ///< URL of its picture; empty if none, as in the list of a mirror
  };

  std::string json;                  ///< the usable entries in their order, compact
  std::vector<Wallet> wallets;       ///< the same entries
  std::vector<std::string> dropped;  ///< one line for each rejected entry, safe to log
};

/// Parses an untrusted list entry by entry; an invalid entry is rejected without affecting the
/// others. Accepted entries are within limits, have HTTPS URLs and links that cannot run code, and
/// have no control or bidirectional characters in their names. Unknown members are kept. Fails if
/// no entry is usable; the error is safe to log. Any thread.
/// @param own_origin origin whose pictures may use plain HTTP; empty: none
[[nodiscard]] Result<List, std::string> ReadList(std::string_view text,
                                                 std::string_view own_origin);

}  // namespace prichal::site::wallets
