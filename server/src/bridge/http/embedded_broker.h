#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "bridge/http/store_refill.h"
#include "base/clock.h"
#include "base/sip_hash.h"
#include "bridge/core/broker.h"
#include "bridge/core/counters.h"
#include "bridge/core/deduplication.h"
#include "bridge/core/event_ids.h"
#include "bridge/core/hub.h"
#include "bridge/core/watermark.h"
#include "http/connection/loop.h"
#include "bridge/store/store.h"

namespace prichal::app {

/// The broker in the memory of this process. A Hub has the messages and the streams, a
/// DuplicateTable deduplicates, and a Store stores messages before they are acknowledged. Each
/// message goes to the hub, then to the store; when the store has it, it is delivered and
/// acknowledged.
///
/// Owned by a BridgeLoop. See Broker for lifecycle and threads.
class EmbeddedBroker final : public bridge::Broker {
 public:
  /// Objects that the brokers of all loops share. They must outlive the brokers.
  struct Shared {
    store::Store& store;
    bridge::EventIds& event_ids;
    const SipHash& hash;
  };
  /// `watermark` (of this shard), `port` and `counters` must outlive the broker.
  EmbeddedBroker(const bridge::BrokerLimits& limits, const Shared& shared, net::Loop& loop,
                 bridge::Watermark& watermark, bridge::DeliveryPort& port,
                 bridge::Counters& counters);

  /// Adds a message that the store has from before a restart. `expires_in`: the rest of its life.
  /// Call it before the loops run, in the order of event IDs.
  void Restore(const store::Record& record, Millis expires_in, Millis now);

  /// The number of messages that are remembered for deduplication does not change.
  void SetLimits(const bridge::BrokerLimits& limits) override { hub_.SetLimits(limits); }
  void Publish(bridge::Publication publication, Done done) override;
  void Subscribe(const StreamHandle& stream, std::vector<ClientId> ids, std::int64_t after,
                 std::uint32_t address) override;
  void Continue(const StreamHandle& stream) override;
  void Confirm(const StreamHandle& stream, std::int64_t event_id) override;
  void Unsubscribe(const StreamHandle& stream) override;
  void Tick() override;

  /// Announces a Refill() of the store, which must follow on the loop. Any thread.
  void AnnounceRefill() { refill_.Announce(); }
  /// Appends all messages in memory to a store that has lost its contents.
  void Refill() { refill_.Begin(); }
  /// Messages that the store does not have yet. 0: the store is complete. Any thread.
  [[nodiscard]] std::uint64_t refill_pending() const { return refill_.pending(); }

 private:
  /// A duplicate that waits for the result of its original.
  struct Duplicate {
    ClientId to;
    Fingerprint fingerprint;
    Millis expires{0};  ///< steady time; perhaps later than the original
    Done done;
  };
  /// Extends the life of the stored original to that of the duplicate, and completes the duplicate.
  void Acknowledge(std::int64_t original, Duplicate duplicate);
  void OnCommit(std::int64_t event_id, const Fingerprint& fingerprint,
                bridge::PublishResult result);
  /// Removes messages that have left the hub from the store, and undelivered ones from
  /// deduplication.
  void RemoveGone();

  /// Schedules Hub::DeliverMore() for the next turn of the loop, if streams wait for it.
  void ScheduleMoreDeliveries();

  [[nodiscard]] Millis now() const { return loop_.now().steady; }

  store::Store& store_;
  net::Loop& loop_;
  bridge::Counters& counters_;
  bridge::Hub hub_;
  bridge::DuplicateTable duplicates_;
  StoreRefill refill_;
  bool more_scheduled_ = false;  ///< a task of ScheduleMoreDeliveries() is posted
  /// Duplicates of messages that the store has not committed yet, by the original's event ID.
  std::unordered_multimap<std::int64_t, Duplicate> waiting_duplicates_;
};

}  // namespace prichal::app
