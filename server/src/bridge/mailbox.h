#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"

namespace prichal::bridge {

/// A message that waits for its receiver.
struct Message {
  std::int64_t event_id = 0;
  Millis expires{0};  ///< steady time
  SharedBytes frame;
  bool given = false;  ///< some stream has got it
  /// ttl 0: only for streams that were open when it came. It is kept for those of them that are
  /// still catching up with their backlog.
  bool only_open_streams = false;
};

/// The messages of one client id, by event id. They stay until their ttl is over, because handing a
/// message to a socket is not receiving it: a client that lost its connection asks again.
class Mailbox {
 public:
  /// `message.event_id` is larger than all before.
  void Add(Message message);

  /// Drops what has expired; how many of those no stream had got is added to `never_given`.
  /// Returns the bytes freed.
  std::size_t Expire(Millis now, std::size_t& never_given);

  /// Position of the first message after `event_id`; size() if there is none.
  [[nodiscard]] std::size_t After(std::int64_t event_id) const;
  [[nodiscard]] Message& at(std::size_t position) { return messages_[position]; }
  [[nodiscard]] std::size_t size() const { return messages_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  /// What one message is counted as, beside its own bytes: its entries here and in the expiry list.
  static constexpr std::size_t kOverhead = 128;
  [[nodiscard]] static std::size_t CostOf(const SharedBytes& frame) {
    return frame->size() + kOverhead;
  }

 private:
  std::vector<Message> messages_;
  std::size_t bytes_ = 0;
  Millis next_expiry_{0};  ///< of the earliest message; without any, in the past
};

}  // namespace prichal::bridge
