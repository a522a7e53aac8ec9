#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "bridge/core/envelope.h"

namespace prichal::bridge {

/// Format of the heartbeats of a stream, chosen by the client.
enum class Heartbeat { kLegacy, kMessage };

/// First bytes of every stream. An EventSource that loses the stream reconnects after 100 ms.
inline constexpr std::string_view kOpening = "retry: 100\n\n";
/// Sent before the server ends a stream whose client should not reconnect at once.
inline constexpr std::string_view kRetryLater = "retry: 5000\n\n";
/// Heartbeat without a data line: an EventSource dispatches no event.
inline constexpr std::string_view kLegacyHeartbeat = "event: heartbeat\n\n";
inline constexpr std::string_view kMessageHeartbeat = "event: message\r\ndata: heartbeat\r\n\r\n";
/// Sent after the backlog to streams that request it.
inline constexpr std::string_view kQueueDone = "event: message\r\ndata: queue_done\r\n\r\n";

/// Returns the bytes of a heartbeat.
[[nodiscard]] std::string_view HeartbeatFrame(Heartbeat heartbeat);

/// Formats a message as a server-sent event (its frame). The data is the JSON that receivers get,
/// except that `connect_source.ip`, at its very end, is empty: see FrameEndFor().
[[nodiscard]] std::string MessageFrame(std::int64_t event_id, const Envelope& envelope);
/// Size of MessageFrame() in bytes.
[[nodiscard]] std::size_t SizeOfFrame(std::int64_t event_id, const Envelope& envelope);
/// Size of the message's JSON in bytes, without the request source.
[[nodiscard]] std::size_t SizeOfJson(const Envelope& envelope);

/// Returns the JSON of a message, with an empty `connect_source.ip`: the data of its frame.
[[nodiscard]] std::string DataOf(const Envelope& envelope);
/// Formats the frame of DataOf(), which may come from another instance. Empty if `data` has a line
/// break or does not end with an empty `connect_source.ip`.
[[nodiscard]] std::optional<std::string> FrameOf(std::int64_t event_id, std::string_view data);
/// Returns a message's frame with another event ID.
[[nodiscard]] std::string WithEventId(std::int64_t event_id, std::string_view frame);

/// End of every message's frame, after the IP address. Only the address and this end differ between
/// receivers, so streams share the bytes before them.
inline constexpr std::string_view kFrameEnd = "\"}}\n\n";
/// Returns the end of a frame for a receiver at `ip`.
[[nodiscard]] std::string FrameEndFor(std::string_view ip);

/// Allocates the event IDs of all loops of the process. IDs grow strictly, also if the clock steps
/// back, and stay below 2^53, so JavaScript represents them exactly (until the year 2109). An ID is
/// the Unix time in milliseconds followed by 11 bits; a busier millisecond borrows IDs from the
/// next.
///
/// One object per process, in BridgeShared. Any thread.
class EventIds {
 public:
  static constexpr std::int64_t kLargest = (std::int64_t{1} << 53) - 1;

  /// Returns the first ID of a millisecond. The Valkey scripts build their IDs in the same way.
  [[nodiscard]] static constexpr std::int64_t FirstIn(Millis unix_time) {
    return (unix_time.count() << kBitsInAMilli) & kLargest;
  }
  /// Returns the time at which an ID was allocated, or slightly later after a burst.
  [[nodiscard]] static constexpr Millis TimeOf(std::int64_t id) {
    return Millis(id >> kBitsInAMilli);
  }

  /// Allocates the next ID.
  [[nodiscard]] std::int64_t Next(Millis unix_time);

  /// Returns the last ID. Later calls of Next() return larger ones.
  [[nodiscard]] std::int64_t Last() const { return last_.load(std::memory_order_acquire); }

  /// Makes Next() return IDs above `id`, the last one that a store has from before a restart.
  void StartAfter(std::int64_t id);

  /// Makes Next() return IDs after the millisecond `unix_time`, so that IDs of a previous process
  /// without a store are not reused.
  void StartAfter(Millis unix_time);

 private:
  static constexpr int kBitsInAMilli = 11;

  std::atomic<std::int64_t> last_{0};
};

}  // namespace prichal::bridge
