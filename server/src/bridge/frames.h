#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/client_id.h"

namespace prichal::bridge {

/// Which heartbeat a client asked for.
enum class Heartbeat { kLegacy, kMessage };

/// The first bytes of every stream: an EventSource that loses it comes back after 100 ms.
inline constexpr std::string_view kOpening = "retry: 100\n\n";
/// No data line, so an EventSource dispatches nothing.
inline constexpr std::string_view kLegacyHeartbeat = "event: heartbeat\n\n";
inline constexpr std::string_view kMessageHeartbeat = "event: message\r\ndata: heartbeat\r\n\r\n";
/// The backlog has been given; sent to those who ask for it.
inline constexpr std::string_view kQueueDone = "event: message\r\ndata: queue_done\r\n\r\n";

[[nodiscard]] std::string_view HeartbeatFrame(Heartbeat heartbeat);

/// The JSON that a receiver gets: who sent what. `message` is opaque: its bytes become a string.
/// `request_source`: base64; empty: left out.
[[nodiscard]] std::string Envelope(const ClientId& from, std::string_view message,
                                   std::string_view trace_id, std::string_view request_source = {});

/// Bytes that `request_source` adds to an envelope.
[[nodiscard]] std::size_t SourceSize(std::string_view request_source);

/// One message as a server-sent event. It leaves open who receives it: `connect_source.ip`, at its
/// very end, is empty.
[[nodiscard]] std::string MessageFrame(std::int64_t event_id, std::string envelope);

/// What one message's frame is made of, beside the words that every frame has. Views into the
/// frame.
struct FrameParts {
  std::string_view from = {};
  std::string_view message = {};  ///< JSON: escaped, in its quotation marks
  std::string_view trace_id = {};
  std::optional<std::string_view> request_source = {};
};

/// What MessageFrame() and Envelope() have put together for `event_id`; nothing for a text that is
/// not exactly what FrameOf() makes of its parts.
[[nodiscard]] std::optional<FrameParts> PartsOf(std::int64_t event_id, std::string_view frame);
/// The frame again, and its size in bytes.
[[nodiscard]] std::string FrameOf(std::int64_t event_id, const FrameParts& parts);
[[nodiscard]] std::size_t SizeOfFrame(std::int64_t event_id, const FrameParts& parts);

/// The end of every message's frame, from that address on: all of it that differs from one receiver
/// to the next, so that everything before is shared.
inline constexpr std::string_view kFrameEnd = "\"}}\n\n";
/// The same for a receiver at `ip`.
[[nodiscard]] std::string FrameEndFor(std::string_view ip);

}  // namespace prichal::bridge
