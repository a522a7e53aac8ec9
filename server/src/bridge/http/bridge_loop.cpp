#include "bridge/http/bridge_loop.h"

#include <algorithm>
#include <utility>

#include "bridge/core/frames.h"
#include "bridge/http/stream_session.h"

namespace prichal::bridge {

BridgeLoop::BridgeLoop(BridgeShared& shared, http::Loop& loop,
                       std::shared_ptr<const BridgeSnapshot> snapshot)
    : shared_(shared),
      loop_(loop),
      snapshot_(std::move(snapshot)),
      responses_(options()),
      embedded_(MakeEmbedded()),
      remote_(MakeRemote()),
      broker_(embedded_ != nullptr ? static_cast<Broker*>(embedded_.get()) : remote_.get()),
      verify_cache_(snapshot_->verify_cache_size, options().connect_cache_ttl) {
  loop.AroundTasks([this] { ReadWatermarks(); }, [this] { AdvanceStreams(); });
  loop.Every(std::chrono::seconds(1), [this] {
    broker_->Tick();
    verify_cache_.Expire(loop_.now().steady);
    counters_.connects_known.Set(verify_cache_.size());
  });
}

// DeliveryPort is a private base, so only members can pass this object to the brokers.

std::unique_ptr<EmbeddedBroker> BridgeLoop::MakeEmbedded() {
  if (shared_.valkey != nullptr) return nullptr;
  const EmbeddedBroker::Shared shared{shared_.store, shared_.event_ids, shared_.hash};
  bridge::DeliveryPort& port = *this;
  return std::make_unique<EmbeddedBroker>(snapshot_->limits, shared, loop_, watermark_, port,
                                          counters_);
}

std::unique_ptr<ValkeyBroker> BridgeLoop::MakeRemote() {
  const ValkeyBackend* backend = shared_.valkey;
  if (backend == nullptr) return nullptr;
  const ValkeyBroker::Shared shared{*backend->schema, shared_.event_ids, shared_.hash,
                                    backend->durability};
  bridge::DeliveryPort& port = *this;
  return std::make_unique<ValkeyBroker>(
      snapshot_->limits, shared, loop_,
      [&](valkey::PushPort& pushes) { return backend->make_client(loop_, pushes); }, port,
      counters_);
}

template <typename Value>
void BridgeLoop::RespondTo(StreamHandle asker, bool has_origin, Value value) {
  BridgeLoop& there = shared_.At(asker.loop);
  const auto respond = [&there, asker, has_origin, value] {
    there.loop_.Respond(asker, there.responses_.For(value, has_origin));
  };
  if (&there == this) return respond();
  there.loop_.PostAlways(respond);
}

bool BridgeLoop::PostPublish(BridgeLoop& from, Incoming incoming) {
  if (&from == this) {
    Publish(std::move(incoming));
    return true;
  }
  return loop_.Post(
      [this, incoming = std::move(incoming)]() mutable { Publish(std::move(incoming)); });
}

void BridgeLoop::Publish(Incoming incoming) {
  broker_->Publish(std::move(incoming.message),
                   [this, sender = incoming.sender, has_origin = incoming.has_origin,
                    notices = std::move(incoming.notices)](PublishResult result) mutable {
                     RespondPublished(sender, has_origin, result);
                     // Webhooks are sent once per stored message, also if the response is a
                     // failure.
                     if (!IsNewlyStored(result)) return;
                     for (auto& delivery : notices) shared_.webhooks->Enqueue(std::move(delivery));
                   });
}

void BridgeLoop::RespondPublished(StreamHandle sender, bool has_origin, PublishResult result) {
  CountResult(result, counters_);
  RespondTo(sender, has_origin, result);
}

void BridgeLoop::PostRecord(BridgeLoop& from, const Connect& connect) {
  const auto note = [this, connect] { verify_cache_.Record(connect, loop_.now().steady); };
  if (&from == this) return note();
  loop_.PostAlways(note);
}

bool BridgeLoop::PostCheck(BridgeLoop& from, const Connect& asked, StreamHandle asker,
                           bool has_origin) {
  if (&from == this) {
    Check(asked, asker, has_origin);
    return true;
  }
  return loop_.Post([this, asked, asker, has_origin] { Check(asked, asker, has_origin); });
}

void BridgeLoop::Check(const Connect& asked, StreamHandle asker, bool has_origin) {
  const Verdict verdict = verify_cache_.Check(asked, loop_.now().steady);
  counters_.verified.at(static_cast<std::size_t>(verdict)).Add();
  RespondTo(asker, has_origin, verdict);
}

void BridgeLoop::RecordForAll(const OpenedBy& opened) {
  if (options().connect_cache_size == 0) return;
  shared_.valkey->schema->RecordOpened(remote_->client(), opened, options().connect_cache_ttl);
}

void BridgeLoop::CheckWithAll(const OpenedBy& asked, StreamHandle asker, bool has_origin) {
  shared_.valkey->schema->CheckOpened(
      remote_->client(), asked, [this, asker, has_origin](Verdict verdict) {
        counters_.verified.at(static_cast<std::size_t>(verdict)).Add();
        loop_.Respond(asker, responses_.For(verdict, has_origin));
      });
}

void BridgeLoop::PostRefill() {
  embedded_->AnnounceRefill();
  loop_.PostAlways([this] { embedded_->Refill(); });
}

void BridgeLoop::AwaitWatermarks(StreamHandle stream) {
  awaiting_.push_back(stream);
  // The tasks that are running now end with AdvanceStreams(). Otherwise an empty task starts a
  // round.
  if (!in_tasks_ && awaiting_.size() == 1) loop_.PostAlways([] {});
}

void BridgeLoop::ReadWatermarks() {
  in_tasks_ = true;
  if (merging_ == 0) return;
  last_id_ = shared_.event_ids.Last();
  watermarks_.resize(shared_.loops.size());
  std::transform(shared_.loops.begin(), shared_.loops.end(), watermarks_.begin(),
                 [this](const auto& shard) { return shard->watermark_.Read(last_id_); });
}

void BridgeLoop::AdvanceStreams() {
  std::swap(awaiting_, advancing_);
  for (const StreamHandle& stream : advancing_) {
    const auto open = FindStream(stream);
    if (open) open->session.OnWatermarks(open->stream, watermarks_, last_id_);
  }
  advancing_.clear();
  in_tasks_ = false;
  // Messages newer than these watermarks wait for the next round.
  if (!awaiting_.empty()) loop_.PostAlways([] {});
}

void BridgeLoop::PostSnapshot(std::shared_ptr<const BridgeSnapshot> snapshot) {
  loop_.PostAlways([this, snapshot = std::move(snapshot)]() mutable {
    snapshot_ = std::move(snapshot);
    responses_ = BridgeResponses(options());
    broker_->SetLimits(snapshot_->limits);
    verify_cache_.SetBounds(snapshot_->verify_cache_size, options().connect_cache_ttl);
  });
}

void BridgeLoop::Restore(const store::Record& record, Time now) {
  // If the clock was set back meanwhile, the lifetime would exceed the limit.
  const Millis most = std::max(options().ttl_max, options().disconnect_ttl);
  embedded_->Restore(record, std::min(record.expires - now.unix_time, most), now.steady);
}

void BridgeLoop::Deliver(const StreamHandle& stream, Batch batch) {
  BridgeLoop& there = shared_.At(stream.loop);
  if (&there == this) return ReceiveBatch(stream, loop_.index(), std::move(batch));
  const bool posted =
      there.loop_.Post([&there, stream, shard = loop_.index(), batch = std::move(batch)]() mutable {
        there.ReceiveBatch(stream, shard, std::move(batch));
      });
  if (posted) return;
  // The queue of that loop is full. The stream ends, so that the client reconnects from its last
  // event ID and no message is missing.
  there.loop_.PostAlways([&there, stream] {
    if (http::Stream* found = there.loop_.FindStream(stream)) found->End();
  });
}

void BridgeLoop::EndCrowded(const StreamHandle& stream) {
  BridgeLoop& there = shared_.At(stream.loop);
  there.loop_.PostAlways([&there, stream] {
    http::Stream* found = there.loop_.FindStream(stream);
    if (found == nullptr) return;
    // An immediate reconnect would exceed the limit again.
    static const SharedBytes later = Share(std::string(kRetryLater));
    if (found->Send(later)) found->End();
  });
}

void BridgeLoop::ReceiveBatch(StreamHandle stream, std::uint32_t shard, Batch batch) {
  const auto open = FindStream(stream);
  if (open) open->session.Receive(open->stream, shard, std::move(batch));
}

std::optional<BridgeLoop::OpenStream> BridgeLoop::FindStream(StreamHandle stream) {
  http::Stream* found = loop_.FindStream(stream);
  if (found == nullptr) return std::nullopt;
  // Brokers and sessions have only handles of streams that BridgeHandler has begun, and a handle
  // never finds a later stream in the same slot.
  return OpenStream{*found, static_cast<BridgeSession&>(*found->session())};
}

}  // namespace prichal::bridge
