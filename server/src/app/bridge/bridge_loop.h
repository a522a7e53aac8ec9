#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/bridge/embedded_broker.h"
#include "app/bridge/responses.h"
#include "app/bridge/shared.h"
#include "app/bridge/snapshot.h"
#include "app/bridge/valkey/valkey_broker.h"
#include "base/client_id.h"
#include "base/fingerprint.h"
#include "base/random.h"
#include "bridge/broker.h"
#include "bridge/counters.h"
#include "bridge/delivery.h"
#include "bridge/request_source.h"
#include "bridge/verify_cache.h"
#include "bridge/watermark.h"
#include "net/loop.h"

namespace prichal::app {

class BridgeSession;

/// The bridge on one loop, in both of its parts: a shard of the client ids (it owns their Broker),
/// and the loop of some streams and requests. Everything between loops passes here, as tasks;
/// nothing is shared but the event ids.
///
/// Lives on its loop, but for its construction. Functions named To… may be called on any loop and
/// go to this one; all others are called on this loop.
class BridgeLoop final : private bridge::DeliveryPort {
 public:
  BridgeLoop(BridgeShared& shared, net::Loop& loop, std::shared_ptr<const BridgeSnapshot> snapshot);

  [[nodiscard]] net::Loop& loop() { return loop_; }
  [[nodiscard]] const BridgeResponses& responses() const { return responses_; }
  [[nodiscard]] bridge::Counters& counters() { return counters_; }
  [[nodiscard]] const bridge::Counters& counters() const { return counters_; }
  [[nodiscard]] RandomSource& random() { return random_; }
  [[nodiscard]] bridge::RequestSources& sources() { return sources_; }
  [[nodiscard]] const BridgeShared& shared() const { return shared_; }
  /// What the configuration says now, for this loop.
  [[nodiscard]] const std::shared_ptr<const BridgeSnapshot>& snapshot() const { return snapshot_; }
  [[nodiscard]] const BridgeOptions& options() const { return snapshot_->options; }

  /// A message for a client id of this shard, and where its sender waits.
  struct Incoming {
    /// Without a fingerprint it may come again and again.
    bridge::Publication message;
    StreamHandle sender;
    bool has_origin = false;
    std::vector<webhook::Delivery> notices = {};  ///< for others, once it is stored
  };
  /// False: too much waits for this loop; the caller answers.
  [[nodiscard]] bool ToPublish(BridgeLoop& from, Incoming incoming);

  /// A page has opened a stream for a client id of this shard.
  void ToNote(BridgeLoop& from, const bridge::Connect& connect);
  /// Answers `asker`, which asks about such a connect. False as above.
  [[nodiscard]] bool ToCheck(BridgeLoop& from, const bridge::Connect& asked, StreamHandle asker,
                             bool has_origin);

  /// What holds from then on.
  void ToUse(std::shared_ptr<const BridgeSnapshot> snapshot);

  /// The same where all instances are to know it: with a backend, on the loop that is asked.
  void NoteForAll(const OpenedBy& opened);
  void CheckWithAll(const OpenedBy& asked, StreamHandle asker, bool has_origin);

  // From a stream's loop to a shard; that may be this loop, and the broker is still called later.
  void ToSubscribe(StreamHandle stream, std::vector<ClientId> ids, std::int64_t after,
                   std::uint32_t address);
  void ToContinue(StreamHandle stream);
  void ToConfirm(StreamHandle stream, std::int64_t event_id);
  void ToUnsubscribe(StreamHandle stream);

  /// Calls BridgeSession::Advance() of a stream of this loop when it is known how far all shards
  /// have got by now.
  void AwaitWatermarks(StreamHandle stream);
  /// There is one more session that may call that, or one less.
  void CountMerging(bool more) { more ? ++merging_ : --merging_; }

  /// The store has lost its contents: appends the messages of this shard to it again.
  void ToRefill();
  /// Messages of this shard that the store does not have yet; 0: it is complete. Any thread.
  [[nodiscard]] std::uint64_t refill_pending() const {
    return embedded_ == nullptr ? 0 : embedded_->refill_pending();
  }

  /// When the loops have ended: the client of a backend goes before they do.
  void Disconnect() { remote_.reset(); }
  /// Null: there is no backend. What they point to is there as long as the loop runs.
  [[nodiscard]] const ValkeyCounters* backend_counters() const {
    return remote_ == nullptr ? nullptr : &remote_->counters();
  }

  /// Before the loops run.
  void Restore(const store::Record& record, Time now);

 private:
  [[nodiscard]] std::unique_ptr<EmbeddedBroker> MakeEmbedded();
  [[nodiscard]] std::unique_ptr<ValkeyBroker> MakeRemote();
  void Publish(Incoming incoming);
  void RespondPublished(StreamHandle sender, bool has_origin, bridge::PublishResult result);
  void Check(const bridge::Connect& asked, StreamHandle asker, bool has_origin);
  void ReadWatermarks();
  void Advance();
  void Deliver(const StreamHandle& stream, bridge::Batch batch) override;
  void EndCrowded(const StreamHandle& stream) override;
  void ReceiveBatch(StreamHandle stream, std::uint32_t shard, bridge::Batch batch);
  /// An open stream of this loop with the session that BridgeHandler gave it.
  struct OpenStream {
    net::Stream& stream;
    BridgeSession& session;
  };
  /// Nothing if the stream has ended.
  [[nodiscard]] std::optional<OpenStream> FindStream(StreamHandle stream);

  BridgeShared& shared_;
  net::Loop& loop_;
  std::shared_ptr<const BridgeSnapshot> snapshot_;
  BridgeResponses responses_;
  RandomSource random_;
  bridge::RequestSources sources_;
  bridge::Counters counters_;
  bridge::Watermark watermark_;
  // One of the two is there; each is called by its own type where both are asked.
  std::unique_ptr<EmbeddedBroker> embedded_;
  std::unique_ptr<ValkeyBroker> remote_;
  bridge::Broker* const broker_;
  bridge::VerifyCache verify_cache_;
  std::size_t merging_ = 0;              ///< sessions of this loop that several shards deliver to
  std::vector<StreamHandle> awaiting_;   ///< streams that wait for other shards
  std::vector<StreamHandle> advancing_;  ///< those of the Advance() under way
  // As read before the tasks that are run now.
  bool in_tasks_ = false;
  std::int64_t last_id_ = 0;
  std::vector<std::int64_t> watermarks_;  ///< by shard
};

}  // namespace prichal::app
