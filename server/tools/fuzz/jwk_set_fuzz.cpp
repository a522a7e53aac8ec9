// Fuzzes key sets and private keys: an accepted set is the same after writing and parsing, an
// accepted private key can sign, and a rejected text has a message.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "signin/token/private_key.h"
#include "signin/token/public_key.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace prichal::signin::token;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto set = JwkSet::Read(text);
  if (!set) {
    if (set.error().empty()) std::abort();
  } else {
    for (const auto& line : set->skipped()) {
      if (line.empty()) std::abort();
    }
    const std::string written = set->Write();
    const auto again = JwkSet::Read(written);
    // The written form can be longer than the limit for parsing.
    if (!again && written.size() <= JwkSet::kMaxBytes) std::abort();
    if (again && (again->size() != set->size() || again->Write() != written)) std::abort();
  }

  const auto key = PrivateKey::FromPem(text);
  if (!key) {
    if (key.error().empty()) std::abort();
  } else if (!key->public_key().Verify("message", key->Sign("message"))) {
    std::abort();
  }
  return 0;
}
