// Fuzzes messages pushed by Valkey: an accepted message is one event of three lines with an ID in
// range, whose end can be replaced for each receiver.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bridge/core/frames.h"
#include "bridge/valkey/schema.h"

namespace {

using namespace prichal;
using namespace prichal::bridge;

void Check(const Schema& schema, const ClientId& id, std::string_view payload) {
  const auto push = schema.Parse(id, payload);
  if (!push) return;
  const std::int64_t event_id = push->message.event_id;
  if (event_id < 0 || event_id > bridge::EventIds::kLargest) std::abort();
  const std::string& frame = *push->message.frame;
  if (!frame.starts_with("event: message\nid: ") || !frame.ends_with(bridge::kFrameEnd)) {
    std::abort();
  }
  if (std::count(frame.begin(), frame.end(), '\n') != 4) std::abort();
  if (frame.find('\r') != std::string::npos) std::abort();
  const std::string renamed = bridge::WithEventId(event_id + 1, frame);
  if (bridge::WithEventId(event_id, renamed) != frame) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const ClientId id = *ClientId::Parse(std::string(64, 'a'));
  static const auto native = bridge::MakeNativeSchema();
  static const auto official = bridge::MakeOfficialSchema();
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto& schema : {native.get(), official.get()}) {
    Check(*schema, id, text);
    const auto of = schema->IdOf(text);
    if (of && schema->ChannelOf(*of) != text) std::abort();
  }
  return 0;
}
