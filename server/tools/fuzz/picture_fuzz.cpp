// Fuzzes picture headers: an input with a known size must have a supported format.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ops/doctor/deployment.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto picture =
      prichal::ops::ReadPicture(std::string_view(reinterpret_cast<const char*>(data), size));
  if (picture.kind.empty()) std::abort();
  if ((picture.width != 0 || picture.height != 0) && !picture.is_taken()) std::abort();
  return 0;
}
