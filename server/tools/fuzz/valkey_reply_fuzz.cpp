// Fuzzes replies of Valkey: the result does not depend on how the bytes are split, and a stopped
// reader has an error. Each reply is also parsed as a slot map and as an error.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "valkey/resp.h"
#include "valkey/slots.h"

namespace {

using namespace prichal::valkey;

constexpr ReplyReader::Bounds kBounds{.bytes = 64 * 1024, .elements = 1'000};

void Write(const Reply& reply, std::string& out) {
  out.push_back(static_cast<char>('a' + static_cast<int>(reply.kind)));
  out.append(std::to_string(reply.integer)).append(reply.text).push_back('[');
  for (const Reply& item : reply.items) Write(item, out);
  out.push_back(']');
}

void Look(const Reply& reply) {
  const Endpoint asked{.host = "asked", .port = 1};
  if (const auto map = ParseSlots(reply, asked)) {
    for (const SlotRange& range : *map) {
      if (range.first > range.last || range.last >= kSlots) std::abort();
      if (range.master.host.empty() || range.master.port == 0) std::abort();
    }
  }
  const Refusal refusal = ReadRefusal(reply.text, asked);
  if (refusal.kind == Refusal::Kind::kMoved || refusal.kind == Refusal::Kind::kAsk) {
    if (refusal.slot >= kSlots || refusal.target.port == 0) std::abort();
  }
  if (SlotOf(reply.text) >= kSlots) std::abort();
}

/// Returns the replies and the reader's error as text.
std::string Read(std::string_view bytes, std::size_t piece, bool look) {
  ReplyReader reader(kBounds);
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    reader.Feed(bytes.substr(at, piece));
    while (const auto reply = reader.Next()) {
      if (look) Look(*reply);
      Write(*reply, out);
    }
  }
  out.append(reader.error().empty() ? "." : "!");
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Well below the size limit, so that hitting it does not depend on the split.
  if (size == 0 || size > kBounds.bytes / 2) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string whole = Read(bytes, size, true);
  if (Read(bytes, 1 + size % 7, false) != whole) std::abort();
  return 0;
}
