// Fuzzes bags of cells with a state init, and its data as the data of each known wallet. An
// accepted state init has both cells. It yields a key only if the data match the wallet's layout.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "signin/ton/boc.h"
#include "signin/ton/state_init.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace prichal::signin::ton;
  const auto boc = ReadBoc({data, size}, {.bytes = 8192, .cells = 1024, .roots = 2});
  if (!boc) return 0;
  const auto state_init = ParseStateInit(*boc);
  if (!state_init) {
    if (Words(state_init.error()).empty()) std::abort();
    return 0;
  }
  if (state_init->code == nullptr || state_init->data == nullptr) std::abort();
  if (boc->root().level_mask != 0 || boc->roots.size() != 1) std::abort();
  for (const WalletCode& code : WalletCodes()) {
    const auto wallet = ReadWalletData(code, *state_init->data);
    if (!wallet) continue;
    if (state_init->data->bits != code.data_bits()) std::abort();
    if (wallet->wallet_id.has_value() != (code.id_bits != 0)) std::abort();
    // The ID is valid on at least one network; unknown networks accept any ID.
    (void)MayBeOfNetwork(code, *wallet, 0, kMainnet);
    if (!MayBeOfNetwork(code, *wallet, 0, 1)) std::abort();
  }
  return 0;
}
