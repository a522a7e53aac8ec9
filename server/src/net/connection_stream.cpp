// A connection as the host of its stream.

#include <utility>

#include "net/connection.h"
#include "net/event_loop.h"

namespace prichal::net {

Stream* Connection::stream() { return phase_ == Phase::kStreaming ? stream_.get() : nullptr; }

Millis Connection::stream_now() const { return loop_.now().steady; }

Stream& Connection::BeginStream(Exchange::StreamStart start) {
  using HeadEnd = EventLoop::HeadEnd;
  CountStatus(start.response.status);
  loop_.counters().streams.Add();
  // A dead phone never acknowledges what is sent to it: the kernel gives up for us.
  transport_->FailWithoutAcknowledgement(loop_.options().progress_deadline);
  phase_ = Phase::kStreaming;
  EventStream::Host& host = *this;
  stream_ = std::make_unique<EventStream>(host, start, static_cast<bool>(http11_));
  stream_->Begin(start.response,
                 loop_.HeadEndFor(http11_ ? HeadEnd::kStream : HeadEnd::kStreamHttp10));
  // Only to learn that the peer has gone.
  ArmReading();
  return *stream_;
}

void Connection::OnStreamReadable() {
  const std::ptrdiff_t got = Receive();
  if (got == 0) {
    // Half a close is how some clients say that they will send no more; an EventSource that closes
    // its half is gone.
    return Close();
  }
  if (got > 0) IgnoreInput();
  ArmReading();
}

void Connection::IgnoreInput() {
  keep_alive_ = false;
  linger_ = true;
  if (phase_ == Phase::kEndingStream) close_after_ = true;
}

void Connection::ScheduleStream(Millis due) { loop_.wheel().Schedule(*this, due); }

void Connection::CountStreamEnd() {
  constexpr int kStatus = 200;  // of every stream
  loop_.counters().streams.Subtract();
  MeasureTime(kStatus);
}

void Connection::OnStreamOver(StreamEnd reason) {
  phase_ = Phase::kEndingStream;
  CountStreamEnd();
  if (reason == StreamEnd::kTooSlow) loop_.counters().streams_too_slow.Add();
  close_after_ = !http11_ || !keep_alive_ || loop_.closing();
  MarkDirty();
  SetDeadline(loop_.options().progress_deadline);
}

void Connection::BuryStreamSession(std::unique_ptr<StreamSession> session) {
  loop_.BurySession(std::move(session));
}

}  // namespace prichal::net
