// Fuzzes message bodies: the frame is one event of three lines. Its JSON string has no raw control
// characters and no early end, and the end of the frame can be replaced.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bridge/core/frames.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace prichal;
  using namespace prichal::bridge;
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  static const ClientId from = *ClientId::Parse(std::string(64, '0'));
  const std::string start =
      "event: message\nid: 1\ndata: {\"from\":\"" + std::string(64, '0') + "\",\"message\":\"";
  const std::string_view end = "\",\"trace_id\":\"t\",\"connect_source\":{\"ip\":\"\"}}\n\n";

  const Envelope envelope = Envelope::Make(from, "t", body);
  const std::string frame = bridge::MessageFrame(1, envelope);
  if (!frame.starts_with(start) || !frame.ends_with(end)) std::abort();
  if (frame.size() != bridge::SizeOfFrame(1, envelope)) std::abort();
  if (!frame.ends_with(bridge::kFrameEnd)) std::abort();
  const std::string_view text =
      std::string_view(frame).substr(start.size(), frame.size() - start.size() - end.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || text[i] == '"' || text[i] == '<' || text[i] == '>') std::abort();
    if (text[i] == '\\' && ++i == text.size()) std::abort();  // skip the escaped character
  }
  return 0;
}
