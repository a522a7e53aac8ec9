#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/stream_handle.h"

namespace prichal::bridge {

/// A message on its way to one stream, already formatted. A plain value; the frame is shared.
struct Delivery {
  std::int64_t event_id = 0;
  SharedBytes frame;
};

/// Messages that a broker delivers to a stream, by event ID.
struct Batch {
  std::vector<Delivery> messages = {};
  /// Later batches of this broker contain only larger event IDs.
  std::int64_t up_to = 0;
  /// The backlog has another page, which Broker::Continue() delivers.
  bool more = false;
};

/// Receives what a broker delivers, and takes it to the loops of the streams. Implemented by
/// BridgeLoop. Outlives the broker; called on the broker's loop.
///
/// @warning Implementations must not call the broker before they return.
class DeliveryPort {
 public:
  DeliveryPort() = default;
  DeliveryPort(const DeliveryPort&) = delete;
  DeliveryPort& operator=(const DeliveryPort&) = delete;
  virtual ~DeliveryPort() = default;

  /// Delivers a batch to a stream. Ignored if the stream has ended.
  virtual void Deliver(const StreamHandle& stream, Batch batch) = 0;
  /// Ends a stream, because its client ID has too many.
  virtual void EndCrowded(const StreamHandle& stream) = 0;
};

}  // namespace prichal::bridge
