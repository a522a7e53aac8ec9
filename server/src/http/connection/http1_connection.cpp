#include "http/connection/http1_connection.h"

#include <utility>

#include "http/connection/loop_context.h"

namespace prichal::net {

Http1Connection::~Http1Connection() {
  DropReader();
  if (waiting_) Release(waiting_->size());
}

void Http1Connection::Start(bool opened) {
  SetReadingDeadline();
  // The first request may have come with the last words of the opening.
  if (opened) return OnReadable();
  ArmReading();
}

void Http1Connection::SetReadingDeadline() {
  BeginIdle();
  if (unwanted_ > 0) return SetDeadline(context().options().body_deadline);
  // A newcomer that says nothing is given no more time than one that is slow to say it.
  SetDeadline(first_request_ ? context().options().header_deadline
                             : context().options().idle_deadline);
}

bool Http1Connection::idle() const {
  return phase_ == Phase::kReading && !reader_ && unwanted_ == 0 &&
         writer().write_queue().empty() && !admin();
}

void Http1Connection::OnReadable() {
  ReadingReported();
  if (phase_ == Phase::kStreaming || phase_ == Phase::kEndingStream) return OnStreamReadable();
  if (phase_ != Phase::kReading && phase_ != Phase::kLingering) return;
  const std::ptrdiff_t got = Receive();
  if (got == 0) {
    // The peer may have closed only its half: what it asked for still goes out.
    if (writer().write_queue().empty()) return Close();
    close_after_ = true;
    return;
  }
  if (got > 0 && phase_ == Phase::kReading) {
    Process({context().scratch().data(), static_cast<std::size_t>(got)});
  }
  if (phase_ == Phase::kReading || phase_ == Phase::kLingering) ArmReading();
}

void Http1Connection::OnWritable() {
  writer().Unblock();
  Flush();
}

void Http1Connection::Flush() {
  FlushBegins();
  if (phase_ == Phase::kClosed || writer().blocked()) return;
  if (WriteOut() && writer().write_queue().empty()) AfterOutputIsGone();
}

void Http1Connection::AfterOutputIsGone() {
  if (phase_ == Phase::kStreaming) return event_stream()->OnDrained();
  if (close_after_) {
    if (linger_) return Linger();
    return Close();
  }
  if (phase_ == Phase::kHandling) return;
  const bool was_waiting = phase_ != Phase::kReading;
  phase_ = Phase::kReading;
  if (!reader_) SetReadingDeadline();
  if (was_waiting && waiting_) {
    const std::unique_ptr<std::string> input = std::move(waiting_);
    Release(input->size());
    Process(*input);
  }
  // What went out may have been written before the drain began, without a word of closing.
  if (phase_ == Phase::kReading && context().draining()) Drain();
  if (phase_ == Phase::kReading && was_waiting) ArmReading();
}

void Http1Connection::Linger() {
  phase_ = Phase::kLingering;
  BeginLinger();
}

void Http1Connection::Close() {
  if (phase_ == Phase::kClosed) return;
  const bool was_stream = phase_ == Phase::kStreaming;
  phase_ = Phase::kClosed;
  if (was_stream) {
    CountStreamEnd(StreamEnd::kPeerGone);
    event_stream()->OnPeerGone();
  }
  Leave();
}

void Http1Connection::Drain() {
  switch (phase_) {
    case Phase::kReading:
      // Between requests there is nothing to finish; within one, the deadlines hold.
      if (reader_ || !writer().write_queue().empty() || admin()) return;
      // What comes still of a body must not take the response from the client that sends it.
      if (unwanted_ > 0) return Linger();
      return DrainReading();
    case Phase::kStreaming:
      return event_stream()->Drain();
    default:
      return;
  }
}

void Http1Connection::DrainReading() {
  // A request may have arrived since the last read.
  const std::ptrdiff_t got = Receive();
  if (got > 0) {
    Process({context().scratch().data(), static_cast<std::size_t>(got)});
    if (phase_ == Phase::kReading) ArmReading();
    return;
  }
  if (got < 0 && first_request_) return SetDeadline(kFirstRequestWithin);
  Close();
}

void Http1Connection::OnExpired() {
  if (phase_ == Phase::kStreaming && !writer().blocked()) return event_stream()->OnExpired();
  if (phase_ == Phase::kLingering) return Close();
  if (writer().blocked()) {
    context().counters().timeouts.Add();
    return Close();
  }
  if (phase_ == Phase::kHandling) {
    context().counters().timeouts.Add();
    keep_alive_ = false;
    RespondNow(ErrorOf(503, "no answer in time"));
    return;
  }
  if (phase_ == Phase::kReading && reader_) {
    context().counters().timeouts.Add();
    return Refuse({.status = 408, .reason = "the request did not arrive in time"});
  }
  if (first_request_) context().counters().timeouts.Add();
  Close();
}

}  // namespace prichal::net
