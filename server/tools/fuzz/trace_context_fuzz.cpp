// Fuzzes header lines: an accepted traceparent has only hex digits and hyphens, and occurs in the
// input.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "http/codec/header_fields.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string lines(reinterpret_cast<const char*>(data), size);
  // Like the scanner's output: one line, followed by another.
  while (!lines.empty() && lines.find_first_of("\r\n") != std::string::npos) {
    lines.erase(lines.find_first_of("\r\n"), 1);
  }
  lines = "traceparent: " + lines + "\r\nHost: a\r\n";
  const auto taken = prichal::http::TraceparentOf(lines);
  if (taken.empty()) return 0;
  if (taken.size() != 55) std::abort();
  if (taken.find_first_not_of("0123456789abcdef-") != std::string_view::npos) std::abort();
  return 0;
}
