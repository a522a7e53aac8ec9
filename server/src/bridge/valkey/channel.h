#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "bridge/core/client_id.h"
#include "bridge/core/subscription_table.h"
#include "bridge/valkey/schema.h"

namespace prichal::bridge {

/// A client ID that a ValkeyBroker is subscribed to, and the progress of its messages to the
/// streams of this loop. Owned by the broker, on its loop. Has no clock.
struct Channel : Topic {
  const ClientId* id = nullptr;  ///< its key in the broker
  std::uint64_t serial = 0;      ///< unique, also among channels of one client ID

  bool subscribed = false;  ///< the server has confirmed the subscription
  bool primed = false;      ///< `newest` is known
  std::int64_t newest = 0;  ///< event ID up to which everything was offered to the streams
  std::int64_t past = 0;    ///< later messages have larger event IDs than this
  std::int64_t wanted = 0;  ///< a stream waits until `past` is at least this
  std::int64_t pushed = 0;  ///< largest event ID that was pushed before it was primed
  std::string epoch = {};

  /// Without order: a recently pushed message, which may not be stored yet. For new streams.
  struct Recent {
    Millis at{0};  ///< steady time
    std::int64_t event_id = 0;
    SharedBytes frame;
  };
  std::vector<Recent> recent = {};
  /// Without order: true if another recent message has the same event ID, allocated by another
  /// instance.
  [[nodiscard]] bool IsNamesake(std::int64_t event_id, const SharedBytes& frame) const;
  /// Without order: number of ticks at which it is still read. A message that was pushed before the
  /// subscription may be stored after the first read.
  int settling = 0;

  // The read that is under way for all of its streams.
  bool reading = false;
  bool waits_to_read = false;  ///< a read is queued
  bool again = false;          ///< another read is needed after this one
  bool rewind = false;         ///< the server has lost messages: the next read starts further back
  bool rewinding = false;      ///< this read started further back
  std::int64_t read_after = 0;
  std::int64_t raised = 0;
  Millis failing_since{0};  ///< steady time of the first failed read in a row; 0: none failed

  /// True if a message was offered. `ordered`: Schema::ordered().
  [[nodiscard]] bool WasOffered(std::int64_t event_id, bool ordered) const;
  /// Remembers that a message was offered.
  void MarkOffered(std::int64_t event_id, bool ordered);
  /// Without order: forgets messages that have left the mailbox. `present`: event IDs in the
  /// mailbox, sorted. `recent`: later messages may not be in it yet and are kept.
  void KeepKnown(const std::vector<std::int64_t>& present, std::int64_t recent);
  /// Start of a read that must find messages whose event ID is smaller than `newest`.
  [[nodiscard]] std::int64_t OldestKnown() const {
    return offered_.empty() ? newest : offered_.front();
  }

 private:
  /// Offered event IDs, sorted: all of them, or with order only the latest few.
  std::vector<std::int64_t> offered_;
};

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

  explicit Reader(Subscription& of, Millis now) : subscription(&of), opened(now) {}

  Subscription* subscription;
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

}  // namespace prichal::bridge
