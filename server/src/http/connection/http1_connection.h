#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "http/codec/request_reader.h"
#include "http/connection/connection.h"
#include "http/connection/open_request.h"

namespace prichal::http {

/// A connection over HTTP/1.1. It reads requests one at a time and sends their responses in order.
/// A response can be a stream (EventStream). Owned by the loop's ConnectionTable; the loop's
/// thread.
///
/// The object is small, because tens of thousands are idle. It reads into the loop's scratch buffer
/// and keeps only bytes of partial requests. It has one deadline at a time, that of its phase.
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
    kReading,       ///< waits for a request or receives one
    kHandling,      ///< a handler has the request and will answer later
    kResponding,    ///< waits until the output is sent, then reads again
    kStreaming,     ///< has become a stream
    kEndingStream,  ///< the last chunk is pending
    kLingering,     ///< all output is sent; reads so that the peer receives it
    kClosed,
  };

  // Transport and deadlines.
  void OnExpired() override;
  void SetReadingDeadline();
  void AfterOutputIsGone();
  /// Answers a request that has arrived, or closes the connection.
  void DrainReading();
  void Linger();
  void Close() override;
  void MarkOutput() { MarkDirty(session() != nullptr); }

  // From bytes to responses.
  void Process(std::string_view input);
  void Dispatch();
  /// Passes the header to the handler. Returns true if the handler has responded.
  [[nodiscard]] bool AnsweredByHead();
  void BeginRequest();
  void Refuse(Refusal refusal);
  void QueueResponse(const Response& response);
  void KeepForLater(std::string_view input);
  void DropReader();

  // OpenRequest.
  [[nodiscard]] Connection& carrier() override { return *this; }
  [[nodiscard]] StreamHandle request_handle() const override { return handle(); }
  [[nodiscard]] bool awaits_response() const override { return phase_ == Phase::kHandling; }
  [[nodiscard]] bool head_seen() const override { return in_body_; }
  void RespondLate(const Response& response) override;
  void RespondNow(const Response& response) override;
  void OnHandlerFailed() override;
  Stream& BeginStream(ResponseWriter::StreamStart start) override;
  void OnStreamReadable();
  /// Drops input after the request of a stream. It can be part of a request, so the connection ends
  /// with the stream.
  void IgnoreInput();
  [[nodiscard]] WriteQueue& stream_queue() override { return writer().write_queue(); }
  void OnStreamOutput() override { MarkOutput(); }
  [[nodiscard]] bool WriteStreamOutput() override { return WriteOut(); }
  void ScheduleStream(Millis due) override;
  void OnStreamOver(StreamEnd reason) override;

  Phase phase_ = Phase::kReading;
  bool first_request_ : 1 = true;
  bool close_after_ : 1 = false;  ///< close when the output is sent
  bool linger_ : 1 = false;       ///< and linger before the close
  bool keep_alive_ : 1 = false;   ///< of the current request
  bool http11_ : 1 = true;        ///< of the current request
  bool in_body_ : 1 = false;      ///< the body deadline runs
  std::uint16_t unwanted_ = 0;    ///< remaining bytes of a body that is not needed
  std::unique_ptr<RequestReader> reader_;
  std::unique_ptr<std::string> waiting_;  ///< input received during a request
};

}  // namespace prichal::http
