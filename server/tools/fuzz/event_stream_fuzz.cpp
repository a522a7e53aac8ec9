// Fuzzes event streams, split at the position that the first byte gives: the events do not depend
// on the split, and nothing is buffered that was not received.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "http/codec/event_reader.h"

namespace {

using Seen = std::vector<std::tuple<std::string, std::int64_t, std::string>>;

Seen Read(std::string_view bytes, std::size_t piece) {
  prichal::http::EventReader reader;
  Seen seen;
  while (!bytes.empty()) {
    const std::string some(bytes.substr(0, piece));
    bytes.remove_prefix(some.size());
    reader.Feed(some);
    while (const auto event = reader.Next()) {
      seen.emplace_back(event->type, event->id, event->data);
    }
  }
  return seen;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (Read(bytes, bytes.size() + 1) != Read(bytes, data[0] % 16 + 1)) std::abort();
  return 0;
}
