#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/hash.h"
#include "base/result.h"
#include "bridge/core/broker.h"
#include "bridge/core/client_id.h"
#include "bridge/core/counters.h"
#include "bridge/core/envelope.h"
#include "bridge/core/frames.h"
#include "bridge/core/mailbox.h"
#include "bridge/core/request_source.h"
#include "bridge/core/stream_merge.h"
#include "bridge/core/subscription_table.h"

namespace prichal::bridge {

/// One shard of the client IDs: their mailboxes and the streams that listen to them.
///
/// Owned by an EmbeddedBroker, on its loop. Has no socket, clock or lock. A message passes in two
/// steps, Accept() and OnCommit(); the store writes it in between. A stream is registered first,
/// then gets its backlog page by page, then each new message at once. No message is lost in
/// between: a message that arrives while a stream catches up is in the mailbox that the next page
/// is read from.
///
/// A message is removed when its TTL ends. It is evicted earlier only if a limit is reached: in a
/// full mailbox, the sender that holds most loses its oldest message. One IP address may hold at
/// most an eighth of the free bytes. When half of all bytes are in use, messages that every stream
/// of their receiver has received are evicted first.
///
/// Does not know other shards (Merge orders the batches of several, with Watermark and Confirm()),
/// and does not deduplicate (EmbeddedBroker does).
class Hub {
 public:
  /// All references must outlive the hub. `port` gets the deliveries.
  Hub(const BrokerLimits& limits, EventIds& event_ids, Watermark& watermark, const SipHash& hash,
      DeliveryPort& port, Counters& counters);
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;
  ~Hub();

  /// Applies new limits to later calls. Messages that are already in a mailbox stay.
  void SetLimits(const BrokerLimits& limits) { limits_ = limits; }

  /// Checks the limits and returns the event ID of the message, or the reason for a refusal. The
  /// message is delivered by OnCommit().
  Result<std::int64_t, PublishResult> Accept(Publication arrival, Time now);
  /// True if Accept() has returned this ID and OnCommit() was not called with it yet.
  [[nodiscard]] bool IsOpen(std::int64_t event_id) const;
  /// Delivers a message that the store has committed. If `stored` is false, drops it.
  void OnCommit(std::int64_t event_id, bool stored, Millis now);
  /// Adds a message that the store has from before a restart. Call it before all other functions,
  /// in the order of event IDs.
  void Restore(const ClientId& to, std::int64_t event_id, Millis expires_in, Envelope envelope,
               Millis now);

  /// See Broker::Subscribe(). Delivers the first batch before it returns.
  void Subscribe(const StreamHandle& stream, const std::vector<ClientId>& ids, std::int64_t after,
                 Millis now, std::uint32_t address = 0);
  /// Delivers the next page of the stream's backlog.
  void Continue(const StreamHandle& stream, Millis now);
  /// True if some streams still wait for a message that had too many receivers for one turn of the
  /// loop. The broker then calls DeliverMore() in the next turn.
  [[nodiscard]] bool HasMoreToDeliver() const { return subscriptions_.anyone_behind(); }
  /// Delivers to up to BrokerLimits::receivers_a_turn of these streams.
  void DeliverMore(Millis now);
  /// Delivers a batch, possibly empty, as soon as its `up_to` can be at least `event_id`.
  void Confirm(const StreamHandle& stream, std::int64_t event_id);
  void Unsubscribe(const StreamHandle& stream);

  /// Drops expired messages. Call it about once a second.
  void Expire(Millis now);

  /// Event IDs of messages that have left the hub.
  struct Gone {
    std::vector<std::int64_t> all = {};  ///< to be removed from the store
    /// Those of `all` that were evicted before every stream had received them. A retry of such a
    /// message is no duplicate.
    std::vector<std::int64_t> untaken = {};
  };
  /// Returns the messages that have left since the last call.
  [[nodiscard]] Gone TakeGone() { return std::exchange(gone_, {}); }

  /// Extends the life of a message to `expires` (steady time) and returns it, to be stored again.
  /// Empty if it has left, or lives as long anyway.
  [[nodiscard]] std::optional<Message> Prolong(const ClientId& id, std::int64_t event_id,
                                               Millis expires);

  // Used by StoreRefill after the store has lost its contents.

  /// Returns all client IDs with pending messages.
  [[nodiscard]] std::vector<ClientId> Receivers() const;
  /// Returns the messages of a client ID after the event ID `after`, until they have `most_bytes`.
  /// Leaves out those for open streams only.
  [[nodiscard]] std::vector<Message> KeptOf(const ClientId& id, std::int64_t after,
                                            std::size_t most_bytes) const;
  /// True if the message is in its mailbox.
  [[nodiscard]] bool Has(const ClientId& id, std::int64_t event_id) const;

 private:
  struct Inbox;
  struct Pending;
  using Inboxes = std::unordered_map<ClientId, Inbox, ClientIdHash>;

  Inbox& Open(const ClientId& id);
  void CloseIfUnused(Inbox& inbox);
  void Insert(Inbox& inbox, Message message, Millis now);
  Result<std::int64_t, PublishResult> Reserve(Publication arrival, std::int64_t event_id,
                                              Millis now);
  void Deliver(Inbox& inbox, Message message, Millis now);
  [[nodiscard]] std::deque<Pending>::const_iterator FindPending(std::int64_t event_id) const;
  /// Releases the bytes of messages that have left a mailbox.
  void Release(const Mailbox::Dropped& dropped);
  /// Releases evicted messages and counts them. Those after `taken` may be published again.
  void Evict(const Mailbox::Dropped& dropped, std::int64_t taken);
  [[nodiscard]] bool MakeRoom(Inbox& inbox, const Sender& sender, std::size_t cost);
  void Hold(std::uint32_t address, std::size_t bytes);
  void ReleaseBytes(std::uint32_t address, std::size_t bytes);
  [[nodiscard]] bool MayHold(std::uint32_t address, std::size_t bytes) const;
  /// If half of all bytes are in use, evicts received messages of some mailboxes.
  void Relieve();
  void RelieveOne(Inbox& inbox);
  /// The event ID up to which every stream of the client ID has received everything; 0 without one.
  [[nodiscard]] std::int64_t ReceivedByAll(const Inbox& inbox) const;
  [[nodiscard]] std::int64_t ReceivedBy(const Subscription& subscriber,
                                        const Mailbox& mailbox) const;
  void LookWhenDue(Inbox& inbox, Millis due, Millis now);
  void DeliverPage(Subscription& subscriber, Millis now);
  void AnswerConfirmations();
  /// The event ID up to which the store has committed or failed everything.
  [[nodiscard]] std::int64_t CommittedUpTo() const;
  /// Publishes to other loops up to which event ID this hub has delivered.
  void PublishWatermark();

  BrokerLimits limits_;
  EventIds& event_ids_;
  Watermark& watermark_;
  const SipHash& hash_;
  DeliveryPort& port_;
  Counters& counters_;
  Inboxes inboxes_;
  SubscriptionTable subscriptions_;
  std::deque<Pending> pending_;  ///< by event ID
  Gone gone_;
  std::size_t total_bytes_ = 0;
  boost::unordered_flat_map<std::uint32_t, std::size_t> held_;  ///< total_bytes_ by Sender::address
  std::size_t relieved_buckets_ = 0;  ///< buckets of inboxes_ done in this round of Relieve()
  std::size_t relieve_from_ = 0;      ///< total_bytes_ at which the next round begins
  ExpiryRing<Inbox> expiring_;        ///< inboxes by their next expiry
};

}  // namespace prichal::bridge

// Private types of Hub, shared by its source files.

namespace prichal::bridge {

/// A mailbox with the streams that listen to it.
struct Hub::Inbox : Topic, Expiring {
  const ClientId* id = nullptr;  ///< its key in Hub::inboxes_
  Mailbox mailbox;
  std::size_t reserved_messages = 0;  ///< accepted, not committed
  std::size_t reserved_bytes = 0;
  Millis next_look{0};  ///< when it is due in Hub::expiring_, if it is in there
};

/// A message that the store has not committed yet.
struct Hub::Pending {
  Message message;  ///< as it will be kept in the mailbox
  Inbox* inbox = nullptr;
  std::size_t cost = 0;  ///< Mailbox::CostOf() the message
  enum class State { kWaiting, kStored, kLost } state = State::kWaiting;
};

}  // namespace prichal::bridge
