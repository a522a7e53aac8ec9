// Fuzzes downloaded wallets lists: an input is rejected, or the result is within the limits and is
// accepted unchanged when parsed again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "site/wallets/list.h"
#include "site/wallets_list.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using prichal::site::wallets::ReadList;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto list = ReadList(text, "http://10.0.0.5:8080");
  if (!list) return 0;
  if (list->wallets.empty() || list->wallets.size() > prichal::site::wallets::kMostWallets)
    std::abort();
  for (const auto& line : list->dropped) {
    for (const char c : line) {
      if (c < ' ' || c == 0x7f) std::abort();
    }
  }
  const auto again = ReadList(list->json, "http://10.0.0.5:8080");
  if (!again || again->json != list->json || !again->dropped.empty()) std::abort();
  const prichal::site::WalletIcons none;
  const auto served =
      prichal::site::ComposeWallets(list->json, std::nullopt, "https://a.org", &none);
  if (!served || served->image_origins.size() != 1) std::abort();
  for (const auto& origin : served->bridge_origins) {
    if (origin.find_first_of("; '\"\r\n,*") != std::string::npos) std::abort();
  }
  return 0;
}
