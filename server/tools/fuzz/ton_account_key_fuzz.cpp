// Fuzzes responses of the TON HTTP API to a key query: the result is a key, "not deployed", or a
// one-line error.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "signin/ton/state_init.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read =
      prichal::signin::ton::ReadKeyAnswer({reinterpret_cast<const char*>(data), size});
  if (!read && (read.error().empty() || read.error().size() > 200)) std::abort();
  return 0;
}
