// Any text as what an HTTP API answers to a question for an account's key: a key, the word that the
// account is not deployed, or one line of what is wrong.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "ton/account_key.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto read = prichal::ton::ReadKeyAnswer({reinterpret_cast<const char*>(data), size});
  if (!read && (read.error().empty() || read.error().size() > 200)) std::abort();
  return 0;
}
