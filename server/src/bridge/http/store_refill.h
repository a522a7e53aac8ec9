#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "bridge/core/client_id.h"
#include "bridge/core/counters.h"
#include "bridge/core/deduplication.h"
#include "bridge/core/hub.h"
#include "bridge/core/mailbox.h"
#include "http/connection/loop.h"
#include "bridge/store/store.h"

namespace prichal::app {

/// The record of a message in memory, to be written again. `now`: to convert its steady time.
[[nodiscard]] store::Record RecordOf(const ClientId& to, const bridge::Message& message,
                                     const Fingerprint& fingerprint, Time now);

/// Writes the messages of one shard into a store that has lost its contents (Store::OnLost).
///
/// Appends one batch of messages at a time, from as many mailboxes as the batch needs, so that
/// neither the loop nor the senders of new messages wait for it. Lives on its shard's loop.
class StoreRefill {
 public:
  /// All references must outlive the refill. `counters`: of the hub.
  StoreRefill(net::Loop& loop, const bridge::Hub& hub, const bridge::DuplicateTable& duplicates,
              const bridge::Counters& counters, store::Store& store)
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
  using Entry = std::pair<ClientId, bridge::Message>;

  void AppendBatches();
  /// The next messages after written_; sets appended_. Empty: all messages are written.
  [[nodiscard]] std::vector<Entry> NextBatch();
  void Append(const ClientId& to, const bridge::Message& message);
  void OnCommit(const ClientId& to, std::int64_t event_id, bridge::PublishResult result);
  /// Counts an answer of the store. True: it was the last one of the batch, and all are stored.
  bool CompletesBatch();
  void SetLeft(std::uint64_t left);

  net::Loop& loop_;
  const bridge::Hub& hub_;
  const bridge::DuplicateTable& duplicates_;
  const bridge::Counters& counters_;
  store::Store& store_;
  std::vector<ClientId> receivers_;
  Position written_;
  Position appended_;           ///< position after the batch that is under way
  std::size_t batch_ = 0;       ///< messages of that batch
  std::size_t unanswered_ = 0;  ///< of these; positive: a batch is under way
  bool refused_ = false;        ///< the store has refused a message of that batch
  std::uint64_t left_ = 0;      ///< this refill's share of pending_
  std::atomic<std::uint64_t> pending_{0};
};

}  // namespace prichal::app
