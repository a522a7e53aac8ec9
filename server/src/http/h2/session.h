#pragma once

#include <nghttp2/nghttp2.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/interface.h"
#include "http/h2/flood_budget.h"

namespace prichal::http::h2 {

/// Faults of a session or stream; labels of a metric.
enum class Fault : std::uint8_t {
  kFlood,      ///< session closed: too many frames that do no useful work
  kProtocol,   ///< session closed: invalid HTTP/2
  kMalformed,  ///< stream reset: malformed request (RFC 9113 section 8.1.1)
  kRefused,    ///< stream reset before processing: too many streams
  kCancelled,  ///< stream reset by the client
  kStalled,    ///< stream reset: its flow-control window stayed closed for too long
};
/// Label values in the order of the enumerators.
inline constexpr std::array<std::string_view, 6> kFaultNames = {"flood",   "protocol",  "malformed",
                                                                "refused", "cancelled", "stalled"};

/// Buffer in which nghttp2 assembles outgoing frames. By default each session allocates 16 KiB for
/// it, of which one page stays resident. A loop writes one session at a time, so all sessions of a
/// loop share this buffer. Bytes that must survive Session::WriteTo() are copied to the session.
struct FrameBudget {
  std::array<std::uint8_t, 16 * 1024 + 64> bytes{};
};

/// Receives the events of one stream and provides its response body. Called from within
/// Session::Receive() and Session::WriteTo(). It must not call the session from there; respond
/// afterwards.
class StreamOwner : public Interface {
 public:
  /// A header field of the request, in order, pseudo-header fields first. Trailers are not passed.
  /// Returns false if the limit is exceeded.
  virtual bool OnField(std::string_view name, std::string_view value) = 0;
  /// All header fields of the request have been received.
  virtual void OnHead() = 0;
  /// Part of the request body. Returns false if it is not needed.
  virtual bool OnBody(std::string_view bytes) = 0;
  /// The request is complete.
  virtual void OnRequestEnd() = 0;
  /// Called once when the stream is closed or reset; the session then no longer uses the owner.
  /// Returns true if the response had begun.
  virtual bool OnClosed() = 0;

  /// Number of response body bytes ready to send.
  [[nodiscard]] virtual std::size_t waiting_bytes() const = 0;
  /// True if the response body ends after waiting_bytes().
  [[nodiscard]] virtual bool body_over() const = 0;
  /// Moves the first `count` ready bytes to the end of `out`.
  virtual void TakeBody(std::size_t count, std::string& out) = 0;
};

/// Receives the events of a session.
class SessionOwner : public Interface {
 public:
  /// A request begins on `stream`. Returns its owner, or null to refuse the stream.
  virtual StreamOwner* OnRequest(std::int32_t stream) = 0;
  /// Reports a fault for the metrics.
  virtual void OnFault(Fault fault) = 0;
};

/// Server side of one HTTP/2 connection (RFC 9113), based on nghttp2: converts received bytes to
/// requests and responses to bytes. Independent of sockets and clocks. Lives on one event loop.
class Session {
 public:
  /// `owner` must outlive the session. `room`: the loop's buffer. `streams`: maximum concurrent
  /// streams. `head_limit`: maximum size of a header section in bytes, announced in SETTINGS.
  Session(SessionOwner& owner, std::shared_ptr<FrameBudget> room, std::uint32_t streams,
          std::uint32_t head_limit);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() = default;

  /// Processes received bytes. Returns false if the connection must not be read any more; send the
  /// remaining output before closing.
  [[nodiscard]] bool Receive(std::string_view bytes, Millis now);

  /// Begins the response. `head`: as in http::Response, with the status line; connection-specific
  /// fields are omitted. `date`: value of the Date field.
  void Respond(std::int32_t stream, int status, std::string_view head, std::string_view date,
               bool has_body);
  /// Sends an informational response: 100, or 103 with the fields of `head` with this name.
  void Inform(std::int32_t stream, int status, std::string_view head, std::string_view name);
  /// Continues sending the response body, after new bytes are ready or the body has ended.
  void Resume(std::int32_t stream);
  /// Resets a stream. Its owner is not called again.
  void Reset(std::int32_t stream, std::uint32_t error);
  /// Sends GOAWAY: open streams are completed, new ones are refused.
  void GoAway();
  /// GoAway() has been called, or the session is at its end.
  [[nodiscard]] bool going() const { return going_; }

  /// Appends bytes to send, until `out` has about `most` bytes or nothing is left.
  void WriteTo(std::string& out, std::size_t most);
  /// True if neither side will send anything more.
  [[nodiscard]] bool over() const;

 private:
  struct Deleter {
    void operator()(nghttp2_session* session) const { nghttp2_session_del(session); }
  };
  struct Callbacks;
  /// Header of a DATA frame, and the byte for its padding length.
  static constexpr std::size_t kKept = 16;

  [[nodiscard]] StreamOwner* OwnerOf(std::int32_t stream) const;
  /// Takes from the budget. Returns false if it is exhausted; the session then ends.
  [[nodiscard]] bool Spend(std::int32_t cost);
  void EndAs(Fault fault, std::uint32_t error);

  SessionOwner& owner_;
  const std::shared_ptr<FrameBudget> room_;
  std::unique_ptr<nghttp2_session, Deleter> session_;
  FloodBudget flood_budget_;
  Millis now_{0};
  std::size_t bytes_ = 0;       ///< received bytes not yet charged to the budget
  std::string* out_ = nullptr;  ///< set during WriteTo()
  std::size_t most_ = 0;        ///< set during WriteTo()
  bool put_off_ = false;        ///< the header of a postponed DATA frame is in the shared buffer
  std::array<std::uint8_t, kKept> kept_{};  ///< copy of that header between calls
  bool going_ = false;
  bool ended_ = false;  ///< closed because of a fault that was reported
};

/// Allocator for an nghttp2 session. Uses the heap, except for the frame buffer that a session
/// allocates at creation, which is placed in the FrameBudget.
class SessionMemory {
 public:
  /// Returns the allocator. `room` must outlive the session.
  static nghttp2_mem Over(FrameBudget& room);

  /// Exists while a session is created. Applies to the current thread.
  class Making {
   public:
    Making();
    Making(const Making&) = delete;
    Making& operator=(const Making&) = delete;
    ~Making();
  };
};

}  // namespace prichal::http::h2
