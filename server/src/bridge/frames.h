#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/envelope.h"

namespace prichal::bridge {

/// Which heartbeat a client asked for.
enum class Heartbeat { kLegacy, kMessage };

/// The first bytes of every stream: an EventSource that loses it comes back after 100 ms.
inline constexpr std::string_view kOpening = "retry: 100\n\n";
/// Before the end of a stream that should not come back at once.
inline constexpr std::string_view kRetryLater = "retry: 5000\n\n";
/// No data line, so an EventSource dispatches nothing.
inline constexpr std::string_view kLegacyHeartbeat = "event: heartbeat\n\n";
inline constexpr std::string_view kMessageHeartbeat = "event: message\r\ndata: heartbeat\r\n\r\n";
/// The backlog has been delivered; sent to streams that ask for it.
inline constexpr std::string_view kQueueDone = "event: message\r\ndata: queue_done\r\n\r\n";

[[nodiscard]] std::string_view HeartbeatFrame(Heartbeat heartbeat);

/// One message as a server-sent event, its data the JSON that a receiver gets. It
/// leaves the receiver open: `connect_source.ip`, at its very end, is empty.
[[nodiscard]] std::string MessageFrame(std::int64_t event_id, const Envelope& envelope);
/// Bytes of that.
[[nodiscard]] std::size_t SizeOfFrame(std::int64_t event_id, const Envelope& envelope);
/// Bytes of its JSON without the request source.
[[nodiscard]] std::size_t SizeOfJson(const Envelope& envelope);

/// The data of a message's frame: its JSON, which leaves the receiver open.
[[nodiscard]] std::string DataOf(const Envelope& envelope);
/// The frame of such data, which may have been kept or sent by others. Nothing: it is none, because
/// of a line break, or because the receiver is not open at its end.
[[nodiscard]] std::optional<std::string> FrameOf(std::int64_t event_id, std::string_view data);
/// The same message under another event id. `frame`: of a message.
[[nodiscard]] std::string WithEventId(std::int64_t event_id, std::string_view frame);

/// The end of every message's frame, from that address on: all of it that differs from one receiver
/// to the next, so that everything before is shared.
inline constexpr std::string_view kFrameEnd = "\"}}\n\n";
/// The same for a receiver at `ip`.
[[nodiscard]] std::string FrameEndFor(std::string_view ip);

}  // namespace prichal::bridge
