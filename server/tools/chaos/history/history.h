#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace prichal::chaos {

/// Steady time in nanoseconds.
using Nanos = std::int64_t;

/// Final result of sending a message, after all attempts.
enum class Answer : std::uint8_t {
  kOk,       ///< acknowledged with 200
  kRefused,  ///< every attempt was rejected, so it was not stored
  kUnknown,  ///< no response, or an ambiguous one: it may be stored
};

/// A message, sent once or repeatedly with the same bytes.
struct Post {
  std::uint32_t sender = 0;
  std::uint32_t mailbox = 0;
  Nanos invoked = 0;   ///< start of the first attempt
  Nanos answered = 0;  ///< time of the final response
  Nanos ttl = 0;
  Answer answer = Answer::kUnknown;
};

/// A stream event that carried a message.
struct Delivery {
  Nanos at = 0;
  std::int64_t id = 0;  ///< event ID
  /// Message number, an index into History::posts. Empty if unknown.
  std::optional<std::uint64_t> number;
  std::uint32_t sender = 0;  ///< sender as in the event
  bool intact = true;        ///< sender and body equal the sent ones
};

/// A stream from its request to its end.
struct Stream {
  std::uint32_t reader = 0;  ///< reader whose cursor it continues
  std::int64_t cursor = 0;   ///< Last-Event-ID; 0 if none
  Nanos asked = 0;
  Nanos opened = 0;   ///< 0 if never opened
  Nanos drained = 0;  ///< all pending messages were received; 0 if not observed
  Nanos ended = 0;    ///< 0 if open until the history's end
  std::vector<Delivery> deliveries = {};
};

/// A client that returns with its last event ID, and the mailboxes that it reads.
struct Reader {
  std::vector<std::uint32_t> mailboxes;
};

/// All actions and observations of the clients of a bridge.
struct History {
  std::vector<Post> posts;  ///< by message number
  std::vector<Reader> readers;
  std::vector<Stream> streams;  ///< of each reader in chronological order, without overlap
  Nanos ended = 0;
};

}  // namespace prichal::chaos
