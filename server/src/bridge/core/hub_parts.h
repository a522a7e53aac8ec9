#pragma once

#include "bridge/core/hub.h"

// Private types of Hub, shared by its source files.

namespace prichal::bridge {

/// A mailbox with the streams that listen to it.
struct Hub::Inbox : Topic, Expiring {
  const ClientId* id = nullptr;  ///< its key in Hub::inboxes_
  Mailbox mailbox;
  std::size_t reserved_messages = 0;  ///< accepted, not committed
  std::size_t reserved_bytes = 0;
  Millis next_look{0};  ///< when it is due in Hub::expiring_, if it is in there
};

/// A message that the store has not committed yet.
struct Hub::Pending {
  Message message;  ///< as it will lie in the mailbox
  Inbox* inbox;
  std::size_t cost;  ///< Mailbox::CostOf() the message
  enum class State { kWaiting, kStored, kLost } state = State::kWaiting;
};

}  // namespace prichal::bridge
