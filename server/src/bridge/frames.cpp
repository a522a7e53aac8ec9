#include "bridge/frames.h"

#include <fmt/format.h>

#include "base/json_text.h"

namespace prichal::bridge {

std::string_view HeartbeatFrame(Heartbeat heartbeat) {
  return heartbeat == Heartbeat::kMessage ? kMessageHeartbeat : kLegacyHeartbeat;
}

std::string Envelope(const ClientId& from, std::string_view message, std::string_view trace_id) {
  std::string json = "{\"from\":\"";
  json.reserve(message.size() + 192);
  json.append(from.text());
  json += "\",\"message\":";
  AppendJsonString(json, message);
  json += ",\"trace_id\":\"";
  json.append(trace_id);
  json += "\",\"connect_source\":{\"ip\":\"\"}}";
  return json;
}

std::string MessageFrame(std::int64_t event_id, std::string_view envelope) {
  return fmt::format("event: message\nid: {}\ndata: {}\n\n", event_id, envelope);
}

}  // namespace prichal::bridge
