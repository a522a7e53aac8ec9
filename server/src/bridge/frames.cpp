#include "bridge/frames.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_text.h"

namespace prichal::bridge {
namespace {

// A message's frame: these, and between them its id, sender, message, trace id and source.
constexpr std::string_view kIdStart = "event: message\nid: ";
constexpr std::string_view kDataStart = "\ndata: ";
constexpr std::string_view kFromStart = "{\"from\":\"";
constexpr std::string_view kMessageStart = "\",\"message\":";
constexpr std::string_view kTraceStart = ",\"trace_id\":\"";
constexpr std::string_view kSourceStart = "\",\"request_source\":\"";
constexpr std::string_view kReceiverStart = "\",\"connect_source\":{\"ip\":\"";
constexpr std::string_view kReceiverEnd = "\"}}";
constexpr std::string_view kEnd = "\n\n";

bool Drop(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

bool DropEnd(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end)) return false;
  text.remove_suffix(end.size());
  return true;
}

}  // namespace

std::string_view HeartbeatFrame(Heartbeat heartbeat) {
  return heartbeat == Heartbeat::kMessage ? kMessageHeartbeat : kLegacyHeartbeat;
}

std::string Envelope(const ClientId& from, std::string_view message, std::string_view trace_id,
                     std::string_view request_source) {
  std::string json(kFromStart);
  // Room for the words around it, and for those of the frame that it becomes.
  json.reserve(message.size() + request_source.size() + 256);
  json.append(from.text()).append(kMessageStart);
  AppendJsonString(json, message);
  json.append(kTraceStart).append(trace_id);
  if (!request_source.empty()) json.append(kSourceStart).append(request_source);
  json.append(kReceiverStart).append(kReceiverEnd);
  return json;
}

std::size_t SourceSize(std::string_view request_source) {
  return request_source.empty() ? 0 : kSourceStart.size() + request_source.size();
}

std::string MessageFrame(std::int64_t event_id, std::string envelope) {
  const fmt::format_int id(event_id);
  // In the room that Envelope() has left for it.
  envelope.insert(0, kIdStart.size() + id.size() + kDataStart.size(), ' ');
  auto at = std::copy(kIdStart.begin(), kIdStart.end(), envelope.begin());
  at = std::copy_n(id.data(), id.size(), at);
  std::copy(kDataStart.begin(), kDataStart.end(), at);
  return envelope.append(kEnd);
}

std::optional<FrameParts> PartsOf(std::int64_t event_id, std::string_view frame) {
  const fmt::format_int id(event_id);
  std::string_view rest = frame;
  if (!Drop(rest, kIdStart) || !Drop(rest, {id.data(), id.size()}) || !Drop(rest, kDataStart) ||
      !Drop(rest, kFromStart) || rest.size() < ClientId::kLength || !DropEnd(rest, kEnd) ||
      !DropEnd(rest, kReceiverEnd) || !DropEnd(rest, kReceiverStart)) {
    return std::nullopt;
  }
  FrameParts parts{.from = rest.substr(0, ClientId::kLength)};
  rest.remove_prefix(parts.from.size());
  if (!Drop(rest, kMessageStart)) return std::nullopt;
  const std::size_t trace = rest.find(kTraceStart);
  if (trace == std::string_view::npos) return std::nullopt;
  parts.message = rest.substr(0, trace);
  rest.remove_prefix(trace + kTraceStart.size());
  const std::size_t source = rest.find(kSourceStart);
  parts.trace_id = rest.substr(0, source);
  if (source != std::string_view::npos) {
    parts.request_source = rest.substr(source + kSourceStart.size());
  }
  return parts;
}

std::string FrameOf(std::int64_t event_id, const FrameParts& parts) {
  const fmt::format_int id(event_id);
  std::string frame;
  frame.reserve(SizeOfFrame(event_id, parts));
  frame.append(kIdStart)
      .append(id.data(), id.size())
      .append(kDataStart)
      .append(kFromStart)
      .append(parts.from);
  frame.append(kMessageStart).append(parts.message).append(kTraceStart).append(parts.trace_id);
  if (parts.request_source) frame.append(kSourceStart).append(*parts.request_source);
  frame.append(kReceiverStart).append(kReceiverEnd).append(kEnd);
  return frame;
}

std::size_t SizeOfFrame(std::int64_t event_id, const FrameParts& parts) {
  constexpr std::size_t kWords = kIdStart.size() + kDataStart.size() + kFromStart.size() +
                                 kMessageStart.size() + kTraceStart.size() + kReceiverStart.size() +
                                 kReceiverEnd.size() + kEnd.size();
  return kWords + fmt::format_int(event_id).size() + parts.from.size() + parts.message.size() +
         parts.trace_id.size() +
         (parts.request_source ? kSourceStart.size() + parts.request_source->size() : 0);
}

std::string FrameEndFor(std::string_view ip) { return std::string(ip).append(kFrameEnd); }

}  // namespace prichal::bridge
