// HTTP/1.1: transport and deadlines, the host of a stream, and requests and responses.

#include "http/connection/http1_connection.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "http/connection/loop_context.h"

namespace prichal::http {

Http1Connection::~Http1Connection() {
  DropReader();
  if (waiting_) Release(waiting_->size());
}

void Http1Connection::Start(bool opened) {
  SetReadingDeadline();
  // The first request can have arrived together with the end of the handshake.
  if (opened) return OnReadable();
  ArmReading();
}

void Http1Connection::SetReadingDeadline() {
  BeginIdle();
  if (unwanted_ > 0) return SetDeadline(context().options().body_deadline);
  // A new connection must send its first header within the header deadline.
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
    // The peer may have closed only its sending direction: pending responses are still sent.
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
  // A response sent before the drain began has no Connection: close, so the connection is still
  // open.
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
      // An idle connection has nothing to complete. The deadlines limit a partial request.
      if (reader_ || !writer().write_queue().empty() || admin()) return;
      // Closing now would reset the connection and lose the response, because body bytes still
      // arrive.
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

Stream& Http1Connection::BeginStream(ResponseWriter::StreamStart start) {
  using HeadEnd = LoopContext::HeadEnd;
  // A client that disappeared acknowledges nothing; the kernel then closes the connection.
  transport().FailWithoutAcknowledgement(context().options().progress_deadline);
  phase_ = Phase::kStreaming;
  EventStream& stream = MakeStream(start, static_cast<bool>(http11_));
  WriteQueue& write_queue = writer().write_queue();
  write_queue.Raw(start.response.head);
  write_queue.Raw(context().HeadEndFor(http11_ ? HeadEnd::kStream : HeadEnd::kStreamHttp10));
  stream.Begin(start.response.body);
  // Reads only to detect that the peer has closed.
  ArmReading();
  return stream;
}

void Http1Connection::OnStreamReadable() {
  const std::ptrdiff_t got = Receive();
  if (got == 0) {
    // Some clients half-close after a request, but an event stream's client that closes its sending
    // direction is gone.
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

namespace {

/// Above this much pending output, pipelined requests wait until it is sent.
constexpr std::size_t kEnoughOutput = 64 * 1024;
/// Maximum input buffered during a request; more stays in the kernel.
constexpr std::size_t kMostWaiting = 64 * 1024;
/// Maximum size of an unneeded body that is read and dropped to keep the connection open.
constexpr std::uint64_t kMostUnwanted = UINT16_MAX;

const prichal::SharedBytes& ContinueLine() {
  static const prichal::SharedBytes line = Share("HTTP/1.1 100 Continue\r\n\r\n");
  return line;
}

}  // namespace

void Http1Connection::Process(std::string_view input) {
  using Step = RequestReader::Step;
  while (phase_ == Phase::kReading && !close_after_) {
    if (writer().write_queue().bytes() > kEnoughOutput) {
      phase_ = Phase::kResponding;
      break;
    }
    if (!reader_) {
      const auto unwanted = std::min<std::size_t>(unwanted_, input.size());
      unwanted_ = static_cast<std::uint16_t>(unwanted_ - unwanted);
      input.remove_prefix(unwanted);
      if (input.empty()) return;
      reader_ = std::make_unique<RequestReader>(context().shared().head_limits);
      in_body_ = false;
      SetDeadline(context().options().header_deadline);
    }
    const std::size_t held = reader_->held_bytes();
    const Step step = reader_->Read(input);
    if (const std::size_t now_held = reader_->held_bytes(); !Hold(now_held - held)) {
      Release(held);
      reader_.reset();
      context().counters().requests_over_budget.Add();
      Refuse({.status = 503, .reason = "too many large requests at once"});
      continue;
    }
    switch (step) {
      case Step::kNeedMore:
        if (reader_->reading_body() && !in_body_) {
          if (AnsweredByHead()) break;
          in_body_ = true;
          SetDeadline(context().options().body_deadline);
          // The client sends the body only after this response (RFC 9110 section 10.1.1).
          if (reader_->head().expect_continue) {
            writer().write_queue().Raw(ContinueLine());
            MarkOutput();
          }
        }
        return;
      case Step::kHead:
        reader_->AllowBody(handler().BodyLimit(reader_->head().request));
        break;
      case Step::kComplete:
        Dispatch();
        break;
      case Step::kRefused:
        context().counters().bad_requests.Add();
        Refuse(reader_->refusal());
        break;
    }
  }
  if (input.empty() || phase_ == Phase::kClosed) return;
  if (phase_ == Phase::kStreaming || phase_ == Phase::kEndingStream) return IgnoreInput();
  if (!close_after_) return KeepForLater(input);
  linger_ = true;
}

void Http1Connection::Dispatch() {
  BeginRequest();
  CallHandler(reader_->request(), true);
  MeasureRequest(reader_->request_bytes());
  DropReader();
  if (phase_ == Phase::kHandling) SetDeadline(context().options().response_deadline);
}

bool Http1Connection::AnsweredByHead() {
  const std::optional<std::uint64_t> left = reader_->body_left();
  BeginRequest();
  // A client that waits for 100 may or may not send the body after a final response.
  const bool can_stay = left && *left <= kMostUnwanted && !reader_->head().expect_continue;
  keep_alive_ = keep_alive_ && can_stay;
  CallHandler(reader_->head().request, false);
  if (phase_ == Phase::kHandling) {
    phase_ = Phase::kReading;
    return false;
  }
  MeasureRequest(reader_->request_bytes());
  DropReader();
  if (keep_alive_) {
    unwanted_ = static_cast<std::uint16_t>(*left);
  } else {
    linger_ = true;
  }
  return true;
}

void Http1Connection::BeginRequest() {
  const Head& head = reader_->head();
  BeginMeasuring(head.request.method == Method::kHead);
  first_request_ = false;
  http11_ = head.http11;
  keep_alive_ = head.keep_alive && (admin() || !context().draining());
  phase_ = Phase::kHandling;
}

void Http1Connection::OnHandlerFailed() {
  keep_alive_ = false;
  if (awaits_response()) {
    RespondNow(ErrorOf(500, "Internal Server Error"));
  } else {
    Close();
  }
}

void Http1Connection::RespondNow(const Response& response) {
  if (phase_ != Phase::kHandling) return;
  QueueResponse(response);
  CountStatus(response.status);
  MeasureResponse(response);
  // Continues reading at once, so that responses to pipelined requests share one write.
  phase_ = Phase::kReading;
}

void Http1Connection::RespondLate(const Response& response) {
  if (phase_ != Phase::kHandling) return;
  RespondNow(response);
  // The response is sent first; AfterOutputIsGone() then processes the buffered input.
  phase_ = Phase::kResponding;
}

void Http1Connection::QueueResponse(const Response& response) {
  using HeadEnd = LoopContext::HeadEnd;
  if (response.close || context().draining())
    keep_alive_ = keep_alive_ && admin() && !response.close;
  writer().write_queue().Raw(response.head);
  const HeadEnd staying = http11_ ? HeadEnd::kStay : HeadEnd::kStayHttp10;
  writer().write_queue().Raw(context().HeadEndFor(keep_alive_ ? staying : HeadEnd::kClose));
  if (response.body && !head_only()) writer().write_queue().Raw(response.body);
  close_after_ = !keep_alive_;
  MarkOutput();
}

void Http1Connection::Refuse(Refusal refusal) {
  const Response response = ErrorOf(refusal.status, refusal.reason);
  DropReader();
  ForgetRoute();
  keep_alive_ = false;
  linger_ = true;
  QueueResponse(response);
  CountStatus(refusal.status);
  phase_ = Phase::kResponding;
}

void Http1Connection::KeepForLater(std::string_view input) {
  if (!waiting_) waiting_ = std::make_unique<std::string>();
  if (waiting_->size() + input.size() > kMostWaiting || !Hold(input.size())) return Close();
  waiting_->append(input);
}

void Http1Connection::DropReader() {
  if (reader_) Release(reader_->held_bytes());
  reader_.reset();
}

}  // namespace prichal::http
