#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>

#include "http/response_builder.h"
#include "net/connection.h"
#include "net/event_loop.h"

namespace prichal::net {
namespace {

/// Responses to pipelined requests are gathered up to here before the first must have gone.
constexpr std::size_t kEnoughOutput = 64 * 1024;
/// Input that may wait while a request is under way; more stays in the kernel.
constexpr std::size_t kMostWaiting = 64 * 1024;
/// So much of a body that no handler wants is read, so that the connection may stay.
constexpr std::uint64_t kMostUnwanted = UINT16_MAX;
constexpr std::string_view kRetrySoon = "Retry-After: 5\r\n";

const SharedBytes& ContinueLine() {
  static const SharedBytes line = Share("HTTP/1.1 100 Continue\r\n\r\n");
  return line;
}

}  // namespace

/// The exchange that a handler sees. Exists only while it runs.
class Connection::CurrentExchange final : public Exchange {
 public:
  explicit CurrentExchange(Connection& connection) : connection_(connection) {}

  [[nodiscard]] Loop& loop() override { return connection_.loop_; }
  [[nodiscard]] Handle handle() const override { return connection_.handle_; }
  [[nodiscard]] const Peer& peer() const override { return connection_.peer_; }
  [[nodiscard]] bool head_seen() const override { return connection_.in_body_; }
  void CountAs(RouteId route) override { connection_.route_ = route; }
  void Respond(const http::Response& response) override { connection_.RespondNow(response); }
  Stream& Begin(StreamStart start) override { return connection_.BeginStream(std::move(start)); }

 private:
  Connection& connection_;
};

void Connection::Process(std::string_view input) {
  using Step = http::RequestReader::Step;
  while (phase_ == Phase::kReading && !close_after_) {
    if (writer_.write_queue().bytes() > kEnoughOutput) {
      phase_ = Phase::kResponding;
      break;
    }
    if (!reader_) {
      const auto unwanted = std::min<std::size_t>(unwanted_, input.size());
      unwanted_ = static_cast<std::uint16_t>(unwanted_ - unwanted);
      input.remove_prefix(unwanted);
      if (input.empty()) return;
      reader_ = std::make_unique<http::RequestReader>(loop_.shared().head_limits);
      in_body_ = false;
      SetDeadline(loop_.options().header_deadline);
    }
    const std::size_t held = reader_->held_bytes();
    const Step step = reader_->Read(input);
    if (const std::size_t now_held = reader_->held_bytes(); !Hold(now_held - held)) {
      Release(held);
      reader_.reset();
      loop_.counters().requests_over_budget.Add();
      Refuse({.status = 503, .reason = "too many large requests at once"});
      continue;
    }
    switch (step) {
      case Step::kNeedMore:
        if (reader_->reading_body() && !in_body_) {
          if (AnsweredByHead()) break;
          in_body_ = true;
          SetDeadline(loop_.options().body_deadline);
          // RFC 9110 section 10.1.1: the client holds the body back until it hears this.
          if (reader_->head().expect_continue) {
            writer_.write_queue().Raw(ContinueLine());
            MarkDirty();
          }
        }
        return;
      case Step::kHead:
        reader_->AllowBody(handler_.BodyLimit(reader_->head().request));
        break;
      case Step::kComplete:
        Dispatch();
        break;
      case Step::kRefused:
        loop_.counters().bad_requests.Add();
        Refuse(reader_->refusal());
        break;
    }
  }
  if (input.empty() || phase_ == Phase::kClosed) return;
  if (phase_ == Phase::kStreaming || phase_ == Phase::kEndingStream) return IgnoreInput();
  if (!close_after_) return KeepForLater(input);
  linger_ = true;
}

void Connection::Dispatch() {
  BeginExchange();
  CallHandler(true);
  MeasureRequest();
  DropReader();
  if (phase_ == Phase::kHandling) SetDeadline(loop_.options().response_deadline);
}

bool Connection::AnsweredByHead() {
  const std::optional<std::uint64_t> left = reader_->body_left();
  BeginExchange();
  // A client that waits for 100 may send the body after another response or not.
  const bool can_stay = left && *left <= kMostUnwanted && !reader_->head().expect_continue;
  keep_alive_ = keep_alive_ && can_stay;
  CallHandler(false);
  if (phase_ == Phase::kHandling) {
    phase_ = Phase::kReading;
    return false;
  }
  MeasureRequest();
  DropReader();
  if (keep_alive_) {
    unwanted_ = static_cast<std::uint16_t>(*left);
  } else {
    linger_ = true;
  }
  return true;
}

void Connection::BeginExchange() {
  const http::Head& head = reader_->head();
  if (!in_body_) began_ = static_cast<std::uint32_t>(loop_.now().steady.count());
  first_request_ = false;
  http11_ = head.http11;
  head_only_ = head.request.method == http::Method::kHead;
  keep_alive_ = head.keep_alive && (admin_ || !loop_.closing());
  route_ = 0;
  phase_ = Phase::kHandling;
}

void Connection::CallHandler(bool whole) {
  CurrentExchange exchange(*this);
  try {
    if (whole) {
      handler_.Handle(reader_->request(), exchange);
    } else {
      handler_.HandleHead(reader_->head().request, exchange);
    }
  } catch (const std::exception&) {
    // One request's bad luck (no memory, say) must not become everybody's.
    keep_alive_ = false;
    if (phase_ == Phase::kHandling) {
      RespondNow(ErrorOf(500, "Internal Server Error"));
    } else {
      Close();
    }
  }
}

void Connection::RespondNow(const http::Response& response) {
  if (phase_ != Phase::kHandling) return;
  QueueResponse(response);
  CountStatus(response.status);
  MeasureResponse(response);
  // Goes on reading at once: pipelined requests share one write.
  phase_ = Phase::kReading;
}

void Connection::RespondLate(const http::Response& response) {
  if (phase_ != Phase::kHandling) return;
  RespondNow(response);
  // The output must go first, and then what waited is read: AfterOutputIsGone().
  phase_ = Phase::kResponding;
}

void Connection::QueueResponse(const http::Response& response) {
  using HeadEnd = EventLoop::HeadEnd;
  if (response.close || loop_.closing()) keep_alive_ = keep_alive_ && admin_ && !response.close;
  writer_.write_queue().Raw(response.head);
  const HeadEnd staying = http11_ ? HeadEnd::kStay : HeadEnd::kStayHttp10;
  writer_.write_queue().Raw(loop_.HeadEndFor(keep_alive_ ? staying : HeadEnd::kClose));
  if (response.body && !head_only_) writer_.write_queue().Raw(response.body);
  close_after_ = !keep_alive_;
  MarkDirty();
}

http::Response Connection::ErrorOf(int status, std::string_view reason) const {
  std::string lines(handler_.ErrorLines());
  if (status == 503) lines += kRetrySoon;
  return http::ErrorResponse(status, reason, lines);
}

void Connection::Refuse(http::Refusal refusal) {
  const http::Response response = ErrorOf(refusal.status, refusal.reason);
  DropReader();
  route_ = 0;
  keep_alive_ = false;
  head_only_ = false;
  linger_ = true;
  QueueResponse(response);
  CountStatus(refusal.status);
  phase_ = Phase::kResponding;
}

void Connection::CountStatus(int status) {
  const std::size_t status_class = static_cast<std::size_t>(status) / 100;
  auto& classes = loop_.counters().responses[route_ % kRoutes];
  if (status_class < classes.size()) classes[status_class].Add();
  if (auto* measures = Measures()) measures->responses[PlaceOf(status)].Add();
}

RequestNumbers<Counter>* Connection::Measures() const {
  if (route_ == 0 || route_ > kMeasuredRoutes) return nullptr;
  return &loop_.counters().measured[route_ - 1U];
}

void Connection::MeasureTime(int status) {
  if (auto* measures = Measures()) {
    const auto now = static_cast<std::uint32_t>(loop_.now().steady.count());
    Observe(measures->millis[PlaceOf(status)], kMillisBounds, now - began_);
  }
}

void Connection::MeasureRequest() {
  auto* measures = Measures();
  if (measures == nullptr) return;
  Observe(measures->request_bytes, kBytesBounds, reader_->request_bytes());
}

void Connection::MeasureResponse(const http::Response& response) {
  MeasureTime(response.status);
  if (auto* measures = Measures()) {
    const bool has_body = response.body && !head_only_;
    Observe(measures->response_bytes, kBytesBounds, has_body ? response.body->size() : 0);
  }
}

void Connection::KeepForLater(std::string_view input) {
  if (!waiting_) waiting_ = std::make_unique<std::string>();
  if (waiting_->size() + input.size() > kMostWaiting || !Hold(input.size())) return Close();
  waiting_->append(input);
}

void Connection::DropReader() {
  if (reader_) Release(reader_->held_bytes());
  reader_.reset();
}

bool Connection::Hold(std::size_t bytes) {
  if (bytes == 0) return true;
  auto& held = loop_.shared().request_bytes;
  if (held.fetch_add(bytes, std::memory_order_relaxed) + bytes <= loop_.options().request_bytes) {
    return true;
  }
  held.fetch_sub(bytes, std::memory_order_relaxed);
  return false;
}

void Connection::Release(std::size_t bytes) {
  if (bytes != 0) loop_.shared().request_bytes.fetch_sub(bytes, std::memory_order_relaxed);
}

}  // namespace prichal::net
