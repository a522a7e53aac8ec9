#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/random.h"
#include "base/result.h"
#include "bridge/core/client_id.h"
#include "bridge/core/frames.h"

namespace prichal::bridge {

/// A rejected request: the HTTP status, and the message that the official bridge sends.
struct BadRequest {
  int status = 400;
  std::string message;
};

/// Makes the error of a Result.
[[nodiscard]] inline auto Bad(std::string message, int status = 400) {
  return Fail(BadRequest{.status = status, .message = std::move(message)});
}

/// The parameters of GET /bridge/events.
struct EventsRequest {
  /// Distinct, in the order of the request.
  std::vector<ClientId> ids;
  /// Last-Event-ID: only later messages are delivered. A value in the future mutes the stream.
  std::int64_t after = 0;
  Heartbeat heartbeat = Heartbeat::kLegacy;
  bool queue_done = false;
};

/// Parses GET /bridge/events. Checks heartbeat, Last-Event-ID, last_event_id and client_id in this
/// order, as the official bridge does. `last_event_id_header`: empty if absent. More than
/// `most_ids` client IDs are rejected with 414. Any thread.
[[nodiscard]] Result<EventsRequest, BadRequest> ParseEventsRequest(
    std::string_view query, std::string_view last_event_id_header, std::size_t most_ids);

/// The parameters of POST /bridge/message, without its body.
struct MessageRequest {
  ClientId from;
  ClientId to;
  Millis ttl{0};
  std::string trace_id;              ///< canonical; generated if the request has none
  std::optional<std::string> topic;  ///< method of the message, for webhooks; may be empty
  bool no_source = false;            ///< the sender asks for a message without request source
};

/// Limits of the TTL of a message.
struct TtlRule {
  Millis most{0};
  bool zero = false;  ///< allows 0 (for open streams only), as the official bridge does
};

/// Parses POST /bridge/message. Checks client_id, to and ttl in this order. `unix_time` goes into a
/// generated trace ID. `random` belongs to the calling loop.
[[nodiscard]] Result<MessageRequest, BadRequest> ParseMessageRequest(std::string_view query,
                                                                     const TtlRule& rule,
                                                                     Millis unix_time,
                                                                     RandomSource& random);

/// Longer TTL of small "disconnect" messages, so that a wallet that is opened later gets them.
struct DisconnectRule {
  Millis ttl{0};         ///< 0: no longer TTL
  std::size_t size = 0;  ///< only for messages of fewer bytes
};

/// Returns the TTL of a message: that of the request, or a longer one by `rule`. `envelope_size`:
/// bytes without the request source, whose size depends on the sender's browser.
[[nodiscard]] Millis LifeOf(const MessageRequest& message, std::size_t envelope_size,
                            const DisconnectRule& rule);

/// Parses a decimal integer of `bits` bits with an optional sign. The error is the text of Go's
/// strconv.ParseInt, which the official bridge sends:
/// `strconv.ParseInt: parsing "x": invalid syntax`. Any thread.
[[nodiscard]] Result<std::int64_t, std::string> ParseInteger(std::string_view text, int bits);

}  // namespace prichal::bridge
