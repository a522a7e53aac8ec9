#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/random.h"
#include "bridge/core/broker.h"
#include "bridge/core/client_id.h"
#include "bridge/core/counters.h"
#include "bridge/core/request_source.h"
#include "bridge/core/stream_merge.h"
#include "bridge/core/verify.h"
#include "bridge/http/admission.h"
#include "bridge/http/bridge_service.h"
#include "bridge/http/embedded_broker.h"
#include "bridge/http/responses.h"
#include "bridge/valkey/valkey_broker.h"
#include "http/connection/handler.h"

namespace prichal::bridge {

class BridgeSession;

/// The bridge on one loop: the broker of a shard of the client IDs, and the streams and requests of
/// this loop. Loops of the bridge exchange tasks only through this class; apart from BridgeShared
/// they share nothing.
///
/// Owned by BridgeShared. Created on the main thread before the loops run, destroyed after they
/// have ended. Functions named Post… may be called on any loop and run on this one; call all others
/// on this loop.
class BridgeLoop final : private DeliveryPort {
 public:
  BridgeLoop(BridgeShared& shared, http::Loop& loop,
             std::shared_ptr<const BridgeSnapshot> snapshot);

  [[nodiscard]] http::Loop& loop() { return loop_; }
  [[nodiscard]] const BridgeResponses& responses() const { return responses_; }
  [[nodiscard]] Counters& counters() { return counters_; }
  [[nodiscard]] const Counters& counters() const { return counters_; }
  [[nodiscard]] RandomSource& random() { return random_; }
  [[nodiscard]] RequestSources& sources() { return sources_; }
  [[nodiscard]] const BridgeShared& shared() const { return shared_; }
  /// The current configuration of this loop.
  [[nodiscard]] const std::shared_ptr<const BridgeSnapshot>& snapshot() const { return snapshot_; }
  [[nodiscard]] const BridgeOptions& options() const { return snapshot_->options; }

  /// A message for a client ID of this shard, with the request that waits for its result.
  struct Incoming {
    Publication message;
    StreamHandle sender;                           ///< the request
    bool has_origin = false;                       ///< the request has an Origin header
    std::vector<outbound::Delivery> notices = {};  ///< webhooks to send when it is stored
  };
  /// Publishes a message and answers its request. False if the queue of this loop is full; the
  /// caller then answers.
  [[nodiscard]] bool PostPublish(BridgeLoop& from, Incoming incoming);

  /// Remembers that a page has opened a stream for a client ID of this shard.
  void PostRecord(BridgeLoop& from, const Connect& connect);
  /// Answers the verify request `asker`. False if the queue of this loop is full; the caller then
  /// answers.
  [[nodiscard]] bool PostCheck(BridgeLoop& from, const Connect& asked, StreamHandle asker,
                               bool has_origin);

  /// Applies a new configuration.
  void PostSnapshot(std::shared_ptr<const BridgeSnapshot> snapshot);

  /// PostRecord() and PostCheck() for all instances of the bridge. Only with a backend.
  void RecordForAll(const OpenedBy& opened);
  void CheckWithAll(const OpenedBy& asked, StreamHandle asker, bool has_origin);

  /// Calls `call` with the broker of this loop, in a later task also if the caller is on this loop.
  template <typename Call>
  void PostToBroker(Call call) {
    loop_.PostAlways([this, call = std::move(call)]() mutable { call(*broker_); });
  }

  /// Calls BridgeSession::OnWatermarks() of a stream of this loop with the watermarks of all
  /// shards, after all batches that they have sent by now have arrived.
  void AwaitWatermarks(StreamHandle stream);
  /// Adds one to the sessions that may call AwaitWatermarks(), or subtracts one.
  void CountMerging(bool more) { more ? ++merging_ : --merging_; }

  /// Writes all messages of this shard to a store that has lost its contents.
  void PostRefill();
  /// Messages of this shard that the store does not have yet. 0: the store is complete. Any thread.
  [[nodiscard]] std::uint64_t refill_pending() const {
    return embedded_ == nullptr ? 0 : embedded_->refill_pending();
  }

  /// Destroys the client of the backend. Call it after the loops have ended and before they are
  /// destroyed.
  void Disconnect() { remote_.reset(); }
  /// Metrics of the backend's client. Null without a backend. Valid while the loop runs.
  [[nodiscard]] const ValkeyCounters* backend_counters() const {
    return remote_ == nullptr ? nullptr : &remote_->counters();
  }

  /// Adds a message from the store. Call it before the loops run.
  void Restore(const store::Record& record, Time now);

 private:
  [[nodiscard]] std::unique_ptr<EmbeddedBroker> MakeEmbedded();
  [[nodiscard]] std::unique_ptr<ValkeyBroker> MakeRemote();
  void Publish(Incoming incoming);
  void RespondPublished(StreamHandle sender, bool has_origin, PublishResult result);
  /// Answers a request of any loop with the response for `value`.
  template <typename Value>
  void RespondTo(StreamHandle asker, bool has_origin, Value value);
  void Check(const Connect& asked, StreamHandle asker, bool has_origin);
  void ReadWatermarks();
  void AdvanceStreams();
  void Deliver(const StreamHandle& stream, Batch batch) override;
  void EndCrowded(const StreamHandle& stream) override;
  void ReceiveBatch(StreamHandle stream, std::uint32_t shard, Batch batch);
  /// An open stream of this loop with its session.
  struct OpenStream {
    http::Stream& stream;
    BridgeSession& session;
  };
  /// Empty if the stream has ended.
  [[nodiscard]] std::optional<OpenStream> FindStream(StreamHandle stream);

  BridgeShared& shared_;
  http::Loop& loop_;
  std::shared_ptr<const BridgeSnapshot> snapshot_;
  BridgeResponses responses_;
  RandomSource random_;
  RequestSources sources_;
  Counters counters_;
  Watermark watermark_;
  // One of the two is null; broker_ is the other.
  std::unique_ptr<EmbeddedBroker> embedded_;
  std::unique_ptr<ValkeyBroker> remote_;
  Broker* const broker_;
  VerifyCache verify_cache_;
  std::size_t merging_ = 0;              ///< sessions of this loop with several shards
  std::vector<StreamHandle> awaiting_;   ///< streams for the next AdvanceStreams()
  std::vector<StreamHandle> advancing_;  ///< streams of the AdvanceStreams() under way
  // Read before the tasks of this turn run.
  bool in_tasks_ = false;
  std::int64_t last_id_ = 0;
  std::vector<std::int64_t> watermarks_;  ///< by shard
};

}  // namespace prichal::bridge
