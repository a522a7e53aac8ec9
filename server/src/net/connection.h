#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "http/request_reader.h"
#include "net/handle.h"
#include "net/handler.h"
#include "net/outbox.h"
#include "net/peer.h"
#include "net/reactor.h"
#include "net/request_counters.h"
#include "net/stream.h"
#include "net/timer_wheel.h"

namespace prichal::net {

class EventLoop;

/// One accepted socket: reads requests one after the other, sends their answers in order, and may
/// become a stream. Lives on its loop, owned by the loop's table; ends itself by Close(), after
/// which the loop destroys it when the turn is over.
///
/// Small on purpose: tens of thousands wait idle. It reads into the loop's scratch buffer and keeps
/// bytes of its own only for a request that came in part. It has one deadline at a time, the next
/// one of its phase.
class Connection final : public Timed, private Stream {
 public:
  Connection(EventLoop& loop, Handle handle, int fd, const Peer& peer, Handler& handler,
             bool admin);
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

  void AnswerLate(const http::Answer& answer);
  /// Null unless it is a stream now.
  [[nodiscard]] Stream* stream();
  [[nodiscard]] StreamSession* session() const { return session_.get(); }
  [[nodiscard]] bool admin() const { return admin_; }

 private:
  class CurrentExchange;

  enum class Phase : std::uint8_t {
    kReading,       ///< waits for a request, or is in the middle of one
    kHandling,      ///< a handler has it and will answer later
    kAnswering,     ///< waits for the output to go before it reads on
    kStreaming,     ///< has become a stream
    kEndingStream,  ///< the last chunk is on its way
    kLingering,     ///< has said its last word; reads on so that the peer gets it (RFC 9112 9.6)
    kClosed,
  };

  // connection.cpp: the socket and the deadlines.
  void OnTime() override;
  void ArmReading();
  void SetDeadline(Millis from_now);
  void SetReadingDeadline();
  /// -1: nothing there now; 0: the peer has closed or the socket has failed; else bytes.
  [[nodiscard]] int Receive();
  /// Flush() is called when the turn ends.
  void MarkDirty();
  /// Sends until nothing waits or the socket takes no more. False when the connection is gone.
  bool WriteOut();
  void AfterOutputIsGone();
  void Linger();
  void Close();

  // connection_requests.cpp: from bytes to answers.
  void Process(std::string_view input);
  void Dispatch();
  /// Offers the head alone to the handler; true when that was enough for an answer.
  [[nodiscard]] bool AnsweredByHead();
  void BeginExchange();
  void CallHandler(bool whole);
  void Refuse(http::Refusal refusal);
  void QueueAnswer(const http::Answer& answer);
  void AnswerNow(const http::Answer& answer);
  void CountStatus(int status);
  void MeasureRequest();
  void MeasureAnswer(const http::Answer& answer);
  void MeasureTime(int status);
  /// Null for a route that is only counted.
  [[nodiscard]] RequestNumbers<Counter>* Measures() const;
  void KeepForLater(std::string_view input);
  void DropReader();
  /// Counts bytes that are kept for a request; false, and nothing counted, when there are too many.
  [[nodiscard]] bool Hold(std::size_t bytes);
  void Release(std::size_t bytes);

  // connection_stream.cpp: the endless answer.
  Stream& BeginStream(Exchange::StreamStart start);
  void OnStreamReadable();
  void OnStreamTime();
  void SetStreamDeadline();
  void EndStream(StreamEnd reason);
  void CountStreamEnd();
  [[nodiscard]] bool MakeRoomFor(std::size_t bytes);
  [[nodiscard]] Handle handle() const override { return handle_; }
  bool Send(SharedBytes payload) override;
  bool SendWithEnd(SharedBytes payload, std::size_t shared, SharedBytes end) override;
  [[nodiscard]] std::size_t queued_bytes() const override { return outbox_.bytes(); }
  [[nodiscard]] std::size_t queued_pieces() const override { return outbox_.pieces(); }
  void End() override { EndStream(StreamEnd::kEnded); }

  EventLoop& loop_;
  Handler& handler_;
  Reactor::Descriptor descriptor_;
  const Handle handle_;
  Phase phase_ = Phase::kReading;
  RouteId route_ = 0;
  std::uint16_t unwanted_ = 0;  ///< bytes to come of a body that was answered without
  std::uint32_t began_ = 0;     ///< when its head was there, milliseconds; comes around in 49 days
  bool admin_ : 1;
  bool first_request_ : 1 = true;
  bool reading_armed_ : 1 = false;
  bool writing_armed_ : 1 = false;
  bool dirty_ : 1 = false;
  bool close_after_ : 1 = false;  ///< when the output is gone
  bool linger_ : 1 = false;       ///< … and by lingering
  bool keep_alive_ : 1 = false;   ///< of the request under way
  bool http11_ : 1 = true;        ///< "
  bool head_only_ : 1 = false;    ///< " it is HEAD
  bool in_body_ : 1 = false;      ///< the body deadline runs
  const Peer peer_;
  std::unique_ptr<http::RequestReader> reader_;
  std::unique_ptr<std::string> waiting_;  ///< input that came while a request was under way
  Outbox outbox_;

  // A stream's.
  const StreamKind* kind_ = nullptr;
  std::unique_ptr<StreamSession> session_;
  Millis next_heartbeat_{0};
  Millis ends_at_{0};  ///< zero: never
};

}  // namespace prichal::net
