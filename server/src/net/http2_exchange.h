#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/concurrency_limiter.h"
#include "http/head.h"
#include "http/refusal.h"
#include "http2/request_head.h"
#include "http2/session.h"
#include "net/open_exchange.h"
#include "net/timer_wheel.h"
#include "net/write_queue.h"

namespace prichal::net {

class Http2Connection;

/// One stream of a connection over HTTP/2: a request, its response, and the event stream that this
/// may be. It has one deadline at a time, the next one of its phase, and output of its own: a slow
/// reader of one stream holds up that one alone. Owned by its loop's table; ends itself by End().
class Http2Exchange final : public Timer, public OpenExchange, public http2::StreamOwner {
 public:
  /// What it takes of the server's places: none, where it is the only one of its connection.
  struct Place {
    bool taken = false;
    ConcurrencyLimiter::Entry counted = ConcurrencyLimiter::kNotCounted;  ///< of its address
  };
  Http2Exchange(Http2Connection& connection, Handle handle, std::int32_t stream,
                const Place& place);
  Http2Exchange(const Http2Exchange&) = delete;
  Http2Exchange& operator=(const Http2Exchange&) = delete;
  ~Http2Exchange() override;

  /// Something of the request has come: Proceed() is to go on with it.
  void Touch();
  void Proceed();
  /// All its output has been taken.
  void OnOutputTaken();
  /// Nothing of it is left on the wire.
  void OnPeerGone();
  /// The server goes down.
  void Drain();
  void RespondLate(const http::Response& response) override;

  [[nodiscard]] Handle handle() const { return handle_; }
  [[nodiscard]] const Place& place() const { return place_; }
  /// It is the only one of its connection now, or the first.
  Place TakePlace() { return std::exchange(place_, {}); }
  /// Where its connection finds it.
  [[nodiscard]] std::size_t index() const { return index_; }
  void set_index(std::size_t index) { index_ = static_cast<std::uint32_t>(index); }

  // Told by the session.
  bool OnField(std::string_view name, std::string_view value) override;
  void OnHead() override;
  bool OnBody(std::string_view bytes) override;
  void OnRequestEnd() override;
  bool OnClosed() override;
  [[nodiscard]] std::size_t waiting_bytes() const override { return queue_.bytes(); }
  [[nodiscard]] bool body_over() const override { return body_over_; }
  void TakeBody(std::size_t count, std::string& out) override;

 private:
  enum class Phase : std::uint8_t {
    kHead,          ///< its head is coming
    kBody,          ///< its body is
    kHandling,      ///< a handler has it and will answer later
    kResponding,    ///< the response is on its way
    kStreaming,     ///< it is an event stream
    kEndingStream,  ///< … of which the last is on its way
    kClosed,
  };
  /// A request that has not been given to its handler as a whole.
  struct Incoming {
    explicit Incoming(const http::HeadLimits& limits) : fields(limits) {}
    http2::RequestHead fields;
    http::Head head;  ///< views into `fields`
    std::string body;
    std::size_t body_limit = 0;
    std::size_t held = 0;  ///< bytes that are counted
    bool head_complete = false;
    bool complete = false;
  };

  void OnExpired() override;
  /// False: it is no request, and has been answered.
  [[nodiscard]] bool ReadHead();
  void OfferHead();
  void Dispatch();
  /// Counts what is kept until more comes; false: there is too much, of all requests together.
  [[nodiscard]] bool Settle();
  void Refuse(http::Refusal refusal);
  void Send(const http::Response& response);
  /// 103, so that a page's code is asked for before the page has been read (RFC 8297).
  void SendEarlyHints(const http::Response& response);
  /// It has waited for its reader for too long.
  [[nodiscard]] bool Stalled();
  void Reset(std::uint32_t error);
  /// It is of no more use to anybody.
  void End();
  void SetDeadline(Millis from_now);

  // As an exchange.
  [[nodiscard]] Connection& carrier() override;
  [[nodiscard]] Handle exchange_handle() const override { return handle_; }
  [[nodiscard]] bool awaits_response() const override { return phase_ == Phase::kHandling; }
  [[nodiscard]] bool head_seen() const override { return head_seen_; }
  void RespondNow(const http::Response& response) override;
  Stream& BeginStream(Exchange::StreamStart start) override;
  void OnHandlerFailed() override;

  // As the host of its event stream.
  [[nodiscard]] WriteQueue& stream_queue() override { return queue_; }
  void OnStreamOutput() override;
  [[nodiscard]] bool WriteStreamOutput() override;
  void ScheduleStream(Millis due) override;
  void OnStreamOver(StreamEnd reason) override;

  Http2Connection& connection_;
  const Handle handle_;
  const std::int32_t stream_;
  std::uint32_t index_ = 0;
  Place place_;
  Phase phase_ = Phase::kHead;
  bool head_seen_ = false;
  bool body_over_ = false;
  bool touched_ = false;  ///< Proceed() is to come
  bool waiting_ = false;  ///< output was there when it was last looked at
  Millis progress_{0};    ///< steady time: when its reader last took something, or had to begin
  WriteQueue queue_;
  std::unique_ptr<Incoming> incoming_;
};

}  // namespace prichal::net
