// Fuzzes addresses: an input is rejected with a reason, or its raw form and all its friendly forms
// are addresses of the same account. The input is one of these forms, except for the case of hex
// digits and the base64 alphabet.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "signin/ton/address.h"

namespace {

using namespace prichal::signin::ton;

void CheckForms(const Address& address) {
  const auto raw = ParseAddress(ToRaw(address));
  if (!raw || raw->address != address || raw->friendly) std::abort();
  const bool small = address.workchain >= -128 && address.workchain <= 127;
  for (const bool bounceable : {false, true}) {
    for (const bool test_only : {false, true}) {
      const std::string text = ToFriendly(address, {bounceable, test_only});
      if (text.empty() == small) std::abort();
      if (!small) continue;
      const auto parsed = ParseAddress(text);
      if (!parsed || parsed->address != address || parsed->tag.bounceable != bounceable ||
          parsed->tag.test_only != test_only) {
        std::abort();
      }
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto parsed = ParseAddress(text);
  if (!parsed) {
    if (Words(parsed.error()).empty()) std::abort();
    return 0;
  }
  CheckForms(parsed->address);
  std::string copy(text);
  if (parsed->friendly) {
    std::replace(copy.begin(), copy.end(), '+', '-');
    std::replace(copy.begin(), copy.end(), '/', '_');
    if (copy != ToFriendly(parsed->address, parsed->tag)) std::abort();
  } else {
    for (char& c : copy) c = c >= 'A' && c <= 'F' ? static_cast<char>(c | 0x20) : c;
    if (copy != ToRaw(parsed->address)) std::abort();
  }
  return 0;
}
