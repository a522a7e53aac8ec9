#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/bytes.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/interface.h"
#include "base/stream_handle.h"
#include "base/unique_function.h"
#include "bridge/core/client_id.h"
#include "bridge/core/envelope.h"
#include "bridge/core/mailbox.h"
#include "bridge/core/request_source.h"

namespace prichal::bridge {

/// Hash of client IDs, which clients choose.
struct ClientIdHash {
  const SipHash* hash;
  std::size_t operator()(const ClientId& id) const { return (*hash)(id.text()); }
};

/// The result of publishing one message. The hub and the store return it, and the bridge turns it
/// into the HTTP response (bridge/http/responses.h). A plain value; any thread.
///
/// To add a refusal, add a value here and its row in bridge/http/responses.cpp.
enum class PublishResult : std::uint8_t {
  kStored,       ///< kept as safely as the store keeps messages; will be delivered
  kDuplicate,    ///< stored before, and its TTL has not ended; answered like kStored
  kTooLarge,     ///< larger than a mailbox may be
  kMailboxFull,  ///< too many pending messages of this sender for this receiver
  kAddressFull,  ///< too many pending messages of this IP address, for all receivers
  kTotalFull,    ///< too many pending messages in total
  kStoreBusy,    ///< too many messages wait for the store; a retry may succeed
  kStoreFailed,  ///< the store cannot keep messages, or it is unknown whether it has kept this one
  /// Kept and will be delivered, but by fewer machines than configured. Answered as a failure; a
  /// retry is a duplicate.
  kStoredByTooFew,
};
/// Number of values. kStoredByTooFew stays the last one.
inline constexpr std::size_t kPublishResults =
    static_cast<std::size_t>(PublishResult::kStoredByTooFew) + 1;

/// True if this call has stored a new message, even if its sender gets an error response.
[[nodiscard]] constexpr bool IsNewlyStored(PublishResult result) {
  return result == PublishResult::kStored || result == PublishResult::kStoredByTooFew;
}

/// A message on its way to one stream, already formatted. A plain value; the frame is shared.
struct Delivery {
  std::int64_t event_id = 0;
  SharedBytes frame;
};

/// Messages that a broker delivers to a stream, by event ID.
struct Batch {
  std::vector<Delivery> messages = {};
  /// Later batches of this broker contain only larger event IDs.
  std::int64_t up_to = 0;
  /// The backlog has another page, which Broker::Continue() delivers.
  bool more = false;
};

/// Receives a broker's deliveries and takes them to the loops of the streams. Implemented by
/// BridgeLoop. Outlives the broker; called on the broker's loop.
///
/// @warning Implementations must not call the broker before they return.
class DeliveryPort : public Interface {
 public:
  /// Delivers a batch to a stream. Ignored if the stream has ended.
  virtual void Deliver(const StreamHandle& stream, Batch batch) = 0;
  /// Ends a stream, because its client ID has too many.
  virtual void EndCrowded(const StreamHandle& stream) = 0;
};

/// A message to publish: validated, without an event ID. A plain value.
struct Publication {
  ClientId to;
  Envelope envelope;
  Millis ttl{0};  ///< 0: only for streams that are open when it is published
  /// Of sender, receiver and body, for deduplication. Empty: never a duplicate.
  Fingerprint fingerprint = {};
  Sender sender = {};
  bool address_counts = false;  ///< the share of the sender's IP address is limited (kAddressFull)
};

/// Limits of a broker, from the configuration. A value that is not set is unlimited.
struct BrokerLimits {
  static constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

  Bounds mailbox = {};
  std::size_t total_bytes = kUnlimited;  ///< of all mailboxes of this broker
  Bounds page = {};                      ///< of a backlog in one batch
  std::size_t streams_per_id = kUnlimited;
  /// Streams that get a message in one turn of the loop; the others get it in the next turns.
  std::size_t receivers_a_turn = 64;
  /// If this much more was queued for a stream that is still open, the stream has received the
  /// earlier messages: a full output queue would have ended it.
  Bounds untaken = {};
};

/// Takes the messages for the client IDs of one shard and delivers them to the streams that listen
/// to these IDs. Implemented by EmbeddedBroker (memory of this process) and by ValkeyBroker (a
/// server across the network). All calls are asynchronous: their effect may come after they return.
///
/// Created before its loop runs and destroyed after it has ended. Called only on its loop. It
/// delivers through the DeliveryPort that its constructor gets, in the order of event IDs, possibly
/// before the call that causes the delivery returns.
class Broker : public Interface {
 public:
  /// Receives the result of Publish(). Called once, on the broker's loop, possibly before Publish()
  /// returns.
  using Done = UniqueFunction<void(PublishResult)>;

  /// Applies new limits to later calls. Messages that are already kept stay.
  virtual void SetLimits(const BrokerLimits& limits) = 0;

  /// Stores a message, then delivers it.
  virtual void Publish(Publication publication, Done done) = 0;

  /// Registers a stream, then delivers the first page of its backlog: the messages after the event
  /// ID `after`. Each Continue() delivers the next page; new messages follow the last page.
  ///
  /// `ids`: distinct client IDs of this shard. `address`: Sender::address of the client. If an ID
  /// then has too many streams, the latest stream of the address with most streams is ended
  /// (DeliveryPort::EndCrowded()).
  virtual void Subscribe(const StreamHandle& stream, std::vector<ClientId> ids, std::int64_t after,
                         std::uint32_t address) = 0;
  /// Delivers the next page of the backlog. Call it when the stream has room.
  virtual void Continue(const StreamHandle& stream) = 0;
  /// Delivers a batch, possibly empty, as soon as its `up_to` can be at least `event_id`.
  virtual void Confirm(const StreamHandle& stream, std::int64_t event_id) = 0;
  /// Removes a stream. Batches that are under way may still arrive. Ignores unknown streams.
  virtual void Unsubscribe(const StreamHandle& stream) = 0;

  /// Drops expired messages and does other periodic work. Call it about once a second.
  virtual void Tick() = 0;
};

}  // namespace prichal::bridge
