#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "bridge/core/client_id.h"
#include "base/clock.h"
#include "bridge/core/subscription_table.h"

namespace prichal::app {

/// A client ID that a ValkeyBroker is subscribed to, and how far its messages were offered to the
/// streams of this loop. Owned by the broker, on its loop. Has no clock.
struct Channel : bridge::Topic {
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
  /// Without order: true if another recent message has the same event ID, given by another
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

}  // namespace prichal::app
