#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "bridge/valkey/channel.h"
#include "bridge/valkey/schema.h"
#include "bridge/core/subscription_table.h"

namespace prichal::app {

/// A stream of a ValkeyBroker, with the messages that were read for it but not delivered yet. Owned
/// by the broker, on its loop. Has no clock.
struct Reader {
  /// One of its client IDs.
  struct Source {
    Channel* channel = nullptr;
    std::int64_t position = 0;  ///< event ID up to which everything was read
    bool joined = false;        ///< has read its backlog, and gets what is offered to all streams
    bool reading = false;
    std::vector<KeptMessage> page = {};  ///< oldest last
  };

  explicit Reader(bridge::Subscription& of, Millis now) : subscription(&of), opened(now) {}

  bridge::Subscription* subscription;
  Millis opened;  ///< steady time
  bool page_wanted = true;
  std::vector<Source> sources;
  /// New messages since it joined, each with its source, oldest last. An entry without a frame is
  /// an event ID to confirm (Broker::Confirm()).
  std::vector<std::pair<std::size_t, KeptMessage>> waiting;
  // Without order (Schema::ordered()):
  std::int64_t cursor = 0;  ///< Last-Event-ID of its request
  /// A delivered message. Two mailboxes may each have one with the same event ID.
  struct Given {
    std::size_t source = 0;
    std::int64_t event_id = 0;
    std::int64_t line = 0;  ///< event ID with which it was delivered
  };
  std::vector<Given> given;  ///< recently delivered, also to earlier streams
  [[nodiscard]] bool WasGiven(std::size_t source, std::int64_t event_id) const;

  /// The next message to deliver.
  struct Next {
    std::size_t source = 0;
    const KeptMessage* message = nullptr;
    bool from_page = false;
  };
  [[nodiscard]] std::optional<Next> Oldest() const;
  /// Number of messages with this event ID, in different mailboxes. All of them have been read
  /// before the first is delivered.
  [[nodiscard]] std::int64_t CountOf(std::int64_t event_id) const;
  void Pop(const Next& next);
  void Insert(std::size_t source, KeptMessage message);
  [[nodiscard]] std::size_t SourceOf(const Channel& channel) const;
  /// True if all of its sources have joined.
  [[nodiscard]] bool HasJoinedAll() const;
  /// True if the message waits here, or was delivered recently.
  [[nodiscard]] bool Has(std::size_t source, const KeptMessage& message) const;
  /// True if it is the message of the client's Last-Event-ID, and no other was delivered with that
  /// ID.
  [[nodiscard]] bool IsAtCursor(const Next& next) const;
  /// Drops waiting messages that earlier streams of the client got up to its cursor. `to_others`:
  /// event IDs of these messages, each with the event ID with which it was delivered.
  void Forget(std::size_t source,
              const std::vector<std::pair<std::int64_t, std::int64_t>>& to_others);
  /// Drops waiting messages, to be read again later.
  void FallBack();
};

}  // namespace prichal::app
