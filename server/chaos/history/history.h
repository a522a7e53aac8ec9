#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace prichal::chaos {

/// Nanoseconds of the machine's steady clock.
using Nanos = std::int64_t;

/// How a message was answered, after all attempts to send it.
enum class Answer : std::uint8_t {
  kOk,       ///< 200: acknowledged
  kRefused,  ///< each attempt was refused: it is not there
  kUnknown,  ///< no answer, or one that says that it is not known: it may be there
};

/// One message, sent once or again and again with the same bytes.
struct Post {
  std::uint32_t sender = 0;
  std::uint32_t mailbox = 0;
  Nanos invoked = 0;   ///< the first attempt began
  Nanos answered = 0;  ///< the answer that counts has come
  Nanos ttl = 0;
  Answer answer = Answer::kUnknown;
};

/// One event of a stream that carried a message.
struct Delivery {
  Nanos at = 0;
  std::int64_t id = 0;                  ///< the event's
  std::optional<std::uint64_t> number;  ///< of the message, its place in History::posts
  std::uint32_t sender = 0;             ///< as the event names it
  bool intact = true;                   ///< sender and body are as they were sent
};

/// One stream from its request to its end.
struct Stream {
  std::uint32_t reader = 0;  ///< whose cursor it goes on from
  std::int64_t cursor = 0;   ///< Last-Event-ID; 0: none
  Nanos asked = 0;
  Nanos opened = 0;   ///< 0: never
  Nanos drained = 0;  ///< everything that waited had been given; 0: not seen
  Nanos ended = 0;    ///< 0: open until the history's end
  std::vector<Delivery> deliveries = {};
};

/// Who comes again with the last id that he has, and to which mailboxes he listens.
struct Reader {
  std::vector<std::uint32_t> mailboxes;
};

/// Everything that clients of a bridge did and saw.
struct History {
  std::vector<Post> posts;  ///< by number
  std::vector<Reader> readers;
  std::vector<Stream> streams;  ///< of each reader in the order of time, none beside another
  Nanos ended = 0;
};

}  // namespace prichal::chaos
