// Fuzzes wallets-v2.json and the dev wallet's entry: an input is rejected, or its origins are valid
// in a Content-Security-Policy and the written list is accepted unchanged.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "site/wallets_list.h"

namespace {

constexpr std::string_view kList =
    R"([{"app_name":"a","name":"A","image":"https://a.org/i","about_url":"https://a.org",)"
    R"("bridge":[{"type":"js","key":"a"}],"platforms":[]}])";

void CheckOrigins(const prichal::site::WalletsList& list) {
  for (const auto* origins : {&list.bridge_origins, &list.image_origins}) {
    for (const auto& origin : *origins) {
      if (origin.find_first_of("; '\"\r\n,*") != std::string::npos) std::abort();
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using prichal::site::ComposeWallets;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto list = ComposeWallets(text, std::nullopt, "")) {
    CheckOrigins(*list);
    const auto again = ComposeWallets(list->json, std::nullopt, "");
    if (!again || again->json != list->json) std::abort();
  }
  if (const auto list = ComposeWallets(kList, text, "http://127.0.0.1:8080")) CheckOrigins(*list);
  return 0;
}
