// Fuzzes Valkey URIs: an accepted one has a host and port, and the error of a rejected one does not
// contain the password.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "valkey/options.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace prichal::valkey;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto uri = ParseUri(text);
  if (!uri) {
    if (uri.error().empty()) std::abort();
  } else {
    if (uri->seeds.empty()) std::abort();
    for (const Endpoint& seed : uri->seeds) {
      if (seed.host.empty() || seed.port == 0) std::abort();
    }
  }
  // A unique password must not occur in the output.
  if (text.find("Zq7") != std::string_view::npos) return 0;
  const std::string secret = "redis://user:Zq7Zq7Zq7@" + std::string(text);
  const auto refused = ParseUri(secret);
  if (!refused && refused.error().find("Zq7Zq7Zq7") != std::string::npos) std::abort();
  return 0;
}
