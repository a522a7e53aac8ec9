// A connection of HTTP/1.1 as the host of its stream.

#include "http/connection/http1_connection.h"
#include "http/connection/loop_context.h"

namespace prichal::net {

Stream& Http1Connection::BeginStream(ResponseWriter::StreamStart start) {
  using HeadEnd = LoopContext::HeadEnd;
  // A dead phone never acknowledges what is sent to it: the kernel gives up for us.
  transport().FailWithoutAcknowledgement(context().options().progress_deadline);
  phase_ = Phase::kStreaming;
  EventStream& stream = MakeStream(start, static_cast<bool>(http11_));
  WriteQueue& write_queue = writer().write_queue();
  write_queue.Raw(start.response.head);
  write_queue.Raw(context().HeadEndFor(http11_ ? HeadEnd::kStream : HeadEnd::kStreamHttp10));
  stream.Begin(start.response.body);
  // Only to learn that the peer has gone.
  ArmReading();
  return stream;
}

void Http1Connection::OnStreamReadable() {
  const std::ptrdiff_t got = Receive();
  if (got == 0) {
    // Half a close is how some clients say that they will send no more; an EventSource that closes
    // its half is gone.
    return Close();
  }
  if (got > 0) IgnoreInput();
  ArmReading();
}

void Http1Connection::IgnoreInput() {
  keep_alive_ = false;
  linger_ = true;
  if (phase_ == Phase::kEndingStream) close_after_ = true;
}

void Http1Connection::ScheduleStream(Millis due) { context().wheel().Schedule(*this, due); }

void Http1Connection::OnStreamOver(StreamEnd reason) {
  phase_ = Phase::kEndingStream;
  CountStreamEnd(reason);
  close_after_ = !http11_ || !keep_alive_ || context().draining();
  MarkOutput();
  SetDeadline(context().options().progress_deadline);
}

}  // namespace prichal::net
