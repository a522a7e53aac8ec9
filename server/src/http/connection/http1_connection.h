#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "http/codec/request_reader.h"
#include "http/connection/connection.h"
#include "http/connection/open_request.h"

namespace prichal::net {

/// A connection over HTTP/1.1. It reads requests one after the other, sends their responses in
/// order (ConnectionWriter), and may become a stream (EventStream). Owned by the loop's
/// ConnectionTable; the loop's thread.
///
/// It is small, because tens of thousands wait idle: it reads into the loop's scratch buffer, and
/// keeps bytes only for a request that has arrived in part. One deadline at a time, that of its
/// phase.
class Http1Connection final : public Connection, private OpenRequest {
 public:
  using Connection::Connection;
  Http1Connection(const Http1Connection&) = delete;
  Http1Connection& operator=(const Http1Connection&) = delete;
  ~Http1Connection() override;

  void Start(bool opened) override;
  void OnReadable() override;
  void OnWritable() override;
  void Flush() override;
  void Drain() override;
  [[nodiscard]] bool idle() const override;
  [[nodiscard]] OpenRequest* open_request() override { return this; }

 private:
  enum class Phase : std::uint8_t {
    kReading,       ///< waits for a request, or is in the middle of one
    kHandling,      ///< a handler has it and will answer later
    kResponding,    ///< waits for the output to go before it reads on
    kStreaming,     ///< has become a stream
    kEndingStream,  ///< the last chunk is on its way
    kLingering,     ///< has said its last word; reads on so that the peer gets it
    kClosed,
  };

  // http1_connection.cpp: the transport and the deadlines.
  void OnExpired() override;
  void SetReadingDeadline();
  void AfterOutputIsGone();
  /// Answers a request that has arrived, or closes the connection.
  void DrainReading();
  void Linger();
  void Close() override;
  void MarkOutput() { MarkDirty(session() != nullptr); }

  // http1_requests.cpp: from bytes to responses.
  void Process(std::string_view input);
  void Dispatch();
  /// Offers the head alone to the handler; true when that was enough for a response.
  [[nodiscard]] bool AnsweredByHead();
  void BeginRequest();
  void Refuse(http::Refusal refusal);
  void QueueResponse(const http::Response& response);
  void KeepForLater(std::string_view input);
  void DropReader();

  // "", as a request.
  [[nodiscard]] Connection& carrier() override { return *this; }
  [[nodiscard]] StreamHandle request_handle() const override { return handle(); }
  [[nodiscard]] bool awaits_response() const override { return phase_ == Phase::kHandling; }
  [[nodiscard]] bool head_seen() const override { return in_body_; }
  void RespondLate(const http::Response& response) override;
  void RespondNow(const http::Response& response) override;
  void OnHandlerFailed() override;

  // http1_stream.cpp: as the host of a stream.
  Stream& BeginStream(ResponseWriter::StreamStart start) override;
  void OnStreamReadable();
  /// What a client says behind the request of its stream is dropped as it comes. It may have been
  /// half of a request: nothing more is read as one, and the connection ends with the stream.
  void IgnoreInput();
  [[nodiscard]] WriteQueue& stream_queue() override { return writer().write_queue(); }
  void OnStreamOutput() override { MarkOutput(); }
  [[nodiscard]] bool WriteStreamOutput() override { return WriteOut(); }
  void ScheduleStream(Millis due) override;
  void OnStreamOver(StreamEnd reason) override;

  Phase phase_ = Phase::kReading;
  bool first_request_ : 1 = true;
  bool close_after_ : 1 = false;  ///< when the output is gone
  bool linger_ : 1 = false;       ///< … and by lingering
  bool keep_alive_ : 1 = false;   ///< of the request under way
  bool http11_ : 1 = true;        ///< "
  bool in_body_ : 1 = false;      ///< the body deadline runs
  std::uint16_t unwanted_ = 0;    ///< bytes to come of a body that was answered without
  std::unique_ptr<http::RequestReader> reader_;
  std::unique_ptr<std::string> waiting_;  ///< input that came while a request was under way
};

}  // namespace prichal::net
