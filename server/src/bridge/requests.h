#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/client_id.h"
#include "base/clock.h"
#include "base/random.h"
#include "base/result.h"
#include "bridge/frames.h"

namespace prichal::bridge {

/// Why a request is refused: the status, and the words that clients of the bridges in use know.
struct BadRequest {
  int status = 400;
  std::string message;
};

/// GET /bridge/events.
struct EventsRequest {
  /// In the order asked for, none twice.
  std::vector<ClientId> ids;
  /// Messages up to this event id are known to the client. Far in the future: silence.
  std::int64_t after = 0;
  Heartbeat heartbeat = Heartbeat::kLegacy;
  bool queue_done = false;
};

/// Checks in the order heartbeat, Last-Event-ID, last_event_id, client_id, as the bridges in use
/// do. `last_event_id_header`: empty when absent. More than `most_ids` ids: 414.
[[nodiscard]] Result<EventsRequest, BadRequest> ParseEventsRequest(
    std::string_view query, std::string_view last_event_id_header, std::size_t most_ids);

/// POST /bridge/message, but for its body.
struct MessageRequest {
  ClientId from;
  ClientId to;
  Millis ttl{0};
  std::string trace_id;              ///< canonical, made here when the client sent none
  std::optional<std::string> topic;  ///< what it is about, for webhooks; may be empty
  bool no_source = false;            ///< the receiver is not told where it came from
};

/// Which ttl a message may have.
struct TtlRule {
  Millis most{0};
  bool zero = false;  ///< 0 too: for streams that are open now, as the official bridge has it
};

/// Checks in the order client_id, to, ttl. `unix_time` goes into a new trace id.
[[nodiscard]] Result<MessageRequest, BadRequest> ParseMessageRequest(std::string_view query,
                                                                     const TtlRule& rule,
                                                                     Millis unix_time,
                                                                     RandomSource& random);

/// A goodbye is worth keeping until its receiver looks again.
struct DisconnectRule {
  Millis ttl{0};         ///< zero: as for every other message
  std::size_t size = 0;  ///< only for envelopes smaller than this
};

/// How long the message may wait: its ttl, or longer when its topic is "disconnect" and it is
/// small. `envelope_size`: without the request source, whose length depends on the sender's
/// browser.
[[nodiscard]] Millis LifeOf(const MessageRequest& message, std::size_t envelope_size,
                            const DisconnectRule& rule);

}  // namespace prichal::bridge
