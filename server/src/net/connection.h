#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/concurrency_limiter.h"
#include "http/request_reader.h"
#include "net/connection_writer.h"
#include "net/event_stream.h"
#include "net/handle.h"
#include "net/handler.h"
#include "net/peer.h"
#include "net/request_counters.h"
#include "net/stream.h"
#include "net/timer_wheel.h"
#include "net/transport.h"

namespace prichal::net {

class EventLoop;

/// One accepted connection over HTTP: reads requests one after the other, sends their responses in
/// order (ConnectionWriter), and may become a stream (EventStream). Lives on its loop, owned by the
/// loop's table; ends itself by Close(), after which the loop destroys it when the turn is over.
///
/// Small on purpose: tens of thousands wait idle. It reads into the loop's scratch buffer and keeps
/// bytes of its own only for a request that came in part. It has one deadline at a time, the next
/// one of its phase.
class Connection final : public Timer, private EventStream::Host {
 public:
  Connection(EventLoop& loop, Handle handle, std::unique_ptr<Transport> transport, const Peer& peer,
             Handler& handler, bool admin, ConcurrencyLimiter::Entry counted);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() override;

  void Start();
  void OnReadable();
  void OnWritable();
  /// Writes what waits; called when the turn ends.
  void Flush();
  /// The server goes down.
  void Drain();
  /// Another process takes the place of this one: what has come is answered, and the connection
  /// closed behind the answer. A stream goes on.
  void LetGo();
  /// It owes no response: it is a stream, or its last word is on its way.
  [[nodiscard]] bool settled() const {
    return phase_ == Phase::kStreaming || phase_ == Phase::kEndingStream ||
           phase_ == Phase::kLingering || phase_ == Phase::kClosed;
  }
  /// Nothing of a request has ever come from it.
  [[nodiscard]] bool newcomer() const {
    return phase_ == Phase::kReading && first_request_ && !reader_;
  }

  /// It waits for a request of which nothing has come, and owes nothing.
  [[nodiscard]] bool idle() const;
  /// Steady time.
  [[nodiscard]] Millis idle_since() const { return idle_since_; }
  /// Another needs the place.
  void Shed() { Close(); }

  void RespondLate(const http::Response& response);
  /// Null unless it is a stream now.
  [[nodiscard]] Stream* stream();
  [[nodiscard]] StreamSession* session() const {
    return stream_ == nullptr ? nullptr : stream_->session();
  }
  [[nodiscard]] bool admin() const { return admin_; }
  [[nodiscard]] ConcurrencyLimiter::Entry counted() const { return counted_; }

 private:
  class CurrentExchange;

  enum class Phase : std::uint8_t {
    kOpening,       ///< the transport's own words come first, such as TLS's
    kReading,       ///< waits for a request, or is in the middle of one
    kHandling,      ///< a handler has it and will answer later
    kResponding,    ///< waits for the output to go before it reads on
    kStreaming,     ///< has become a stream
    kEndingStream,  ///< the last chunk is on its way
    kLingering,     ///< has said its last word; reads on so that the peer gets it (RFC 9112 9.6)
    kClosed,
  };

  // connection.cpp: the transport and the deadlines.
  void OnExpired() override;
  void Open();
  void ArmReading();
  void SetDeadline(Millis from_now);
  void SetReadingDeadline();
  /// -1: nothing there now; 0: the peer has closed or the socket has failed; else bytes.
  [[nodiscard]] std::ptrdiff_t Receive();
  /// Flush() is called when the turn ends.
  void MarkDirty();
  /// Sends until nothing waits or the transport takes no more. False when the connection is gone.
  bool WriteOut();
  void AfterOutputIsGone();
  void Linger();
  void Close();

  // connection_requests.cpp: from bytes to responses.
  void Process(std::string_view input);
  void Dispatch();
  /// Offers the head alone to the handler; true when that was enough for a response.
  [[nodiscard]] bool AnsweredByHead();
  void BeginExchange();
  void CallHandler(bool whole);
  void Refuse(http::Refusal refusal);
  /// An error in place of the handler's response.
  [[nodiscard]] http::Response ErrorOf(int status, std::string_view reason) const;
  void QueueResponse(const http::Response& response);
  void RespondNow(const http::Response& response);
  void CountStatus(int status);
  void MeasureRequest();
  void MeasureResponse(const http::Response& response);
  void MeasureTime(int status);
  /// Null for a route that is only counted.
  [[nodiscard]] RequestNumbers<Counter>* Measures() const;
  void KeepForLater(std::string_view input);
  void DropReader();
  /// Counts bytes that are kept for a request; false, and nothing counted, when there are too many.
  [[nodiscard]] bool Hold(std::size_t bytes);
  void Release(std::size_t bytes);

  // connection_stream.cpp: as the host of a stream.
  Stream& BeginStream(Exchange::StreamStart start);
  void OnStreamReadable();
  void CountStreamEnd();
  /// What a client says behind the request of its stream is dropped as it comes. It may have been
  /// half of a request: nothing more is read as one, and the connection ends with the stream.
  void IgnoreInput();
  [[nodiscard]] Handle stream_handle() const override { return handle_; }
  [[nodiscard]] Millis stream_now() const override;
  [[nodiscard]] ConnectionWriter& stream_writer() override { return writer_; }
  void OnStreamOutput() override { MarkDirty(); }
  [[nodiscard]] bool WriteStreamOutput() override { return WriteOut(); }
  void ScheduleStream(Millis due) override;
  void OnStreamOver(StreamEnd reason) override;
  void BuryStreamSession(std::unique_ptr<StreamSession> session) override;

  EventLoop& loop_;
  Handler& handler_;
  const std::unique_ptr<Transport> transport_;
  ConnectionWriter writer_;
  const Handle handle_;
  Phase phase_ = Phase::kReading;
  RouteId route_ = 0;
  std::uint16_t unwanted_ = 0;  ///< bytes to come of a body that was answered without
  std::uint32_t began_ = 0;     ///< when its head was there, milliseconds; comes around in 49 days
  bool admin_ : 1;
  bool first_request_ : 1 = true;
  bool reading_armed_ : 1 = false;
  bool dirty_ : 1 = false;
  bool close_after_ : 1 = false;  ///< when the output is gone
  bool linger_ : 1 = false;       ///< … and by lingering
  bool keep_alive_ : 1 = false;   ///< of the request under way
  bool http11_ : 1 = true;        ///< "
  bool head_only_ : 1 = false;    ///< " it is HEAD
  bool in_body_ : 1 = false;      ///< the body deadline runs
  const Peer peer_;
  const ConcurrencyLimiter::Entry counted_;
  Millis idle_since_{0};
  std::unique_ptr<http::RequestReader> reader_;
  std::unique_ptr<std::string> waiting_;  ///< input that came while a request was under way
  std::unique_ptr<EventStream> stream_;   ///< the last one; null: none yet
};

}  // namespace prichal::net
