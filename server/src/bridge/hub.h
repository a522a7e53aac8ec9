#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/client_id.h"
#include "base/clock.h"
#include "base/envelope.h"
#include "base/result.h"
#include "base/sip_hash.h"
#include "bridge/broker.h"
#include "bridge/counters.h"
#include "bridge/delivery.h"
#include "bridge/event_ids.h"
#include "bridge/expiry_ring.h"
#include "bridge/mailbox.h"
#include "bridge/sender.h"
#include "bridge/subscription_table.h"
#include "bridge/watermark.h"

namespace prichal::bridge {

/// One shard of the client ids: their mailboxes, and the streams that listen to them.
///
/// Lives on one loop and is called only there; knows no socket and no clock. A message goes through
/// it in two steps, Accept() and OnCommit(), between which the store makes it safe. A stream
/// subscribes once: it is registered first, then the backlog is delivered page by page as it asks,
/// then everything new at once. Nothing falls between the two, because what comes while it catches
/// up lies in the mailbox that the next page is taken from.
///
/// What a stream asks for concerns that stream alone. A message leaves when its ttl is over, and
/// before that only for want of room: the sender that holds most of a mailbox gives way there, and
/// no address may hold more than an eighth of what is free in all. When half of that is taken, what
/// every stream of its receiver has taken leaves first, of the addresses that hold most.
///
/// Does not know the other shards: a stream that listens to client ids of several puts their
/// batches in order itself (Merge), for which the watermark and Confirm() are here. Nor does it
/// know which message repeats another one: EmbeddedBroker does.
class Hub {
 public:
  /// All references must outlive the hub.
  Hub(const BrokerLimits& limits, EventIds& event_ids, Watermark& watermark, const SipHash& hash,
      DeliveryPort& port, Counters& counters);
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;
  ~Hub();

  /// From now on. What is there already stays.
  void SetLimits(const BrokerLimits& limits) { limits_ = limits; }

  /// Gives the message its event id; it is not delivered before OnCommit().
  Result<std::int64_t, PublishResult> Accept(Publication arrival, Time now);
  /// Accept() has given this id, and its OnCommit() is still to come.
  [[nodiscard]] bool IsOpen(std::int64_t event_id) const;
  /// The store has committed it or failed. `stored` false: the message was never there.
  void OnCommit(std::int64_t event_id, bool stored, Millis now);
  /// A message that the store has kept from before a restart; before all else, by growing id.
  void Restore(const ClientId& to, std::int64_t event_id, Millis expires_in, Envelope envelope,
               Millis now);

  /// `ids`: those of this shard, none twice. Delivers the first batch at once, of what lies
  /// behind `after`. `address`: Sender::address of its client. Where an id then has too many
  /// streams, the address that has most of them loses its latest.
  void Subscribe(const StreamHandle& stream, const std::vector<ClientId>& ids, std::int64_t after,
                 Millis now, std::uint32_t address = 0);
  /// The stream has room for the next page.
  void Continue(const StreamHandle& stream, Millis now);
  /// True if some streams still wait for a message that had too many receivers for one turn of the
  /// loop. The broker then calls DeliverMore() in the next turn.
  [[nodiscard]] bool HasMoreToDeliver() const { return subscriptions_.anyone_behind(); }
  /// Delivers to up to BrokerLimits::receivers_a_turn of these streams.
  void DeliverMore(Millis now);
  /// Delivers a batch, perhaps empty, whose `up_to` is at least `event_id`, as soon as that is
  /// true.
  void Confirm(const StreamHandle& stream, std::int64_t event_id);
  void Unsubscribe(const StreamHandle& stream);

  /// Drops what has expired; once a second or so.
  void Expire(Millis now);

  /// Messages that have left since the last call, by their event ids.
  struct Gone {
    std::vector<std::int64_t> all = {};  ///< the store need not keep them
    /// Of these, what gave way to others before every stream had taken it: it may come again.
    std::vector<std::int64_t> untaken = {};
  };
  [[nodiscard]] Gone TakeGone() { return std::exchange(gone_, {}); }

  /// A message lives until then, because it has come again: as the store has to keep it now.
  /// Nothing when it lives as long anyway, or has left.
  [[nodiscard]] std::optional<Message> Prolong(const ClientId& id, std::int64_t event_id,
                                               Millis expires);

  // For a store that has lost what it had.
  /// Every client id for which messages wait.
  [[nodiscard]] std::vector<ClientId> Receivers() const;
  /// Those that wait for one of them behind the id `after`: the first `most_bytes`, or a little
  /// more.
  [[nodiscard]] std::vector<Message> KeptOf(const ClientId& id, std::int64_t after,
                                            std::size_t most_bytes) const;
  [[nodiscard]] bool Has(const ClientId& id, std::int64_t event_id) const;

 private:
  struct Inbox;
  struct Pending;
  struct IdHash {
    const SipHash* hash;
    std::size_t operator()(const ClientId& id) const { return (*hash)(id.text()); }
  };
  using Inboxes = std::unordered_map<ClientId, Inbox, IdHash>;

  Inbox& Open(const ClientId& id);
  void CloseIfUnused(Inbox& inbox);
  void Insert(Inbox& inbox, Message message, Millis now);
  Result<std::int64_t, PublishResult> Reserve(Publication arrival, std::int64_t event_id,
                                              Millis now);
  void Deliver(Inbox& inbox, Message message, Millis now);
  [[nodiscard]] std::deque<Pending>::const_iterator FindPending(std::int64_t event_id) const;
  /// What has left takes its bytes along.
  void Release(const Mailbox::Dropped& dropped);
  /// The same, for want of room. What not every stream has taken (all up to `taken`) may come
  /// again.
  void Evict(const Mailbox::Dropped& dropped, std::int64_t taken);
  [[nodiscard]] bool MakeRoom(Inbox& inbox, const Sender& sender, std::size_t cost);
  void Hold(std::uint32_t address, std::size_t bytes);
  void LetGo(std::uint32_t address, std::size_t bytes);
  [[nodiscard]] bool MayHold(std::uint32_t address, std::size_t bytes) const;
  /// When half of all room is taken: goes through some of the mailboxes for what may leave.
  void Relieve();
  void RelieveOne(Inbox& inbox);
  /// Every stream of the id has everything up to here; 0: not even one is there.
  [[nodiscard]] std::int64_t TakenByAll(const Inbox& inbox) const;
  [[nodiscard]] std::int64_t TakenBy(const Subscription& subscriber, const Mailbox& mailbox) const;
  void LookWhenDue(Inbox& inbox, Millis due, Millis now);
  void DeliverPage(Subscription& subscriber, Millis now);
  void AnswerConfirmations();
  /// Everything up to this id has been committed, or lost by the store.
  [[nodiscard]] std::int64_t CommittedUpTo() const;
  /// Tells other loops how far this hub has got.
  void PublishWatermark();

  BrokerLimits limits_;
  EventIds& event_ids_;
  Watermark& watermark_;
  const SipHash& hash_;
  DeliveryPort& port_;
  Counters& counters_;
  Inboxes inboxes_;
  SubscriptionTable subscriptions_;
  std::deque<Pending> pending_;  ///< by event id
  Gone gone_;
  std::size_t total_bytes_ = 0;
  boost::unordered_flat_map<std::uint32_t, std::size_t> held_;  ///< of these, by Sender::address
  std::size_t relieved_buckets_ = 0;  ///< of inboxes_, in this round of Relieve()
  std::size_t relieve_from_ = 0;      ///< total_bytes_ with which the next round begins
  ExpiryRing<Inbox> expiring_;        ///< when to look for what has expired
};

}  // namespace prichal::bridge
