#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/client_id.h"
#include "base/clock.h"
#include "base/envelope.h"
#include "base/fingerprint.h"
#include "base/unique_function.h"
#include "bridge/delivery.h"
#include "bridge/mailbox.h"
#include "bridge/publish_result.h"
#include "bridge/sender.h"

namespace prichal::bridge {

/// A message as it comes.
struct Publication {
  ClientId to;
  Envelope envelope;
  Millis ttl{0};
  Fingerprint fingerprint = {};  ///< of sender, receiver and body; empty: it may come again
  Sender sender = {};
  bool address_counts = false;  ///< kAddressFull may be the outcome
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
  /// A stream that was delivered so much more and is still open has received what came before,
  /// because its output bound would have ended it.
  Bounds untaken = {};
};

/// Takes the messages for the client ids of one shard and delivers them to the streams that listen
/// to these ids. Behind it is the memory of this process (EmbeddedBroker), or a store across a
/// network: nothing that it is asked for is done when a call returns.
///
/// Lives on one loop and is called only there. What it delivers goes through the DeliveryPort that
/// it was made with, in the order of event ids. It may deliver before the call that brought it
/// about has returned, or any time later.
class Broker {
 public:
  /// Called once, on the broker's loop, possibly before Publish() returns.
  using Done = UniqueFunction<void(PublishResult)>;

  Broker() = default;
  Broker(const Broker&) = delete;
  Broker& operator=(const Broker&) = delete;
  virtual ~Broker() = default;

  /// Applies new limits to what follows. Messages that are already kept stay.
  virtual void SetLimits(const BrokerLimits& limits) = 0;

  /// Keeps a message, and delivers it when it is kept.
  virtual void Publish(Publication publication, Done done) = 0;

  /// Registers the stream, then delivers the first page of what lies behind the event id `after`,
  /// then each page that it asks for, and from there on what is new. `ids`: of this shard, none
  /// twice. `address`: Sender::address of its client; where an id has too many streams, the address
  /// that has most of them loses its latest.
  virtual void Subscribe(const StreamHandle& stream, std::vector<ClientId> ids, std::int64_t after,
                         std::uint32_t address) = 0;
  /// The stream has room for the next page of its backlog.
  virtual void Continue(const StreamHandle& stream) = 0;
  /// Delivers a batch, perhaps empty, whose `up_to` is at least `event_id`, as soon as that is
  /// true.
  virtual void Confirm(const StreamHandle& stream, std::int64_t event_id) = 0;
  /// Nothing more is delivered to the stream than what is on its way. Unknown streams are ignored.
  virtual void Unsubscribe(const StreamHandle& stream) = 0;

  /// Drops what has expired, and whatever else is due; once a second or so.
  virtual void Tick() = 0;
};

}  // namespace prichal::bridge
