#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <utility>

#include "net/connection.h"
#include "net/event_loop.h"

namespace prichal::net {

Stream* Connection::stream() { return phase_ == Phase::kStreaming ? this : nullptr; }

Stream& Connection::BeginStream(Exchange::StreamStart start) {
  using HeadEnd = EventLoop::HeadEnd;
  kind_ = start.kind;
  session_ = std::move(start.session);
  const Millis now = loop_.now().steady;
  next_heartbeat_ = now + kind_->heartbeat_every;
  ends_at_ = start.lifetime.count() == 0 ? Millis(0) : now + start.lifetime;
  CountStatus(start.answer.status);
  loop_.counters().streams.Add();

  // Nobody reads what a dead phone will never acknowledge: the kernel gives up for us.
  const int timeout = static_cast<int>(loop_.options().progress_deadline.count());
  (void)setsockopt(descriptor_.fd(), IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout, sizeof(timeout));

  outbox_.Raw(start.answer.head);
  outbox_.Raw(loop_.HeadEndFor(http11_ ? HeadEnd::kStream : HeadEnd::kStreamHttp10));
  phase_ = Phase::kStreaming;
  if (start.answer.body) Send(start.answer.body);
  SetStreamDeadline();
  // Only to learn that the peer has gone.
  ArmReading();
  return *this;
}

void Connection::OnStreamReadable() {
  const int got = Receive();
  if (got == 0) {
    // Half a close is how some clients say that they will send no more; an EventSource that closes
    // its half is gone.
    return Close();
  }
  if (got > 0) {
    KeepForLater(std::string_view(loop_.scratch().data(), static_cast<std::size_t>(got)));
  }
  if (phase_ != Phase::kClosed) ArmReading();
}

bool Connection::MakeRoomFor(std::size_t bytes) {
  const auto fits = [&] {
    return outbox_.empty() || (outbox_.bytes() + bytes <= kind_->max_queued_bytes &&
                               outbox_.pieces() < kind_->max_queued_pieces);
  };
  if (fits()) return true;
  // A burst within one turn is no slow reader: let the kernel take what it can.
  if (!writing_armed_ && !WriteOut()) return false;
  return fits();
}

bool Connection::Send(SharedBytes payload) {
  const std::size_t size = payload->size();
  return SendWithEnd(std::move(payload), size, nullptr);
}

bool Connection::SendWithEnd(SharedBytes payload, std::size_t shared, SharedBytes end) {
  if (phase_ != Phase::kStreaming) return false;
  if (!MakeRoomFor(shared + (end == nullptr ? 0 : end->size()))) {
    if (phase_ == Phase::kStreaming) EndStream(StreamEnd::kTooSlow);
    return false;
  }
  outbox_.Part({.bytes = std::move(payload),
                .length = shared,
                .end = std::move(end),
                .chunked = static_cast<bool>(http11_)});
  MarkDirty();
  return true;
}

void Connection::SetStreamDeadline() {
  const Millis due = ends_at_.count() == 0 ? next_heartbeat_ : std::min(next_heartbeat_, ends_at_);
  loop_.wheel().Schedule(*this, due);
}

void Connection::OnStreamTime() {
  const Millis now = loop_.now().steady;
  if (ends_at_.count() != 0 && now >= ends_at_) return EndStream(StreamEnd::kLifetime);
  while (next_heartbeat_ <= now) next_heartbeat_ += kind_->heartbeat_every;
  SetStreamDeadline();
  Send(kind_->heartbeat);
}

void Connection::CountStreamEnd() {
  constexpr int kStatus = 200;  // of every stream
  loop_.counters().streams.Subtract();
  MeasureTime(kStatus);
}

void Connection::EndStream(StreamEnd reason) {
  static const SharedBytes last_chunk = Share(std::string(http::kLastChunk));
  if (phase_ != Phase::kStreaming) return;
  phase_ = Phase::kEndingStream;
  CountStreamEnd();
  if (reason == StreamEnd::kTooSlow) loop_.counters().streams_too_slow.Add();
  if (http11_) outbox_.Raw(last_chunk);
  close_after_ = !http11_ || !keep_alive_ || loop_.draining();
  MarkDirty();
  SetDeadline(loop_.options().progress_deadline);
  session_->OnEnd(handle_, reason);
  loop_.BurySession(std::move(session_));
}

}  // namespace prichal::net
