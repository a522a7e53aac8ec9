#include "base/fingerprint.h"

#include <sodium/crypto_generichash.h>

#include <algorithm>
#include <cstdint>

namespace prichal {

Fingerprint Fingerprint::Of(std::initializer_list<std::string_view> parts) {
  crypto_generichash_state state{};
  crypto_generichash_init(&state, nullptr, 0, kBytes);
  for (const std::string_view part : parts) {
    const std::uint64_t size = part.size();
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(&size), sizeof(size));
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(part.data()), size);
  }
  Fingerprint fingerprint;
  crypto_generichash_final(&state, reinterpret_cast<unsigned char*>(fingerprint.bytes_.data()),
                           kBytes);
  return fingerprint;
}

Fingerprint Fingerprint::FromBytes(std::string_view bytes) {
  Fingerprint fingerprint;
  if (bytes.size() == kBytes) std::copy(bytes.begin(), bytes.end(), fingerprint.bytes_.begin());
  return fingerprint;
}

}  // namespace prichal
