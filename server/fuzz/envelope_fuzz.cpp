// Any bytes as the body of a message: the frame stays one event of three lines, its JSON string has
// neither raw control characters nor an early end, and its end can be taken off for another.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "bridge/frames.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace prichal;
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  static const ClientId from = *ClientId::Parse(std::string(64, '0'));
  const std::string start = "{\"from\":\"" + std::string(64, '0') + "\",\"message\":\"";
  const std::string_view end = "\",\"trace_id\":\"t\",\"connect_source\":{\"ip\":\"\"}}";

  const std::string envelope = bridge::Envelope(from, body, "t");
  if (!envelope.starts_with(start) || !envelope.ends_with(end)) std::abort();
  const std::string_view text =
      std::string_view(envelope).substr(start.size(), envelope.size() - start.size() - end.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x20 || text[i] == '"' || text[i] == '<' || text[i] == '>') std::abort();
    if (text[i] == '\\' && ++i == text.size()) std::abort();  // the escape takes the next one
  }

  const std::string frame = bridge::MessageFrame(1, envelope);
  if (!frame.ends_with(bridge::kFrameEnd)) std::abort();
  if (frame != "event: message\nid: 1\ndata: " + envelope + "\n\n") std::abort();
  return 0;
}
