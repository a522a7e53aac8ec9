#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "http/connection/counters.h"
#include "http/connection/event_stream.h"
#include "http/connection/handler.h"

namespace prichal::net {

class Connection;

/// What a handle names: one request between its connection and its handler, and the stream that the
/// response may be. A subclass reads the request and sends the response: HTTP/1.1 has one for each
/// connection at a time, HTTP/2 many. Counting is here, so that both count the same. The loop's
/// thread.
class OpenRequest : private EventStream::Host {
 public:
  OpenRequest() = default;
  OpenRequest(const OpenRequest&) = delete;
  OpenRequest& operator=(const OpenRequest&) = delete;
  ~OpenRequest() override = default;

  /// What a handler answers after it has returned; nothing happens when nobody waits for it.
  virtual void RespondLate(const http::Response& response) = 0;
  /// Null unless it is a stream now.
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
  /// A handler has it and owes the response.
  [[nodiscard]] virtual bool awaits_response() const = 0;
  /// The handler has seen the head before.
  [[nodiscard]] virtual bool head_seen() const = 0;
  virtual void RespondNow(const http::Response& response) = 0;
  virtual Stream& BeginStream(ResponseWriter::StreamStart start) = 0;
  /// The handler has failed. Where `awaits_response` the client is told so.
  virtual void OnHandlerFailed() = 0;

  /// Before the handler sees it for the first time.
  void BeginMeasuring(bool head_only);
  /// Gives it to the handler: the whole, or the head alone.
  void CallHandler(const http::Request& request, bool whole);
  /// An error in place of the handler's response.
  [[nodiscard]] http::Response ErrorOf(int status, std::string_view reason);
  /// Of no route: nobody has named one yet, or the request could not be read.
  void ForgetRoute() { route_ = 0; }
  void CountStatus(int status);
  void MeasureRequest(std::size_t bytes);
  void MeasureResponse(const http::Response& response);
  [[nodiscard]] bool head_only() const { return head_only_; }

  /// The stream of `start` in place of any before, counted. Its head is queued by the caller, then
  /// it is to begin.
  [[nodiscard]] EventStream& MakeStream(ResponseWriter::StreamStart& start, bool chunked);
  [[nodiscard]] EventStream* event_stream() { return stream_.get(); }
  void CountStreamEnd(StreamEnd reason);

  // As the host of its stream, what the subclass adds: see there.
  [[nodiscard]] WriteQueue& stream_queue() override = 0;
  void OnStreamOutput() override = 0;
  [[nodiscard]] bool WriteStreamOutput() override = 0;
  void ScheduleStream(Millis due) override = 0;
  void OnStreamOver(StreamEnd reason) override = 0;

 private:
  void MeasureTime(int status);
  [[nodiscard]] const RouteOptions& Routes();
  /// Null for a route that is only counted.
  [[nodiscard]] RequestNumbers<Counter>* Measures();
  [[nodiscard]] StreamHandle stream_handle() const override { return request_handle(); }
  [[nodiscard]] Millis stream_now() override;
  void DestroySessionLater(std::unique_ptr<StreamSession> session) override;

  std::uint32_t began_ = 0;  ///< when its head was there, milliseconds; comes around in 49 days
  RouteId route_ = 0;
  bool head_only_ = false;               ///< it is HEAD
  std::unique_ptr<EventStream> stream_;  ///< the last one; null: none yet
};

}  // namespace prichal::net
