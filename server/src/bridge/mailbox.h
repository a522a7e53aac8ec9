#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/envelope.h"
#include "bridge/frames.h"
#include "bridge/sender.h"
#include "bridge/shares.h"

namespace prichal::bridge {

/// Upper bounds of a number of messages and of their bytes.
struct Bounds {
  std::size_t messages = std::numeric_limits<std::size_t>::max();
  std::size_t bytes = std::numeric_limits<std::size_t>::max();
};

/// A message that waits for its receiver.
struct Message {
  std::int64_t event_id = 0;
  Millis expires{0};  ///< steady time
  Envelope envelope = {};
  std::uint32_t sender_id = 0;  ///< Sender::id
  std::uint32_t sender_address : Sender::kAddressBits = 0;
  bool delivered : 1 = false;  ///< to some stream
  /// ttl 0: only for streams that were open when it came. It is kept for those of them that are
  /// still catching up with their backlog.
  bool only_open_streams : 1 = false;

  [[nodiscard]] Sender sender() const { return {.address = sender_address, .id = sender_id}; }
};

/// The messages of one client id, by event id. They stay until their ttl is over, because handing a
/// message to a socket is not receiving it: a client that lost its connection asks again. When
/// there is no room left, the sender that holds most of it gives way.
class Mailbox {
 public:
  /// `message.event_id` is larger than all before.
  void Add(Message message);

  /// What left a mailbox.
  struct Dropped {
    std::size_t messages = 0;
    std::size_t bytes = 0;
    std::size_t undelivered = 0;
    std::vector<std::int64_t> kept;  ///< ids of those that a store has: all but only_open_streams
    /// What each sender's address held of it.
    std::vector<std::pair<std::uint32_t, std::size_t>> held;
  };
  /// Drops what has expired.
  Dropped Expire(Millis now);
  /// A message that wants in, beside those that are accepted and not here yet.
  struct Newcomer {
    Sender sender;
    std::size_t cost = 0;
    std::size_t accepted_messages = 0;
    std::size_t accepted_bytes = 0;
    Shares accepted = {};  ///< of these
    /// Every stream of the client id has taken everything up to here.
    std::int64_t taken = 0;
  };
  /// There is room for one more that costs so much.
  [[nodiscard]] bool HasRoom(const Bounds& limits, const Newcomer& newcomer) const;
  /// Makes room: the sender that holds most lets go of its oldest message, again and again, until
  /// there is some to spare. The newcomer's own sender lets go only of what has been taken, as long
  /// as it is the one that holds most; nothing then leaves, and there is no room.
  [[nodiscard]] std::optional<Dropped> MakeRoom(const Bounds& limits, const Newcomer& newcomer);
  /// Drops what every stream has taken (all up to `taken`) of the addresses for which `goes`.
  template <typename Goes>
  Dropped DropTaken(std::int64_t taken, Goes goes) {
    if (messages_.empty() || messages_.front().event_id > taken) return {};
    return Drop([&](const Message& message) {
      return message.event_id <= taken && goes(std::uint32_t{message.sender_address});
    });
  }

  /// Position of the first message after `event_id`; size() if there is none.
  [[nodiscard]] std::size_t After(std::int64_t event_id) const;
  /// Position of this one; size() if it is not there.
  [[nodiscard]] std::size_t Find(std::int64_t event_id) const;
  [[nodiscard]] Message& at(std::size_t position) { return messages_[position]; }
  [[nodiscard]] const Message& at(std::size_t position) const { return messages_[position]; }
  /// Null when there is none.
  [[nodiscard]] const Message* newest() const {
    return messages_.empty() ? nullptr : &messages_.back();
  }
  [[nodiscard]] std::size_t size() const { return messages_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// When Expire() has something to do; some message is there.
  [[nodiscard]] Millis next_expiry() const { return next_expiry_; }

  /// What one message is counted as: more than it takes here, in the expiry list and in
  /// DuplicateTable.
  static constexpr std::size_t kOverhead = 128;
  [[nodiscard]] static std::size_t CostOf(std::size_t frame_size) { return frame_size + kOverhead; }
  [[nodiscard]] static std::size_t CostOf(const Message& message) {
    return CostOf(SizeOfFrame(message.event_id, message.envelope));
  }

 private:
  template <typename Goes>
  Dropped Drop(Goes goes) {
    Dropped dropped;
    Millis next = Millis::max();
    std::erase_if(messages_, [&](const Message& message) {
      if (!goes(message)) {
        next = std::min(next, message.expires);
        return false;
      }
      Note(message, dropped);
      return true;
    });
    next_expiry_ = next;
    bytes_ -= dropped.bytes;
    // An empty mailbox with an open stream is the common case: it owns no memory. (`= {}` would
    // only take the messages out.)
    if (messages_.empty()) messages_ = std::vector<Message>();
    return dropped;
  }
  static void Note(const Message& message, Dropped& dropped);

  std::vector<Message> messages_;
  std::size_t bytes_ = 0;
  Millis next_expiry_{0};  ///< no message expires before; without any, in the past
};

}  // namespace prichal::bridge
