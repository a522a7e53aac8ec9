#include "net/connection.h"

#include <cerrno>
#include <span>
#include <utility>

#include "http/response_builder.h"
#include "net/event_loop.h"

namespace prichal::net {
namespace {

constexpr Millis kLingerFor{2'000};

}  // namespace

Connection::Connection(EventLoop& loop, Handle handle, std::unique_ptr<Transport> transport,
                       const Peer& peer, Handler& handler, bool admin,
                       ConcurrencyLimiter::Entry counted)
    : loop_(loop),
      handler_(handler),
      transport_(std::move(transport)),
      writer_(*transport_),
      handle_(handle),
      admin_(admin),
      peer_(peer),
      counted_(counted) {
  if (transport_->has_opening()) phase_ = Phase::kOpening;
}

Connection::~Connection() {
  DropReader();
  if (waiting_) Release(waiting_->size());
}

void Connection::Start() {
  SetReadingDeadline();
  ArmReading();
}

void Connection::Open() {
  using Opening = Transport::Opening;
  switch (transport_->Open()) {
    case Opening::kDone:
      phase_ = Phase::kReading;
      SetReadingDeadline();
      // The first request may have come with the last words of the opening.
      return OnReadable();
    case Opening::kUnderWay:
      // Its deadline is that of the start, however often something comes.
      return;
    case Opening::kRefused:
      return Linger();
    case Opening::kFailed:
      return Close();
  }
}

void Connection::ArmReading() {
  if (reading_armed_) return;
  reading_armed_ = true;
  transport_->AwaitReadable();
}

void Connection::SetDeadline(Millis from_now) {
  loop_.wheel().Schedule(*this, loop_.now().steady + from_now);
}

void Connection::SetReadingDeadline() {
  idle_since_ = loop_.now().steady;
  if (unwanted_ > 0) return SetDeadline(loop_.options().body_deadline);
  // A newcomer that says nothing is given no more time than one that is slow to say it.
  SetDeadline(first_request_ ? loop_.options().header_deadline : loop_.options().idle_deadline);
}

bool Connection::idle() const {
  // Who has not even finished the handshake is owed nothing yet.
  if (phase_ == Phase::kOpening) return true;
  return phase_ == Phase::kReading && !reader_ && unwanted_ == 0 && writer_.write_queue().empty() &&
         !admin_;
}

std::ptrdiff_t Connection::Receive() {
  const std::ptrdiff_t got = transport_->Receive(loop_.scratch());
  if (got > 0) {
    loop_.counters().bytes_received.Add(static_cast<std::uint64_t>(got));
    return got;
  }
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return -1;
  return 0;
}

void Connection::OnReadable() {
  reading_armed_ = false;
  if (phase_ == Phase::kOpening) return Open();
  if (phase_ == Phase::kStreaming || phase_ == Phase::kEndingStream) return OnStreamReadable();
  if (phase_ != Phase::kReading && phase_ != Phase::kLingering) return;
  const std::ptrdiff_t got = Receive();
  if (got == 0) {
    // The peer may have closed only its half: what it asked for still goes out.
    if (writer_.write_queue().empty()) return Close();
    close_after_ = true;
    return;
  }
  if (got > 0 && phase_ == Phase::kReading) {
    Process({loop_.scratch().data(), static_cast<std::size_t>(got)});
  }
  if (phase_ == Phase::kReading || phase_ == Phase::kLingering) ArmReading();
}

void Connection::OnWritable() {
  if (phase_ == Phase::kOpening) return Open();
  writer_.Unblock();
  Flush();
}

void Connection::MarkDirty() {
  if (dirty_) return;
  dirty_ = true;
  using Output = EventLoop::Output;
  loop_.MarkDirty(handle_, session() == nullptr ? Output::kResponse : Output::kStream);
}

void Connection::Flush() {
  dirty_ = false;
  if (phase_ == Phase::kClosed || writer_.blocked()) return;
  if (WriteOut() && writer_.write_queue().empty()) AfterOutputIsGone();
}

bool Connection::WriteOut() {
  using Outcome = ConnectionWriter::Outcome;
  switch (writer_.Write(loop_.output_scratch(), loop_.counters().bytes_sent)) {
    case Outcome::kFailed:
      Close();
      return false;
    case Outcome::kBlockedNow:
      SetDeadline(loop_.options().progress_deadline);
      return true;
    case Outcome::kStillBlocked:
    case Outcome::kDone:
      break;
  }
  return true;
}

void Connection::AfterOutputIsGone() {
  if (phase_ == Phase::kStreaming) return stream_->OnDrained();
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
  if (phase_ == Phase::kReading && loop_.draining()) Drain();
  if (phase_ == Phase::kReading && loop_.letting_go()) LetGo();
  if (phase_ == Phase::kReading && was_waiting) ArmReading();
}

void Connection::Linger() {
  transport_->EndSending();
  phase_ = Phase::kLingering;
  SetDeadline(kLingerFor);
  ArmReading();
}

void Connection::Close() {
  if (phase_ == Phase::kClosed) return;
  const bool was_stream = phase_ == Phase::kStreaming;
  phase_ = Phase::kClosed;
  loop_.wheel().Cancel(*this);
  if (was_stream) {
    CountStreamEnd();
    stream_->OnPeerGone();
  }
  loop_.Bury(handle_);
}

void Connection::Drain() {
  switch (phase_) {
    case Phase::kOpening:
      return Close();
    case Phase::kReading:
      // Between requests there is nothing to finish; within one, the deadlines hold.
      if (reader_ || !writer_.write_queue().empty() || admin_) return;
      // What comes still of a body must not take the response from the client that sends it.
      if (unwanted_ > 0) return Linger();
      return Close();
    case Phase::kStreaming:
      return stream_->Drain();
    default:
      return;
  }
}

void Connection::LetGo() {
  // A newcomer's first words are on their way.
  if (phase_ != Phase::kReading || reader_ || !writer_.write_queue().empty() || first_request_) {
    return;
  }
  if (unwanted_ > 0) return Linger();
  // What has come and was not read yet is a request that its sender waits for.
  const std::ptrdiff_t got = Receive();
  if (got <= 0) return Close();
  Process({loop_.scratch().data(), static_cast<std::size_t>(got)});
  if (phase_ == Phase::kReading) ArmReading();
}

void Connection::OnExpired() {
  if (phase_ == Phase::kStreaming && !writer_.blocked()) return stream_->OnExpired();
  if (phase_ == Phase::kLingering) return Close();
  if (phase_ == Phase::kOpening) {
    loop_.counters().timeouts.Add();
    loop_.counters().tls.Count(TlsFailure::kDeadline);
    return Close();
  }
  if (writer_.blocked()) {
    loop_.counters().timeouts.Add();
    return Close();
  }
  if (phase_ == Phase::kHandling) {
    loop_.counters().timeouts.Add();
    keep_alive_ = false;
    RespondNow(ErrorOf(503, "no answer in time"));
    return;
  }
  if (phase_ == Phase::kReading && reader_) {
    loop_.counters().timeouts.Add();
    return Refuse({.status = 408, .reason = "the request did not arrive in time"});
  }
  if (first_request_) loop_.counters().timeouts.Add();
  Close();
}

}  // namespace prichal::net
