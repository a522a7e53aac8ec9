#pragma once

#include <cstddef>
#include <cstdint>
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
  std::string trace_id;  ///< canonical, made here when the client sent none
};

/// Checks in the order client_id, to, ttl. `unix_time` goes into a new trace id.
[[nodiscard]] Result<MessageRequest, BadRequest> ParseMessageRequest(std::string_view query,
                                                                     Millis ttl_max,
                                                                     Millis unix_time,
                                                                     RandomSource& random);

}  // namespace prichal::bridge
