#include <algorithm>
#include <cstdint>
#include <optional>

#include "http/connection/http1_connection.h"
#include "http/connection/loop_context.h"

namespace prichal::net {
namespace {

/// Responses to pipelined requests are gathered up to here before the first must have gone.
constexpr std::size_t kEnoughOutput = 64 * 1024;
/// Input that may wait while a request is under way; more stays in the kernel.
constexpr std::size_t kMostWaiting = 64 * 1024;
/// So much of a body that no handler wants is read, so that the connection may stay.
constexpr std::uint64_t kMostUnwanted = UINT16_MAX;

const SharedBytes& ContinueLine() {
  static const SharedBytes line = Share("HTTP/1.1 100 Continue\r\n\r\n");
  return line;
}

}  // namespace

void Http1Connection::Process(std::string_view input) {
  using Step = http::RequestReader::Step;
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
      reader_ = std::make_unique<http::RequestReader>(context().shared().head_limits);
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
          // RFC 9110 section 10.1.1: the client holds the body back until it hears this.
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
  // A client that waits for 100 may send the body after another response or not.
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
  const http::Head& head = reader_->head();
  BeginMeasuring(head.request.method == http::Method::kHead);
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

void Http1Connection::RespondNow(const http::Response& response) {
  if (phase_ != Phase::kHandling) return;
  QueueResponse(response);
  CountStatus(response.status);
  MeasureResponse(response);
  // Goes on reading at once: pipelined requests share one write.
  phase_ = Phase::kReading;
}

void Http1Connection::RespondLate(const http::Response& response) {
  if (phase_ != Phase::kHandling) return;
  RespondNow(response);
  // The output must go first, and then what waited is read: AfterOutputIsGone().
  phase_ = Phase::kResponding;
}

void Http1Connection::QueueResponse(const http::Response& response) {
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

void Http1Connection::Refuse(http::Refusal refusal) {
  const http::Response response = ErrorOf(refusal.status, refusal.reason);
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

}  // namespace prichal::net
