#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/client_id.h"
#include "base/clock.h"
#include "bridge/subscription_table.h"

namespace prichal::app {

/// A client id whose pushes come to one loop, and how far its streams have been given what the
/// mailbox has had. Pure.
struct Channel : bridge::Topic {
  const ClientId* id = nullptr;  ///< the key that it is found by
  std::uint64_t serial = 0;      ///< another one of the same id is another one

  bool subscribed = false;  ///< what is published is pushed
  bool primed = false;      ///< `newest` says something
  std::int64_t newest = 0;  ///< all up to here has been offered to the streams
  std::int64_t past = 0;    ///< no later message has an id as small
  std::int64_t wanted = 0;  ///< some stream waits until `past` is here
  std::int64_t pushed = 0;  ///< the largest id of what came before it was primed
  std::string epoch = {};

  /// Without order: what has come lately and may not be stored yet, for streams that come now.
  struct Recent {
    Millis at{0};  ///< steady time
    std::int64_t event_id = 0;
    SharedBytes frame;
  };
  std::vector<Recent> recent = {};
  /// Without order: two instances have given two messages one id, and this is the other of them.
  [[nodiscard]] bool IsNamesake(std::int64_t event_id, const SharedBytes& frame) const;
  /// Without order: how many ticks it is still read at, because what was pushed before it was
  /// subscribed to may have been stored behind the read that followed.
  int settling = 0;

  // The one read that is under way for all of its streams.
  bool reading = false;
  bool waits_to_read = false;  ///< it has its place in the queue
  bool again = false;          ///< something has come up since it began
  bool rewind = false;         ///< the server has forgotten something: the next begins further back
  bool rewinding = false;      ///< this one did
  std::int64_t read_after = 0;
  std::int64_t raised = 0;
  Millis failing_since{0};  ///< steady time of the first of the reads that fail; 0: none does

  /// Whether it has been offered. `ordered`: Schema::ordered().
  [[nodiscard]] bool Knows(std::int64_t event_id, bool ordered) const;
  void Note(std::int64_t event_id, bool ordered);
  /// Forgets those that the mailbox has no more, where they come in any order. `present`: by id;
  /// `recent`: younger ones may not be there yet.
  void KeepKnown(const std::vector<std::int64_t>& present, std::int64_t recent);
  /// Where a read begins that is to find what came under an id that is too small.
  [[nodiscard]] std::int64_t OldestKnown() const {
    return known_.empty() ? newest : known_.front();
  }

 private:
  /// By id: all of them, or where they grow the latest few; what is smaller is known then.
  std::vector<std::int64_t> known_;
};

}  // namespace prichal::app
