#include "signin/ledger/mac.h"

#include <sodium.h>

#include "base/bytes.h"

namespace prichal::auth {

void WriteMac(std::span<unsigned char> token, const MacKey& key, std::string_view binding) {
  const std::size_t signed_bytes = token.size() - kMacBytes;
  crypto_generichash_state state;
  crypto_generichash_init(&state, key.data(), key.size(), kMacBytes);
  crypto_generichash_update(&state, token.data(), signed_bytes);
  crypto_generichash_update(&state, BytesOf(binding).data(), binding.size());
  crypto_generichash_final(&state, &token[signed_bytes], kMacBytes);
}

}  // namespace prichal::auth
