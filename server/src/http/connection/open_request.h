#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/interface.h"
#include "http/connection/counters.h"
#include "http/connection/event_stream.h"
#include "http/connection/handler.h"

namespace prichal::http {

class Connection;

/// One request between its connection and its handler, and the stream that the response can be. A
/// handle identifies it. Subclasses read the request and send the response: over HTTP/1.1 a
/// connection has one at a time, over HTTP/2 many. This class counts, so that both protocols are
/// counted alike. The loop's thread.
class OpenRequest : public Interface {
 public:
  /// Sends the response of a handler that has returned. No effect if no response is expected.
  virtual void RespondLate(const Response& response) = 0;
  /// Returns null if the response is not a stream, or if the stream has ended.
  [[nodiscard]] Stream* stream() {
    return stream_ == nullptr || stream_->over() ? nullptr : stream_.get();
  }
  [[nodiscard]] StreamSession* session() const {
    return stream_ == nullptr ? nullptr : stream_->session();
  }

 protected:
  class Current;

  [[nodiscard]] virtual Connection& carrier() = 0;
  [[nodiscard]] virtual StreamHandle request_handle() const = 0;
  /// True if a handler has returned and owes the response.
  [[nodiscard]] virtual bool awaits_response() const = 0;
  /// True if Handler::HandleHead() has been called.
  [[nodiscard]] virtual bool head_seen() const = 0;
  virtual void RespondNow(const Response& response) = 0;
  virtual Stream& BeginStream(ResponseWriter::StreamStart start) = 0;
  /// The handler has thrown an exception. If `awaits_response()`, the client gets an error.
  virtual void OnHandlerFailed() = 0;

  /// Starts the time measurement of a request, unless it has been started. Call it before each
  /// CallHandler().
  void BeginMeasuring(bool head_only);
  /// Calls the handler: Handle() if `whole`, otherwise HandleHead().
  void CallHandler(const Request& request, bool whole);
  /// Returns an error response to send instead of the handler's.
  [[nodiscard]] Response ErrorOf(int status, std::string_view reason);
  /// Resets the route to 0: no handler has named one, or the request is invalid.
  void ForgetRoute() { route_ = 0; }
  void CountStatus(int status);
  void MeasureRequest(std::size_t bytes);
  void MeasureResponse(const Response& response);
  [[nodiscard]] bool head_only() const { return head_only_; }

  /// Makes the stream of `start`, replaces an earlier one, and counts it. The caller queues the
  /// response header and then calls Begin() of the stream.
  [[nodiscard]] EventStream& MakeStream(ResponseWriter::StreamStart& start, bool chunked);
  [[nodiscard]] EventStream* event_stream() { return stream_.get(); }
  void CountStreamEnd(StreamEnd reason);

  /// Queue of the stream's output.
  [[nodiscard]] virtual WriteQueue& stream_queue() = 0;
  /// Requests a write of the queued output at the end of the turn.
  virtual void OnStreamOutput() = 0;
  /// Writes now. Returns false if the connection is closed, which also ends the stream.
  [[nodiscard]] virtual bool WriteStreamOutput() = 0;
  /// Schedules OnExpired() of the stream for this steady time and replaces an earlier schedule.
  virtual void ScheduleStream(Millis due) = 0;
  /// The stream has ended and queues nothing more. Queued output is still to be sent.
  virtual void OnStreamOver(StreamEnd reason) = 0;

 private:
  void MeasureTime(int status);
  [[nodiscard]] const RouteOptions& Routes();
  /// Returns null for a route without measurements.
  [[nodiscard]] RequestNumbers<Counter>* Measures();
  // For EventStream, as are the virtual functions about streams.
  friend class EventStream;
  [[nodiscard]] Millis stream_now();
  void DestroySessionLater(std::unique_ptr<StreamSession> session);

  std::uint32_t began_ = 0;  ///< steady milliseconds of the header's end, modulo 2^32
  RouteId route_ = 0;
  bool head_only_ = false;               ///< the method is HEAD
  std::unique_ptr<EventStream> stream_;  ///< the last stream; null if none
};

}  // namespace prichal::http
