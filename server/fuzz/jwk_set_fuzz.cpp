// Any text as a key set or a private key: a set that is read is written and read as the same, a
// private key that is read signs, and what is refused is refused in words.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "token/jwk_set.h"
#include "token/private_key.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace prichal::token;
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
    // What it says in one way may be longer than what was read.
    if (!again && written.size() <= JwkSet::kMaxBytes) std::abort();
    if (again && (again->size() != set->size() || again->Write() != written)) std::abort();
  }

  const auto key = PrivateKey::FromText(text);
  if (!key) {
    if (key.error().empty()) std::abort();
  } else if (!key->public_key().Verify("message", key->Sign("message"))) {
    std::abort();
  }
  return 0;
}
