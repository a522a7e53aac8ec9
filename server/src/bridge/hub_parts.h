#pragma once

#include "bridge/hub.h"

// What a hub is made of: for its own source files.

namespace prichal::bridge {

/// A mailbox with the streams that listen to it.
struct Hub::Inbox : Topic, Expiring {
  const ClientId* id = nullptr;  ///< the key that it is found by
  Mailbox mailbox;
  std::size_t reserved_messages = 0;  ///< accepted, not committed
  std::size_t reserved_bytes = 0;
  Millis next_look{0};  ///< when expiring_ gives it, if it is there
};

/// A message that the store has not committed yet.
struct Hub::Pending {
  Message message;  ///< as it will lie in the mailbox
  Inbox* inbox;
  std::size_t cost;  ///< Mailbox::CostOf() the message
  enum class State { kWaiting, kStored, kLost } state = State::kWaiting;
};

}  // namespace prichal::bridge
