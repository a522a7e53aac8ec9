// Fuzzes wallet pictures: the input is rejected, or becomes a WebP of the served size that can be
// decoded again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "site/wallets/icon.h"

namespace {

/// Small, so that a run tries many files instead of a few large ones.
constexpr int kSide = 256;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (!prichal::site::wallets::Decode(bytes, kSide)) return 0;
  const auto icon = prichal::site::wallets::MakeIcon(bytes);
  if (!icon) std::abort();
  const auto pixels = prichal::site::wallets::Decode(*icon, prichal::site::wallets::kIconSide);
  if (!pixels || pixels->width != pixels->height) std::abort();
  return 0;
}
