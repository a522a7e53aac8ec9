#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/client_id.h"
#include "base/clock.h"
#include "base/fingerprint.h"
#include "base/result.h"
#include "base/sip_hash.h"
#include "bridge/counters.h"
#include "bridge/delivery.h"
#include "bridge/event_ids.h"
#include "bridge/expiry_ring.h"
#include "bridge/mailbox.h"
#include "bridge/repeats.h"

namespace prichal::bridge {

struct HubLimits {
  std::size_t mailbox_messages = 10'000;
  std::size_t mailbox_bytes = 16 * 1024 * 1024;
  std::size_t total_bytes = 512UL * 1024 * 1024;  ///< of all mailboxes of this hub
  std::size_t page_messages = 128;                ///< of a backlog in one batch
  std::size_t page_bytes = 48 * 1024;
};

/// Why a message is not accepted.
enum class AcceptError {
  kTooLarge,     ///< larger than a mailbox may be
  kMailboxFull,  ///< too much waits for this receiver
  kTotalFull,    ///< too much waits in all
};

/// The home of some client ids: their mailboxes, and the streams that listen to them.
///
/// Lives on one loop and is called only there; knows no socket and no clock. A message goes through
/// it in two steps, Accept() and Settled(), between which the store makes it safe. A stream
/// subscribes once: it is registered first, then given the backlog page by page as it asks, then
/// everything new at once. Nothing falls between the two, because what comes while it catches up
/// lies in the mailbox that the next page is taken from.
///
/// Does not know the other homes: a stream that listens to client ids of several puts their batches
/// in order itself (Merge), for which Confirm() is here.
class Hub {
 public:
  /// All references must outlive the hub.
  Hub(const HubLimits& limits, EventIds& event_ids, const SipHash& hash, DeliveryPort& port,
      Counters& counters);
  Hub(const Hub&) = delete;
  Hub& operator=(const Hub&) = delete;
  ~Hub();

  /// A message as it comes.
  struct Arrival {
    ClientId to;
    std::string envelope;
    SharedBytes source = {};  ///< the request source that the envelope names; null: none
    Millis ttl{0};
    Fingerprint fingerprint = {};  ///< of sender, receiver and body, for Repeated()
  };
  struct Accepted {
    std::int64_t event_id = 0;
    SharedBytes frame;
  };
  /// Gives the message its event id and its frame; it is not delivered before Settled().
  Result<Accepted, AcceptError> Accept(Arrival arrival, Time now);
  /// A message that was accepted before and lives, which this one repeats.
  struct Original {
    std::int64_t event_id = 0;
    bool settled = false;  ///< false: its Settled() is still to come
  };
  [[nodiscard]] std::optional<Original> Repeated(const Fingerprint& fingerprint, Millis now) const;
  /// Repeated() will be asked soon: what that reads, from the largest table that a message needs,
  /// is fetched meanwhile.
  void WillAsk(const Fingerprint& fingerprint) const { repeats_.Prefetch(fingerprint); }
  /// The store has spoken. `stored` false: the message was never there.
  void Settled(std::int64_t event_id, bool stored, Millis now);
  /// A message that the store has kept from before a restart; before all else, by growing id.
  void Restore(const ClientId& to, std::int64_t event_id, Millis expires_in, std::string_view frame,
               Millis now, const Fingerprint& fingerprint = {});

  /// `ids`: those that are at home here, none twice. Gives the first batch at once. `after`
  /// confirms what one stream alone was given up to there (Mailbox::Confirm).
  void Subscribe(const StreamRef& stream, const std::vector<ClientId>& ids, std::int64_t after,
                 Millis now);
  /// The stream has room for the next page.
  void Continue(const StreamRef& stream, Millis now);
  /// Gives a batch, perhaps empty, whose `up_to` is at least `event_id`, as soon as that is true.
  void Confirm(const StreamRef& stream, std::int64_t event_id);
  void Unsubscribe(const StreamRef& stream);

  /// Drops what has expired; once a second or so.
  void Expire(Millis now);

  /// Event ids of messages that have left since the last call, expired or confirmed: the store need
  /// not keep them any more.
  [[nodiscard]] std::vector<std::int64_t> TakeGone() { return std::exchange(gone_, {}); }

 private:
  struct Subscriber;
  struct Inbox;
  struct Pending;
  struct IdHash {
    const SipHash* hash;
    std::size_t operator()(const ClientId& id) const { return (*hash)(id.text()); }
  };
  struct StreamHash {
    std::size_t operator()(const StreamRef& stream) const;
  };
  using Inboxes = std::unordered_map<ClientId, Inbox, IdHash>;
  using NamedInbox = Inboxes::value_type;

  NamedInbox& Open(const ClientId& id);
  void CloseIfUnused(NamedInbox& inbox);
  void Insert(NamedInbox& inbox, Message message, Millis now);
  void Deliver(NamedInbox& inbox, const Pending& pending, Millis now);
  [[nodiscard]] std::deque<Pending>::const_iterator FindPending(std::int64_t event_id) const;
  void Forget(const Mailbox::Dropped& dropped);
  void GivePage(Subscriber& subscriber, Millis now);
  /// `up_to`, or less where a stream still catches up: what waits for it is confirmed by nobody.
  [[nodiscard]] static std::int64_t GivenToAll(const NamedInbox& inbox, std::int64_t up_to);
  void AnswerConfirmations();
  /// Everything up to this id has been settled.
  [[nodiscard]] std::int64_t Watermark() const;

  const HubLimits limits_;
  EventIds& event_ids_;
  DeliveryPort& port_;
  Counters& counters_;
  Inboxes inboxes_;
  std::unordered_map<StreamRef, Subscriber, StreamHash> subscribers_;
  std::deque<Pending> pending_;  ///< by event id
  std::vector<StreamRef> confirmations_;
  std::vector<std::int64_t> gone_;
  Repeats repeats_;
  std::size_t total_bytes_ = 0;
  ExpiryRing<NamedInbox*> expiring_;  ///< one entry a message
};

}  // namespace prichal::bridge
