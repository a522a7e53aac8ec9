#include "bridge/valkey/backend.h"

#include <sodium.h>

namespace prichal::app {
namespace {

/// What the secret is hashed for, so that nothing else that is derived from it is the same.
constexpr std::string_view kPurpose = "prichal: senders\n";

}  // namespace

SipHash SendersUnder(std::string_view secret) {
  SipHash::Key key{};
  crypto_generichash_state state;
  crypto_generichash_init(&state, nullptr, 0, key.size());
  for (const std::string_view part : {kPurpose, secret}) {
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(part.data()),
                              part.size());
  }
  crypto_generichash_final(&state, key.data(), key.size());
  return SipHash(key);
}

}  // namespace prichal::app
