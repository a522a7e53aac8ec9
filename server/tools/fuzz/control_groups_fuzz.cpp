// Fuzzes the kernel's control group files: the result is a limit or empty, without a crash.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "config/machine.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace config = prichal::config;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t half = size / 2;
  if (config::ParseMemory(text) == std::uint64_t{0}) std::abort();
  if (config::ParseCpuMax(text) == std::size_t{0}) std::abort();
  if (config::CountProcessors(text) == std::size_t{0}) std::abort();
  if (config::ProcessorsOf(text.substr(0, half), text.substr(half)) == std::size_t{0}) std::abort();
  for (const auto& mount : config::ParseMounts(text)) {
    if (mount.is_unified && !mount.controllers.empty()) std::abort();
    (void)config::PathIn(mount, text);
  }
  return 0;
}
