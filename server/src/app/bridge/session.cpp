#include "app/bridge/session.h"

#include <fmt/format.h>

#include <utility>

#include "app/bridge/bridge_loop.h"
#include "bridge/frames.h"

namespace prichal::app {
namespace {

/// The frame that all streams share, but for its end, which tells this receiver where it is.
bool SendTo(net::Stream& stream, SharedBytes frame, const SharedBytes& end) {
  // A frame of a file that somebody else has written goes as it is.
  if (!frame->ends_with(bridge::kFrameEnd)) return stream.Send(std::move(frame));
  const std::size_t shared = frame->size() - bridge::kFrameEnd.size();
  return stream.SendWithEnd(std::move(frame), shared, end);
}

}  // namespace

BridgeSession::BridgeSession(BridgeLoop& here, const std::vector<std::uint32_t>& homes,
                             bool queue_done, const IpAddress& address,
                             const Admission::Permit& permit)
    : here_(here),
      merge_(homes),
      address_(address),
      permit_(permit),
      queue_done_wanted_(queue_done) {}

BridgeSession::~BridgeSession() { here_.shared().admission->CloseStream(permit_); }

void BridgeSession::Receive(net::Stream& stream, std::uint32_t home, bridge::Batch batch) {
  merge_.Offer(home, std::move(batch));
  Pump(stream);
}

void BridgeSession::OnDrained(net::Stream& stream) {
  // Heartbeats come by here too: nothing to do for those who have caught up.
  if (!backlog_done_) Pump(stream);
}

bool BridgeSession::MustWait(const net::Stream& stream) {
  const BridgeOptions& options = here_.shared().options;
  if (backlog_done_ || stream.queued_pieces() == 0) return false;
  // With several homes, what is new in one may pile up behind the backlog of another. That is
  // bounded as any output is: beyond the bound it is sent, and the stream's own bound ends it.
  const bool too_much = merge_.waiting_bytes() > 2 * options.stream_bytes ||
                        merge_.waiting_messages() > 4 * options.stream_events;
  if (too_much) return false;
  return stream.queued_bytes() + merge_.NextSize() > options.stream_bytes / 2 ||
         stream.queued_pieces() > options.stream_events / 2;
}

void BridgeSession::Pump(net::Stream& stream) {
  const net::Handle handle = stream.handle();
  while (!MustWait(stream)) {
    auto delivery = merge_.Take();
    if (!delivery) break;
    if (frame_end_ == nullptr) frame_end_ = Share(bridge::FrameEndFor(address_.ToText()));
    if (!SendTo(stream, std::move(delivery->frame), frame_end_)) return;
    here_.counters().delivered.Add();
  }
  if (MustWait(stream)) return;
  for (const bridge::Merge::Question& question : merge_.Questions()) {
    BridgeLoop& home = here_.shared().At(question.home);
    if (question.confirm) {
      home.ToConfirm(handle, *question.confirm);
    } else {
      home.ToContinue(handle);
    }
  }
  if (backlog_done_ || !merge_.caught_up()) return;
  backlog_done_ = true;
  if (queue_done_wanted_) {
    static const SharedBytes frame = Share(std::string(bridge::kQueueDone));
    stream.Send(frame);
  }
}

void BridgeSession::OnShutdown(net::Stream& stream) {
  // Clients come back spread over two seconds instead of all at once.
  const std::uint64_t delay = 100 + here_.random().Below(1900);
  stream.Send(Share(fmt::format("retry: {}\n\n", delay)));
}

void BridgeSession::OnEnd(net::Handle stream, net::StreamEnd /*reason*/) {
  for (const std::uint32_t home : merge_.homes()) here_.shared().At(home).ToUnsubscribe(stream);
}

}  // namespace prichal::app
