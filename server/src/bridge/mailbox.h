#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/clock.h"
#include "bridge/kept_frame.h"

namespace prichal::bridge {

/// A message that waits for its receiver.
struct Message {
  std::int64_t event_id = 0;
  Millis expires{0};  ///< steady time
  KeptFrame frame = {};
  std::uint32_t given_to = 0;  ///< streams that have got it; one that came back counts again
  /// ttl 0: only for streams that were open when it came. It is kept for those of them that are
  /// still catching up with their backlog.
  bool only_open_streams = false;
};

/// The messages of one client id, by event id. They stay until their ttl is over or their receiver
/// has confirmed them, because handing a message to a socket is not receiving it: a client that
/// lost its connection asks again.
class Mailbox {
 public:
  /// `message.event_id` is larger than all before.
  void Add(Message message);

  /// What left a mailbox.
  struct Dropped {
    std::size_t messages = 0;
    std::size_t bytes = 0;
    std::size_t never_given = 0;
    std::vector<std::int64_t> kept;  ///< ids of those that a store has: all but only_open_streams
  };
  /// Drops what has expired.
  Dropped Expire(Millis now);
  /// A client that has everything up to `event_id` has come back: drops what that confirms. Only
  /// what one stream alone was given: where there were two, the other may still miss it.
  Dropped Confirm(std::int64_t event_id);

  /// Position of the first message after `event_id`; size() if there is none.
  [[nodiscard]] std::size_t After(std::int64_t event_id) const;
  [[nodiscard]] Message& at(std::size_t position) { return messages_[position]; }
  /// Null when there is none.
  [[nodiscard]] const Message* newest() const {
    return messages_.empty() ? nullptr : &messages_.back();
  }
  [[nodiscard]] std::size_t size() const { return messages_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  /// What one message is counted as: more than it takes here, in the expiry list and in Repeats.
  static constexpr std::size_t kOverhead = 128;
  [[nodiscard]] static std::size_t CostOf(std::size_t frame_size) { return frame_size + kOverhead; }
  [[nodiscard]] static std::size_t CostOf(const Message& message) {
    return CostOf(message.frame.SizeOfText(message.event_id));
  }

 private:
  template <typename Goes>
  Dropped Drop(Goes goes);

  std::vector<Message> messages_;
  std::size_t bytes_ = 0;
  Millis next_expiry_{0};  ///< of the earliest message; without any, in the past
};

}  // namespace prichal::bridge
