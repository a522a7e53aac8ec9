#pragma once

#include <algorithm>
#include <boost/intrusive/list.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "bridge/core/envelope.h"
#include "bridge/core/frames.h"
#include "bridge/core/request_source.h"

namespace prichal::bridge {

/// Fair shares of a limit: how much each sender holds, and which sender loses first when the limit
/// is reached. It is the IP address that holds most, and among its client IDs the one that holds
/// most. So a sender is safe while another address holds more, however many client IDs that address
/// uses.
///
/// A plain value without clock and lock.
class Shares {
 public:
  void Add(const Sender& sender, std::size_t amount);
  /// Subtracts `amount`, which must not be larger than the sum of the sender's Add() calls.
  void Subtract(const Sender& sender, std::size_t amount);

  /// Returns the sender that holds most. At least one sender must hold something.
  [[nodiscard]] Sender Greediest() const;

 private:
  struct Hash {
    using is_avalanching = void;
    // The keys are keyed hashes already.
    std::size_t operator()(std::uint64_t key) const { return key * 0x9e3779b97f4a7c15U; }
  };

  boost::unordered_flat_map<std::uint64_t, std::size_t, Hash> addresses_;
  boost::unordered_flat_map<std::uint64_t, std::size_t, Hash> senders_;
};

/// Upper bounds of a number of messages and of their bytes.
struct Bounds {
  std::size_t messages = std::numeric_limits<std::size_t>::max();
  std::size_t bytes = std::numeric_limits<std::size_t>::max();
};

/// A pending message in a mailbox. Small, because a hub keeps very many; the receiver is known from
/// the mailbox.
struct Message {
  std::int64_t event_id = 0;
  Millis expires{0};  ///< steady time
  Envelope envelope = {};
  std::uint32_t sender_id = 0;                              ///< Sender::id
  std::uint32_t sender_address : Sender::kAddressBits = 0;  ///< Sender::address
  bool delivered : 1 = false;                               ///< to at least one stream
  /// TTL 0: only for streams that were open when it was published. Kept for those of them that
  /// still catch up with their backlog.
  bool only_open_streams : 1 = false;

  [[nodiscard]] Sender sender() const { return {.address = sender_address, .id = sender_id}; }
};

/// The pending messages of one client ID, by event ID. They stay until their TTL ends, also after
/// delivery: a client that loses its connection requests them again. When the mailbox is full, the
/// sender that holds most loses its oldest message.
///
/// Owned by a Hub, on its loop. Has no clock; times are steady time.
class Mailbox {
 public:
  /// Adds a message. Its event ID must be larger than all before.
  void Add(Message message);

  /// Messages that have left a mailbox.
  struct Dropped {
    std::size_t messages = 0;
    std::size_t bytes = 0;
    std::size_t undelivered = 0;
    std::vector<std::int64_t> kept;  ///< event IDs of those in the store: not only_open_streams
    /// Bytes by Sender::address. An address may occur several times.
    std::vector<std::pair<std::uint32_t, std::size_t>> held;
  };
  /// Drops expired messages.
  Dropped Expire(Millis now);
  /// A message to be accepted, and the messages of this mailbox that are accepted but not
  /// committed.
  struct Newcomer {
    Sender sender;
    std::size_t cost = 0;
    std::size_t accepted_messages = 0;
    std::size_t accepted_bytes = 0;
    Shares accepted = {};  ///< bytes of the accepted messages
    /// Event ID up to which every stream of the client ID has received everything.
    std::int64_t taken = 0;
  };
  /// True if the message fits without evictions.
  [[nodiscard]] bool HasRoom(const Bounds& limits, const Newcomer& newcomer) const;
  /// Evicts the oldest message of the sender that holds most, until the message fits with some room
  /// to spare. If that sender is the newcomer's own, only received messages are evicted. Returns
  /// what was evicted. Empty if there is no room; the mailbox is then unchanged.
  [[nodiscard]] std::optional<Dropped> MakeRoom(const Bounds& limits, const Newcomer& newcomer);
  /// Drops the messages up to `taken` of the addresses for which `goes` returns true.
  template <typename Goes>
  Dropped DropTaken(std::int64_t taken, Goes goes) {
    if (messages_.empty() || messages_.front().event_id > taken) return {};
    return Drop([&](const Message& message) {
      return message.event_id <= taken && goes(std::uint32_t{message.sender_address});
    });
  }

  /// Position of the first message after `event_id`. size() if none.
  [[nodiscard]] std::size_t After(std::int64_t event_id) const;
  /// Position of a message. size() if it is not in the mailbox.
  [[nodiscard]] std::size_t Find(std::int64_t event_id) const;
  [[nodiscard]] Message& at(std::size_t position) { return messages_[position]; }
  [[nodiscard]] const Message& at(std::size_t position) const { return messages_[position]; }
  /// The message with the largest event ID. Null if the mailbox is empty.
  [[nodiscard]] const Message* newest() const {
    return messages_.empty() ? nullptr : &messages_.back();
  }
  [[nodiscard]] std::size_t size() const { return messages_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Steady time at which the first message expires. Only if the mailbox is not empty.
  [[nodiscard]] Millis next_expiry() const { return next_expiry_; }

  /// Bytes that a message counts in addition to its frame: at least what it takes here and in
  /// DuplicateTable.
  static constexpr std::size_t kOverhead = 128;
  /// Bytes that a message counts against all limits.
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
      CountDropped(message, dropped);
      return true;
    });
    next_expiry_ = next;
    bytes_ -= dropped.bytes;
    // An empty mailbox with an open stream is the common case, and then owns no memory. (`= {}`
    // would keep the capacity.)
    if (messages_.empty()) messages_ = std::vector<Message>();
    return dropped;
  }
  static void CountDropped(const Message& message, Dropped& dropped);

  std::vector<Message> messages_;
  std::size_t bytes_ = 0;
  Millis next_expiry_{0};  ///< no message expires before; in the past if empty
};

/// Base class of objects that an ExpiryRing holds. An object is in at most one ring, and its
/// destructor removes it.
using Expiring =
    boost::intrusive::list_base_hook<boost::intrusive::link_mode<boost::intrusive::auto_unlink>>;

/// A timer ring: objects by the second in which they are due, one list per second. Add() neither
/// searches nor allocates, except when the ring grows. TakeDue() is never early and at most one
/// second late. Does not own the objects. One thread.
///
/// `T` derives from Expiring.
template <typename T>
class ExpiryRing {
 public:
  /// Adds an object, or moves it if it is in the ring. `due`, `now`: steady time.
  void Add(T& thing, Millis due, Millis now) {
    thing.unlink();
    if (second_ >= last_) second_ = SecondOf(now);  // nothing is in it
    const auto ahead =
        static_cast<std::size_t>(std::max<std::int64_t>(1, SecondOf(due) + 1 - second_));
    if (ahead >= ring_.size()) Grow(ahead * 2);
    ring_[Slot(ahead)].push_back(thing);
    last_ = std::max(last_, second_ + static_cast<std::int64_t>(ahead));
  }

  /// Removes each object that is due and calls `take` with it. `take` may add it again, and may
  /// destroy it and others.
  template <typename Take>
  void TakeDue(Millis now, Take take) {
    const std::int64_t end = std::min(SecondOf(now), last_);
    while (second_ < end) {
      ++second_;
      List due;
      due.swap(ring_[Slot(0)]);
      while (!due.empty()) {
        T& thing = due.front();
        due.pop_front();
        take(thing);
      }
    }
  }

 private:
  using List = boost::intrusive::list<T, boost::intrusive::constant_time_size<false>>;

  [[nodiscard]] static std::int64_t SecondOf(Millis time) { return time / std::chrono::seconds(1); }

  [[nodiscard]] std::size_t Slot(std::size_t ahead) const {
    return (static_cast<std::size_t>(second_) + ahead) % ring_.size();
  }

  void Grow(std::size_t size) {
    std::vector<List> larger(std::max<std::size_t>(size, 16));
    for (std::size_t ahead = 1; ahead < ring_.size(); ++ahead) {
      larger[(static_cast<std::size_t>(second_) + ahead) % larger.size()].swap(ring_[Slot(ahead)]);
    }
    ring_ = std::move(larger);
  }

  std::vector<List> ring_;
  std::int64_t second_ = 0;  ///< last second whose list was taken
  std::int64_t last_ = 0;    ///< last second that may have a list
};

}  // namespace prichal::bridge
