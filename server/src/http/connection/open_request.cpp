#include "http/connection/open_request.h"

#include <exception>
#include <string>
#include <utility>

#include "http/codec/response.h"
#include "http/connection/connection.h"
#include "http/connection/loop_context.h"

namespace prichal::http {
namespace {

constexpr std::string_view kRetrySoon = "Retry-After: 5\r\n";

}  // namespace

/// The ResponseWriter of a request. Exists only while the handler runs.
class OpenRequest::Current final : public ResponseWriter {
 public:
  explicit Current(OpenRequest& open) : open_(open) {}

  [[nodiscard]] Loop& loop() override { return open_.carrier().context().loop(); }
  [[nodiscard]] StreamHandle handle() const override { return open_.request_handle(); }
  [[nodiscard]] const Peer& peer() const override { return open_.carrier().peer(); }
  [[nodiscard]] bool head_seen() const override { return open_.head_seen(); }
  void CountAs(RouteId route) override { open_.route_ = route; }
  void Respond(const Response& response) override { open_.RespondNow(response); }
  Stream& Begin(StreamStart start) override { return open_.BeginStream(std::move(start)); }

 private:
  OpenRequest& open_;
};

void OpenRequest::BeginMeasuring(bool head_only) {
  if (!head_seen()) began_ = static_cast<std::uint32_t>(carrier().context().now().steady.count());
  head_only_ = head_only;
  route_ = 0;
}

void OpenRequest::CallHandler(const Request& request, bool whole) {
  Current open_request(*this);
  try {
    if (whole) {
      carrier().handler().Handle(request, open_request);
    } else {
      carrier().handler().HandleHead(request, open_request);
    }
  } catch (const std::exception&) {
    // An error in one request, such as lack of memory, must not affect others.
    OnHandlerFailed();
  }
}

Response OpenRequest::ErrorOf(int status, std::string_view reason) {
  std::string lines(carrier().handler().ErrorLines());
  if (status == 503) lines += kRetrySoon;
  return ErrorResponse(status, reason, lines);
}

void OpenRequest::CountStatus(int status) {
  const std::size_t status_class = static_cast<std::size_t>(status) / 100;
  auto& responses = carrier().context().counters().responses;
  auto& classes = responses[route_ < responses.size() ? route_ : 0];
  if (status_class < classes.size()) classes[status_class].Add();
  if (auto* measures = Measures()) measures->responses[PlaceOf(status)].Add();
}

const RouteOptions& OpenRequest::Routes() { return carrier().context().options().routes; }

RequestNumbers<Counter>* OpenRequest::Measures() {
  auto& measured = carrier().context().counters().measured;
  return route_ == 0 || route_ > measured.size() ? nullptr : &measured[route_ - 1U];
}

void OpenRequest::MeasureTime(int status) {
  if (auto* measures = Measures()) {
    const auto now = static_cast<std::uint32_t>(carrier().context().now().steady.count());
    Observe(measures->millis[PlaceOf(status)], Routes().millis_bounds, now - began_);
  }
}

void OpenRequest::MeasureRequest(std::size_t bytes) {
  if (auto* measures = Measures()) Observe(measures->request_bytes, Routes().bytes_bounds, bytes);
}

void OpenRequest::MeasureResponse(const Response& response) {
  MeasureTime(response.status);
  if (auto* measures = Measures()) {
    const bool has_body = response.body && !head_only_;
    Observe(measures->response_bytes, Routes().bytes_bounds, has_body ? response.body->size() : 0);
  }
}

EventStream& OpenRequest::MakeStream(ResponseWriter::StreamStart& start, bool chunked) {
  CountStatus(start.response.status);
  carrier().context().counters().streams.Add();
  stream_ = std::make_unique<EventStream>(*this, start, chunked);
  return *stream_;
}

void OpenRequest::CountStreamEnd(StreamEnd reason) {
  constexpr int kStatus = 200;  // of every stream
  carrier().context().counters().streams.Subtract();
  if (reason == StreamEnd::kTooSlow) carrier().context().counters().streams_too_slow.Add();
  MeasureTime(kStatus);
}

Millis OpenRequest::stream_now() { return carrier().context().now().steady; }

void OpenRequest::DestroySessionLater(std::unique_ptr<StreamSession> session) {
  carrier().context().DestroySessionLater(std::move(session));
}

}  // namespace prichal::http
