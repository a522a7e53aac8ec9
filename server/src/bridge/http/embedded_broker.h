#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/hash.h"
#include "bridge/core/broker.h"
#include "bridge/core/client_id.h"
#include "bridge/core/counters.h"
#include "bridge/core/deduplication.h"
#include "bridge/core/frames.h"
#include "bridge/core/hub.h"
#include "bridge/core/mailbox.h"
#include "bridge/core/stream_merge.h"
#include "bridge/store/store.h"
#include "http/connection/handler.h"

namespace prichal::bridge {

/// Returns the record of a message in memory, to store it again. `now` converts its steady time.
[[nodiscard]] store::Record RecordOf(const ClientId& to, const Message& message,
                                     const Fingerprint& fingerprint, Time now);

/// Writes the messages of one shard into a store that has lost its contents (Store::OnLost).
///
/// Appends one batch of messages at a time, from as many mailboxes as the batch needs, so that
/// neither the loop nor the senders of new messages wait for it. Lives on its shard's loop.
class StoreRefill {
 public:
  /// All references must outlive the refill. `counters`: of the hub.
  StoreRefill(http::Loop& loop, const Hub& hub, const DuplicateTable& duplicates,
              const Counters& counters, store::Store& store)
      : loop_(loop), hub_(hub), duplicates_(duplicates), counters_(counters), store_(store) {}
  StoreRefill(const StoreRefill&) = delete;
  StoreRefill& operator=(const StoreRefill&) = delete;
  ~StoreRefill() = default;

  /// Must be called when the store reports the loss, before Begin(): pending() is positive from
  /// then on. Any thread.
  void Announce() { pending_.fetch_add(1); }
  /// Starts with the first message. A refill that is under way is restarted.
  void Begin();
  /// Retries a batch that the store has refused. Must be called about once a second.
  void Continue();

  /// Messages that the store does not have yet. 0: the store is complete. Messages that leave
  /// memory during the refill are counted until it ends. Any thread.
  [[nodiscard]] std::uint64_t pending() const { return pending_.load(); }

 private:
  /// A place in the order in which messages are written.
  struct Position {
    std::size_t receivers = 0;  ///< of receivers_, from the front, that are not complete
    std::int64_t after = 0;     ///< event id of the last message of the last of these receivers
  };
  /// A message with its receiver.
  using Entry = std::pair<ClientId, Message>;

  void AppendBatches();
  /// The next messages after written_; sets appended_. Empty: all messages are written.
  [[nodiscard]] std::vector<Entry> NextBatch();
  void Append(const ClientId& to, const Message& message);
  void OnCommit(const ClientId& to, std::int64_t event_id, PublishResult result);
  /// Counts a completion of the store. True if it was the last of the batch and all are stored.
  bool CompletesBatch();
  void SetLeft(std::uint64_t left);

  http::Loop& loop_;
  const Hub& hub_;
  const DuplicateTable& duplicates_;
  const Counters& counters_;
  store::Store& store_;
  std::vector<ClientId> receivers_;
  Position written_;
  Position appended_;           ///< position after the batch that is under way
  std::size_t batch_ = 0;       ///< messages of that batch
  std::size_t unanswered_ = 0;  ///< messages of that batch without a completion; positive: a batch
                                ///< is under way
  bool refused_ = false;        ///< the store has refused a message of that batch
  std::uint64_t left_ = 0;      ///< this refill's share of pending_
  std::atomic<std::uint64_t> pending_{0};
};

/// The broker in the memory of this process. A Hub has the messages and the streams, a
/// DuplicateTable deduplicates, and a Store stores messages before they are acknowledged. Each
/// message goes to the hub, then to the store; when the store has it, it is delivered and
/// acknowledged.
///
/// Owned by a BridgeLoop. See Broker for lifecycle and threads.
class EmbeddedBroker final : public Broker {
 public:
  /// Objects that the brokers of all loops share. They must outlive the brokers.
  struct Shared {
    store::Store& store;
    EventIds& event_ids;
    const SipHash& hash;
  };
  /// `watermark` (of this shard), `port` and `counters` must outlive the broker.
  EmbeddedBroker(const BrokerLimits& limits, const Shared& shared, http::Loop& loop,
                 Watermark& watermark, DeliveryPort& port, Counters& counters);

  /// Adds a message that the store has from before a restart. `expires_in`: the rest of its life.
  /// Call it before the loops run, in the order of event IDs.
  void Restore(const store::Record& record, Millis expires_in, Millis now);

  /// The number of messages that are remembered for deduplication does not change.
  void SetLimits(const BrokerLimits& limits) override { hub_.SetLimits(limits); }
  void Publish(Publication publication, Done done) override;
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
  void OnCommit(std::int64_t event_id, const Fingerprint& fingerprint, PublishResult result);
  /// Removes messages that have left the hub from the store, and undelivered ones from
  /// deduplication.
  void RemoveGone();

  /// Schedules Hub::DeliverMore() for the next turn of the loop, if streams wait for it.
  void ScheduleMoreDeliveries();

  [[nodiscard]] Millis now() const { return loop_.now().steady; }

  store::Store& store_;
  http::Loop& loop_;
  Counters& counters_;
  Hub hub_;
  DuplicateTable duplicates_;
  StoreRefill refill_;
  bool more_scheduled_ = false;  ///< a task of ScheduleMoreDeliveries() is posted
  /// Duplicates of messages that the store has not committed yet, by the original's event ID.
  std::unordered_multimap<std::int64_t, Duplicate> waiting_duplicates_;
};

}  // namespace prichal::bridge
