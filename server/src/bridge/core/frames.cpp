#include "bridge/core/frames.h"

#include <fmt/format.h>

#include <algorithm>

namespace prichal::bridge {
namespace {

// Parts of a message's frame. Between them are its ID, sender, message, trace ID and source.
constexpr std::string_view kIdStart = "event: message\nid: ";
constexpr std::string_view kDataStart = "\ndata: ";
constexpr std::string_view kFromStart = "{\"from\":\"";
constexpr std::string_view kMessageStart = "\",\"message\":";
constexpr std::string_view kTraceStart = ",\"trace_id\":\"";
constexpr std::string_view kSourceStart = "\",\"request_source\":\"";
constexpr std::string_view kReceiverStart = "\",\"connect_source\":{\"ip\":\"";
constexpr std::string_view kReceiverEnd = "\"}}";
constexpr std::string_view kEnd = "\n\n";

void AppendData(std::string& out, const Envelope& envelope) {
  out.append(kFromStart).append(envelope.from());
  out.append(kMessageStart).append(envelope.message());
  out.append(kTraceStart).append(envelope.trace_id());
  if (const SharedBytes& source = envelope.request_source())
    out.append(kSourceStart).append(*source);
  out.append(kReceiverStart).append(kReceiverEnd);
}

}  // namespace

std::string_view HeartbeatFrame(Heartbeat heartbeat) {
  return heartbeat == Heartbeat::kMessage ? kMessageHeartbeat : kLegacyHeartbeat;
}

std::string MessageFrame(std::int64_t event_id, const Envelope& envelope) {
  const fmt::format_int id(event_id);
  std::string frame;
  frame.reserve(SizeOfFrame(event_id, envelope));
  frame.append(kIdStart).append(id.data(), id.size()).append(kDataStart);
  AppendData(frame, envelope);
  frame.append(kEnd);
  return frame;
}

std::string DataOf(const Envelope& envelope) {
  std::string data;
  data.reserve(SizeOfFrame(0, envelope));
  AppendData(data, envelope);
  return data;
}

std::optional<std::string> FrameOf(std::int64_t event_id, std::string_view data) {
  const bool is_open = data.ends_with(kReceiverEnd) &&
                       data.substr(0, data.size() - kReceiverEnd.size()).ends_with(kReceiverStart);
  if (!is_open || !data.starts_with('{')) return std::nullopt;
  if (data.find_first_of("\r\n") != std::string_view::npos) return std::nullopt;
  const fmt::format_int id(event_id);
  std::string frame;
  frame.reserve(kIdStart.size() + id.size() + kDataStart.size() + data.size() + kEnd.size());
  frame.append(kIdStart).append(id.data(), id.size()).append(kDataStart).append(data).append(kEnd);
  return frame;
}

std::string WithEventId(std::int64_t event_id, std::string_view frame) {
  const fmt::format_int id(event_id);
  std::string renamed(kIdStart);
  renamed.append(id.data(), id.size()).append(frame.substr(frame.find(kDataStart)));
  return renamed;
}

std::size_t SizeOfFrame(std::int64_t event_id, const Envelope& envelope) {
  constexpr std::size_t kWords = kIdStart.size() + kDataStart.size() + kEnd.size();
  const SharedBytes& source = envelope.request_source();
  return kWords + fmt::format_int(event_id).size() + SizeOfJson(envelope) +
         (source == nullptr ? 0 : kSourceStart.size() + source->size());
}

std::size_t SizeOfJson(const Envelope& envelope) {
  constexpr std::size_t kWords = kFromStart.size() + kMessageStart.size() + kTraceStart.size() +
                                 kReceiverStart.size() + kReceiverEnd.size();
  return kWords + envelope.from().size() + envelope.message().size() + envelope.trace_id().size();
}

std::string FrameEndFor(std::string_view ip) { return std::string(ip).append(kFrameEnd); }

std::int64_t EventIds::Next(Millis unix_time) {
  const std::int64_t from_clock = FirstIn(unix_time);
  std::int64_t last = last_.load(std::memory_order_relaxed);
  std::int64_t next = 0;
  do {
    next = std::max(last + 1, from_clock);
  } while (!last_.compare_exchange_weak(last, next, std::memory_order_acq_rel,
                                        std::memory_order_relaxed));
  return next;
}

void EventIds::StartAfter(std::int64_t id) {
  std::int64_t last = last_.load(std::memory_order_relaxed);
  while (last < id && !last_.compare_exchange_weak(last, id)) {
  }
}

void EventIds::StartAfter(Millis unix_time) { StartAfter(FirstIn(unix_time + Millis(1)) - 1); }

}  // namespace prichal::bridge
