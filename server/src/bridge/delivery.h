#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/stream_handle.h"

namespace prichal::bridge {

/// One message on its way to one stream.
struct Delivery {
  std::int64_t event_id = 0;
  SharedBytes frame;
};

/// What a shard delivers to a stream, in the order of event ids.
struct Batch {
  std::vector<Delivery> messages = {};
  /// Whatever this shard still delivers has a larger event id.
  std::int64_t up_to = 0;
  /// The backlog goes on: the shard waits to be asked.
  bool more = false;
};

/// The way from a shard to the loops of streams.
class DeliveryPort {
 public:
  DeliveryPort() = default;
  DeliveryPort(const DeliveryPort&) = delete;
  DeliveryPort& operator=(const DeliveryPort&) = delete;
  virtual ~DeliveryPort() = default;

  // None of these may call back into the broker before it returns.

  virtual void Deliver(const StreamHandle& stream, Batch batch) = 0;
  /// The client id has too many streams, and this one gives way: it is to end.
  virtual void EndCrowded(const StreamHandle& stream) = 0;
};

}  // namespace prichal::bridge
