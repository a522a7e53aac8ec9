// Fuzzes configuration files: a file is rejected with a one-line error, or accepted and printed as
// an equivalent file.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "config/resolve.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace config = prichal::config;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto given = config::ParseFile(text, "fuzz.toml");
  if (!given) return 0;
  const auto resolved = config::Resolve(*given);
  const auto again = config::ParseFile(config::ToToml(resolved), "again.toml");
  if (!again) std::abort();
  const auto second = config::Resolve(*again);
  for (std::size_t i = 0; i < resolved.effective.size(); ++i) {
    if (second.effective[i].value != resolved.effective[i].value) std::abort();
  }
  return 0;
}
