#include "bridge/http/stream_session.h"

#include <fmt/format.h>

#include <utility>

#include "bridge/core/frames.h"
#include "bridge/http/bridge_loop.h"

namespace prichal::bridge {
namespace {

/// Sends the shared bytes of a frame with the end that contains this receiver's IP address.
bool SendTo(http::Stream& stream, SharedBytes frame, const SharedBytes& end) {
  const std::size_t shared = frame->size() - kFrameEnd.size();
  return stream.SendWithEnd(std::move(frame), shared, end);
}

}  // namespace

BridgeSession::BridgeSession(BridgeLoop& loop, const std::vector<std::uint32_t>& shards,
                             bool queue_done, const IpAddress& address,
                             const Admission::Permit& permit)
    : loop_(loop),
      snapshot_(loop.snapshot()),
      merge_(shards),
      address_(address),
      permit_(permit),
      merges_(shards.size() > 1),
      queue_done_wanted_(queue_done) {
  if (merges_) loop_.CountMerging(true);
}

BridgeSession::~BridgeSession() {
  if (merges_) loop_.CountMerging(false);
  loop_.shared().admission->CloseStream(permit_);
}

void BridgeSession::Receive(http::Stream& stream, std::uint32_t shard, Batch batch) {
  merge_.Add(shard, std::move(batch));
  Pump(stream);
}

void BridgeSession::OnDrained(http::Stream& stream) {
  // Also called after heartbeats. A stream that has caught up needs nothing.
  if (!backlog_done_) Pump(stream);
}

bool BridgeSession::MustWait(const http::Stream& stream) {
  const BridgeOptions& options = snapshot_->options;
  if (backlog_done_ || stream.queued_slices() == 0) return false;
  // With several shards, new messages of one may queue up while another delivers its backlog.
  // Beyond this bound they are sent, and the output limit may end the stream.
  const bool too_much = merge_.waiting_bytes() > 2 * options.stream_bytes ||
                        merge_.waiting_messages() > 4 * options.stream_events;
  if (too_much) return false;
  return stream.queued_bytes() + merge_.NextSize() > options.stream_bytes / 2 ||
         stream.queued_slices() > options.stream_events / 2;
}

void BridgeSession::Pump(http::Stream& stream) {
  const StreamHandle handle = stream.handle();
  while (!MustWait(stream)) {
    auto delivery = merge_.Next();
    if (!delivery) break;
    if (frame_end_ == nullptr) frame_end_ = Share(FrameEndFor(address_.ToText()));
    if (!SendTo(stream, std::move(delivery->frame), frame_end_)) return;
    CountDelivery(loop_.counters(),
                  loop_.loop().now().unix_time - EventIds::TimeOf(delivery->event_id));
  }
  if (MustWait(stream)) return;
  for (const std::uint32_t shard : merge_.PagesToAsk())
    loop_.shared().At(shard).PostToBroker([handle](Broker& broker) { broker.Continue(handle); });
  if (!awaits_ && merge_.waits_with() > 0) {
    awaits_ = true;
    loop_.AwaitWatermarks(handle);
  }
  if (backlog_done_ || !merge_.caught_up()) return;
  backlog_done_ = true;
  if (queue_done_wanted_) {
    static const SharedBytes frame = Share(std::string(kQueueDone));
    stream.Send(frame);
  }
}

void BridgeSession::OnWatermarks(http::Stream& stream, const std::vector<std::int64_t>& watermarks,
                                 std::int64_t last) {
  awaits_ = false;
  merge_.AdvanceWatermarks(watermarks);
  // Messages after `last` wait for the next watermarks. Earlier ones wait for a shard that has a
  // smaller ID under way, which must confirm.
  if (merge_.waits_with() <= last) {
    for (const Merge::Confirmation& asked : merge_.ConfirmationsToAsk()) {
      loop_.shared()
          .At(asked.shard)
          .PostToBroker([handle = stream.handle(), id = asked.event_id](Broker& broker) {
            broker.Confirm(handle, id);
          });
    }
  }
  Pump(stream);
}

void BridgeSession::OnShutdown(http::Stream& stream) {
  // Spreads the reconnects of all clients over two seconds.
  const std::uint64_t delay = 100 + loop_.random().Below(1900);
  stream.Send(Share(fmt::format("retry: {}\n\n", delay)));
}

void BridgeSession::OnEnd(StreamHandle stream, http::StreamEnd /*reason*/) {
  for (const std::uint32_t shard : merge_.shards())
    loop_.shared().At(shard).PostToBroker([stream](Broker& broker) { broker.Unsubscribe(stream); });
}

}  // namespace prichal::bridge
