#include "bridge/frames.h"

#include <fmt/format.h>

#include "base/json_text.h"

namespace prichal::bridge {
namespace {

constexpr std::string_view kSourceStart = "\",\"request_source\":\"";

}  // namespace

std::string_view HeartbeatFrame(Heartbeat heartbeat) {
  return heartbeat == Heartbeat::kMessage ? kMessageHeartbeat : kLegacyHeartbeat;
}

std::string Envelope(const ClientId& from, std::string_view message, std::string_view trace_id,
                     std::string_view request_source) {
  std::string json = "{\"from\":\"";
  json.reserve(message.size() + request_source.size() + 224);
  json.append(from.text());
  json += "\",\"message\":";
  AppendJsonString(json, message);
  json += ",\"trace_id\":\"";
  json.append(trace_id);
  if (!request_source.empty()) json.append(kSourceStart).append(request_source);
  json += "\",\"connect_source\":{\"ip\":\"\"}}";
  return json;
}

std::size_t SourceSize(std::string_view request_source) {
  return request_source.empty() ? 0 : kSourceStart.size() + request_source.size();
}

std::string MessageFrame(std::int64_t event_id, std::string_view envelope) {
  const fmt::format_int id(event_id);
  std::string frame = "event: message\nid: ";
  frame.reserve(frame.size() + id.size() + envelope.size() + 16);
  frame.append(id.data(), id.size()).append("\ndata: ").append(envelope).append("\n\n");
  return frame;
}

std::string FrameEndFor(std::string_view ip) { return std::string(ip).append(kFrameEnd); }

}  // namespace prichal::bridge
