// One request of an HTTP/2 connection, its response, and the table of all requests of a loop.
#include <memory>
#include <utility>

#include "http/codec/header_fields.h"
#include "http/connection/http2_connection.h"
#include "http/connection/loop_context.h"

namespace prichal::http {

Http2Stream::Http2Stream(Http2Connection& connection, StreamHandle handle, std::int32_t stream,
                         const Place& place)
    : connection_(connection),
      handle_(handle),
      stream_(stream),
      place_(place),
      incoming_(std::make_unique<Incoming>(connection.context().shared().head_limits)) {
  SetDeadline(connection.context().options().header_deadline);
}

Http2Stream::~Http2Stream() { DropIncoming(); }

Connection& Http2Stream::carrier() { return connection_; }

void Http2Stream::SetDeadline(Millis from_now) {
  LoopContext& context = connection_.context();
  context.wheel().Schedule(*this, context.now().steady + from_now);
}

bool Http2Stream::OnField(std::string_view name, std::string_view value) {
  Touch();
  return incoming_ != nullptr && incoming_->fields.Add(name, value);
}

void Http2Stream::OnHead() {
  if (incoming_) incoming_->head_complete = true;
  Touch();
}

bool Http2Stream::OnBody(std::string_view bytes) {
  // The request is already answered: drop the rest of its body.
  if (!incoming_) return false;
  // One read can exceed the limit; Proceed() checks it after the read.
  incoming_->body.append(bytes);
  Touch();
  return true;
}

void Http2Stream::OnRequestEnd() {
  if (!incoming_) return;
  incoming_->complete = true;
  Touch();
}

void Http2Stream::Touch() {
  if (!std::exchange(touched_, true)) connection_.Touch(*this);
}

void Http2Stream::Proceed() {
  touched_ = false;
  if (!incoming_ || phase_ == Phase::kClosed) return;
  if (phase_ == Phase::kHead && incoming_->head_complete && !ReadHead()) return;
  if (phase_ == Phase::kBody) {
    if (incoming_->body.size() > incoming_->body_limit) {
      connection_.context().counters().bad_requests.Add();
      return Refuse({.status = 413, .reason = "request body is too large"});
    }
    if (incoming_->complete) return Dispatch();
    if (!head_seen_) HandleHead();
  }
  if (incoming_ && phase_ != Phase::kClosed && !Settle()) {
    connection_.context().counters().requests_over_budget.Add();
    if (phase_ == Phase::kHead) return connection_.Evict();
    Refuse({.status = 503, .reason = "too many large requests at once"});
  }
}

bool Http2Stream::ReadHead() {
  const auto head = incoming_->fields.Build();
  if (!head) {
    connection_.context().counters().bad_requests.Add();
    Refuse(head.error());
    return false;
  }
  incoming_->head = *head;
  incoming_->body_limit = connection_.handler().BodyLimit(incoming_->head.request);
  phase_ = Phase::kBody;
  if (incoming_->head.content_length > incoming_->body_limit) {
    connection_.context().counters().bad_requests.Add();
    Refuse({.status = 413, .reason = "request body is too large"});
    return false;
  }
  return true;
}

void Http2Stream::HandleHead() {
  const Request& request = incoming_->head.request;
  BeginMeasuring(request.method == Method::kHead);
  phase_ = Phase::kHandling;
  CallHandler(request, false);
  if (phase_ != Phase::kHandling) {
    if (incoming_) MeasureRequest(incoming_->fields.size());
    return DropIncoming();
  }
  phase_ = Phase::kBody;
  head_seen_ = true;
  SetDeadline(connection_.context().options().body_deadline);
  if (incoming_->head.expect_continue) connection_.session().Inform(stream_, 100, {}, {});
}

void Http2Stream::Dispatch() {
  Request& request = incoming_->head.request;
  BeginMeasuring(request.method == Method::kHead);
  request.body = incoming_->body;
  phase_ = Phase::kHandling;
  CallHandler(request, true);
  MeasureRequest(incoming_->fields.size() + incoming_->body.size());
  DropIncoming();
  if (phase_ == Phase::kHandling) SetDeadline(connection_.context().options().response_deadline);
}

bool Http2Stream::Settle() {
  const std::size_t kept = incoming_->fields.size() + incoming_->body.size();
  if (!connection_.Hold(kept - incoming_->held)) return false;
  incoming_->held = kept;
  return true;
}

void Http2Stream::DropIncoming() {
  if (incoming_) connection_.Release(incoming_->held);
  incoming_.reset();
}

void Http2Stream::Refuse(Refusal refusal) {
  const Response response = ErrorOf(refusal.status, refusal.reason);
  DropIncoming();
  ForgetRoute();
  Send(response);
  CountStatus(refusal.status);
}

void Http2Stream::Send(const Response& response) {
  const bool has_body = response.body && !response.body->empty() && !head_only();
  SendEarlyHints(response);
  connection_.session().Respond(stream_, response.status, *response.head,
                                connection_.context().HttpDate(), has_body);
  if (has_body) output_.queue().Raw(response.body);
  output_.EndAfterQueue();
  output_.Restart(connection_.context().now().steady);
  phase_ = Phase::kResponding;
  SetDeadline(connection_.context().options().progress_deadline);
  connection_.MarkOutput(false);
}

void Http2Stream::SendEarlyHints(const Response& response) {
  // Only for navigations: other clients may take 103 for the final response.
  if (response.status != 200 || !incoming_) return;
  if (response.head->find("\r\nLink: ") == std::string::npos) return;
  std::string_view lines = incoming_->head.request.lines;
  std::string_view mode;
  if (!RemoveLastField(lines, "sec-fetch-mode", mode) || mode != "navigate") return;
  connection_.session().Inform(stream_, 103, *response.head, "link");
}

void Http2Stream::RespondNow(const Response& response) {
  if (phase_ != Phase::kHandling) return;
  Send(response);
  CountStatus(response.status);
  MeasureResponse(response);
}

void Http2Stream::OnHandlerFailed() {
  if (awaits_response()) return RespondNow(ErrorOf(500, "Internal Server Error"));
  Reset(NGHTTP2_INTERNAL_ERROR);
}

Stream& Http2Stream::BeginStream(ResponseWriter::StreamStart start) {
  connection_.OnEventStream();
  phase_ = Phase::kStreaming;
  EventStream& stream = MakeStream(start, false);
  connection_.session().Respond(stream_, start.response.status, *start.response.head,
                                connection_.context().HttpDate(), true);
  stream.Begin(start.response.body);
  return stream;
}

void Http2Stream::OnStreamOutput() {
  output_.StartIfQueued(connection_.context().now().steady);
  connection_.session().Resume(stream_);
  connection_.MarkOutput(phase_ == Phase::kStreaming);
}

bool Http2Stream::WriteStreamOutput() { return connection_.WriteNow() && phase_ != Phase::kClosed; }

void Http2Stream::ScheduleStream(Millis due) { connection_.context().wheel().Schedule(*this, due); }

void Http2Stream::OnStreamOver(StreamEnd reason) {
  if (phase_ != Phase::kStreaming) return;
  phase_ = Phase::kEndingStream;
  output_.EndAfterQueue();
  CountStreamEnd(reason);
  OnStreamOutput();
  SetDeadline(connection_.context().options().progress_deadline);
}

void Http2Stream::TakeBody(std::size_t count, std::string& out) {
  output_.MoveTo(count, out, connection_.context().now().steady);
  if (!output_.waiting() && phase_ == Phase::kStreaming) connection_.OnOutputTaken(*this);
}

void Http2Stream::OnOutputTaken() {
  if (phase_ == Phase::kStreaming && output_.empty()) event_stream()->OnDrained();
}

bool Http2Stream::OnClosed() {
  const bool served = phase_ > Phase::kHandling;
  // Called within the session. The consequences are handled after it returns.
  connection_.OnStreamClosed(*this);
  return served;
}

void Http2Stream::End() {
  if (phase_ == Phase::kClosed) return;
  const bool was_stream = phase_ == Phase::kStreaming;
  phase_ = Phase::kClosed;
  connection_.context().wheel().Cancel(*this);
  if (was_stream) {
    CountStreamEnd(StreamEnd::kPeerGone);
    event_stream()->OnPeerGone();
  }
  connection_.Remove(*this);
}

void Http2Stream::Reset(std::uint32_t error) {
  if (phase_ == Phase::kClosed) return;
  connection_.session().Reset(stream_, error);
  connection_.MarkOutput(false);
  End();
}

void Http2Stream::Drain() {
  if (phase_ == Phase::kStreaming) event_stream()->Drain();
}

bool Http2Stream::Stalled() {
  if (!output_.waiting() && phase_ == Phase::kStreaming) return false;
  // If the whole connection is blocked, its own deadline applies.
  if (connection_.blocked()) return false;
  const LoopContext& context = connection_.context();
  return context.now().steady - output_.progress() >= context.options().progress_deadline;
}

void Http2Stream::OnExpired() {
  LoopContext& context = connection_.context();
  switch (phase_) {
    case Phase::kHead:
      // The connection cannot be read before this header is complete.
      context.counters().timeouts.Add();
      return connection_.Evict();
    case Phase::kBody:
      context.counters().timeouts.Add();
      return Refuse({.status = 408, .reason = "the request did not arrive in time"});
    case Phase::kHandling:
      context.counters().timeouts.Add();
      return RespondNow(ErrorOf(503, "no answer in time"));
    case Phase::kStreaming:
      if (!Stalled()) return event_stream()->OnExpired();
      break;
    case Phase::kResponding:
    case Phase::kEndingStream:
      if (!Stalled()) return SetDeadline(context.options().progress_deadline);
      break;
    case Phase::kClosed:
      return;
  }
  context.counters().timeouts.Add();
  connection_.CountFault(h2::Fault::kStalled);
  Reset(NGHTTP2_CANCEL);
}

Http2Stream& Http2StreamTable::Add(Http2Connection& connection, std::int32_t stream,
                                   const Http2Stream::Place& place) {
  const auto slot = http2_streams_.Reserve();
  const StreamHandle handle{
      .loop = context_.index(), .slot = slot.slot | kBit, .generation = slot.generation};
  context_.counters().http2_exchanges.Add();
  return http2_streams_.Put(slot, std::make_unique<Http2Stream>(connection, handle, stream, place));
}

void Http2StreamTable::Remove(StreamHandle handle) {
  removed_.push_back(http2_streams_.Remove(handle.slot & ~kBit));
  context_.counters().http2_exchanges.Subtract();
}

}  // namespace prichal::http
