// Fuzzes the file with the saved wallets list, also with a correct digest: an input is rejected, or
// is the same after writing and parsing.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "base/encoding.h"
#include "base/hash.h"
#include "site/wallets/snapshot.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using prichal::site::wallets::ParseSnapshot;
  using prichal::site::wallets::Serialize;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)ParseSnapshot(text);
  const std::string whole = "prichal wallets 1 " +
                            prichal::HexEncode(prichal::Sha256(std::span(data, size))) + "\n" +
                            std::string(text);
  const auto snapshot = ParseSnapshot(whole);
  if (!snapshot) return 0;
  const std::string written = Serialize(*snapshot);
  const auto again = ParseSnapshot(written);
  if (!again || Serialize(*again) != written) std::abort();
  (void)prichal::site::wallets::ToServe(*again);
  return 0;
}
