#pragma once

#include "bridge/hub.h"

// What a hub is made of: for its own source files.

namespace prichal::bridge {

struct Hub::Subscriber {
  StreamRef stream;
  std::vector<NamedInbox*> inboxes;
  std::int64_t given = 0;         ///< all up to here has been given
  std::int64_t opened_after = 0;  ///< the last event id when it subscribed
  std::int64_t confirm = 0;       ///< waits for Watermark() to reach this; 0: does not
  bool live = false;              ///< has caught up
};

/// A mailbox with who listens to it.
struct Hub::Inbox {
  Mailbox mailbox;
  std::vector<Subscriber*> subscribers;
  std::size_t reserved_messages = 0;  ///< accepted, not settled
  std::size_t reserved_bytes = 0;
  std::size_t in_expiring = 0;  ///< entries of expiring_ that point here
};

/// A message that the store has not settled yet.
struct Hub::Pending {
  std::int64_t event_id;
  NamedInbox* inbox;
  Millis ttl;
  Millis accepted_at;
  SharedBytes frame;
  SharedBytes source;
  Fingerprint fingerprint;
  enum class State { kWaiting, kStored, kLost } state = State::kWaiting;
};

}  // namespace prichal::bridge
