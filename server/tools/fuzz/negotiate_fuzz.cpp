// Fuzzes Accept-Encoding and, after the first line break, If-None-Match: the chosen encoding is
// available and not rejected by name, and a matching tag occurs in the text.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "http/codec/content_negotiation.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace prichal::http;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view accept = text.substr(0, text.find('\n'));
  for (const bool brotli : {false, true}) {
    for (const bool gzip : {false, true}) {
      const auto chosen = ChooseCoding(accept, {.brotli = brotli, .gzip = gzip});
      if (chosen == Coding::kBrotli && !brotli) std::abort();
      if (chosen == Coding::kGzip && !gzip) std::abort();
      // An encoding rejected at the end of the list is never chosen.
      const std::string refused = std::string(accept) + ",br;q=0,gzip;q=0";
      const auto left = ChooseCoding(refused, {.brotli = brotli, .gzip = gzip});
      if (left && *left != Coding::kIdentity) std::abort();
    }
  }
  if (accept.size() == text.size()) return 0;
  const std::string_view header = text.substr(accept.size() + 1);
  constexpr std::string_view kTag = "\"0123456789abcdef-br\"";
  const bool is_named = header.find(kTag) != std::string_view::npos;
  const bool is_any = header.find('*') != std::string_view::npos;
  if (NoneMatchHits(header, kTag) && !is_named && !is_any) std::abort();
  if (NoneMatchHits(header, kTag) != NoneMatchHits(header, "W/" + std::string(kTag))) std::abort();
  return 0;
}
