#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "app/bridge/store_refill.h"
#include "base/clock.h"
#include "base/sip_hash.h"
#include "bridge/broker.h"
#include "bridge/counters.h"
#include "bridge/deduplication.h"
#include "bridge/event_ids.h"
#include "bridge/hub.h"
#include "bridge/watermark.h"
#include "net/loop.h"
#include "store/store.h"

namespace prichal::app {

/// The broker in the memory of this process: a Hub holds the messages and the streams,
/// DuplicateTable knows what has come before, and a Store makes safe what is acknowledged. Each
/// message is given to the hub, then to the store, and delivered and acknowledged when the store
/// has it.
class EmbeddedBroker final : public bridge::Broker {
 public:
  /// What the brokers of all loops share; must outlive them.
  struct Shared {
    store::Store& store;
    bridge::EventIds& event_ids;
    const SipHash& hash;
  };
  /// `watermark`: of this shard, and `port` and `counters`: must outlive the broker.
  EmbeddedBroker(const bridge::BrokerLimits& limits, const Shared& shared, net::Loop& loop,
                 bridge::Watermark& watermark, bridge::DeliveryPort& port,
                 bridge::Counters& counters);

  /// A message that the store has kept from before a restart, and how long it still lives. Before
  /// the loops run, by growing event id.
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

  /// The store has lost its contents: Refill() follows on the loop. Any thread.
  void AnnounceRefill() { refill_.Announce(); }
  /// Appends all messages in memory to the store again.
  void Refill() { refill_.Begin(); }
  /// Messages that the store does not have yet; 0: it is complete. Any thread.
  [[nodiscard]] std::uint64_t refill_pending() const { return refill_.pending(); }

 private:
  /// A message that has come again.
  struct Duplicate {
    ClientId to;
    Fingerprint fingerprint;
    Millis expires{0};  ///< steady time; perhaps later than the original
    Done done;
  };
  /// Answers it: the original is stored, and lives as long as this one was to.
  void Acknowledge(std::int64_t original, Duplicate duplicate);
  void OnCommit(std::int64_t event_id, const Fingerprint& fingerprint,
                bridge::PublishResult result);
  /// What has left the hub leaves the store, and may come again where its receiver has not got it.
  void LetGo();

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
  /// What came again before the original was settled, by the original's event id.
  std::unordered_multimap<std::int64_t, Duplicate> waiting_duplicates_;
};

}  // namespace prichal::app
