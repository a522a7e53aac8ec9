#include "http/connection/event_stream.h"

#include <algorithm>
#include <string>
#include <utility>

#include "http/codec/request_reader.h"
#include "http/connection/open_request.h"

namespace prichal::http {

EventStream::EventStream(OpenRequest& request, ResponseWriter::StreamStart& start, bool chunked)
    : request_(request),
      kind_(*start.kind),
      session_(std::move(start.session)),
      next_heartbeat_(request.stream_now() + kind_.heartbeat_every),
      ends_at_(start.lifetime.count() == 0 ? Millis(0) : request.stream_now() + start.lifetime),
      chunked_(chunked) {}

void EventStream::Begin(const prichal::SharedBytes& opening) {
  // The limits do not apply to the opening, which belongs to the header. A stream that ended here
  // would end before its handler has the handle.
  if (opening) Queue({.bytes = opening, .length = opening->size()});
  request_.OnStreamOutput();
  Schedule();
}

void EventStream::Schedule() {
  request_.ScheduleStream(ends_at_.count() == 0 ? next_heartbeat_
                                                : std::min(next_heartbeat_, ends_at_));
}

void EventStream::OnExpired() {
  const Millis now = request_.stream_now();
  if (ends_at_.count() != 0 && now >= ends_at_) return End(StreamEnd::kLifetime);
  // After a stall one heartbeat is enough.
  while (next_heartbeat_ <= now) next_heartbeat_ += kind_.heartbeat_every;
  Schedule();
  Send(kind_.heartbeat);
}

void EventStream::OnDrained() {
  Schedule();
  session_->OnDrained(*this);
}

void EventStream::Drain() {
  session_->OnShutdown(*this);
  End(StreamEnd::kDrained);
}

void EventStream::OnPeerGone() {
  if (std::exchange(over_, true)) return;
  session_->OnEnd(handle(), StreamEnd::kPeerGone);
}

bool EventStream::EnsureCapacity(std::size_t bytes) {
  const auto fits = [&] {
    const WriteQueue& write_queue = request_.stream_queue();
    return write_queue.empty() || (write_queue.bytes() + bytes <= kind_.max_queued_bytes &&
                                   write_queue.slices() < kind_.max_queued_slices);
  };
  if (fits()) return true;
  // A burst within one turn does not mean a slow reader: let the kernel take some output first.
  if (!request_.WriteStreamOutput()) return false;
  return fits();
}

bool EventStream::Send(prichal::SharedBytes payload) {
  const std::size_t size = payload->size();
  return SendWithEnd(std::move(payload), size, nullptr);
}

bool EventStream::SendWithEnd(prichal::SharedBytes payload, std::size_t shared,
                              prichal::SharedBytes end) {
  if (over_) return false;
  if (!EnsureCapacity(shared + (end == nullptr ? 0 : end->size()))) {
    End(StreamEnd::kTooSlow);
    return false;
  }
  Queue({.bytes = std::move(payload), .length = shared, .end = std::move(end)});
  request_.OnStreamOutput();
  return true;
}

void EventStream::Queue(WriteQueue::Slice chunk) {
  chunk.chunked = chunked_;
  request_.stream_queue().Add(std::move(chunk));
}

StreamHandle EventStream::handle() const { return request_.request_handle(); }
std::size_t EventStream::queued_bytes() const { return request_.stream_queue().bytes(); }
std::size_t EventStream::queued_slices() const { return request_.stream_queue().slices(); }

void EventStream::End(StreamEnd reason) {
  static const prichal::SharedBytes last_chunk = Share(std::string(kLastChunk));
  if (std::exchange(over_, true)) return;
  if (chunked_) request_.stream_queue().Raw(last_chunk);
  request_.OnStreamOver(reason);
  session_->OnEnd(handle(), reason);
  request_.DestroySessionLater(std::move(session_));
}

}  // namespace prichal::http
