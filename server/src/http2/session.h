#pragma once

#include <nghttp2/nghttp2.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/clock.h"
#include "http2/fault.h"
#include "http2/frame_room.h"
#include "http2/patience.h"

namespace prichal::http2 {

/// Whose a stream is. It is told from within Session::Receive() and Session::WriteTo(), and may not
/// call these from there; what answers is for afterwards.
class StreamOwner {
 public:
  StreamOwner() = default;
  StreamOwner(const StreamOwner&) = delete;
  StreamOwner& operator=(const StreamOwner&) = delete;
  virtual ~StreamOwner() = default;

  /// Of the request's head, in order, pseudo fields first. Not of trailers. False: too much.
  virtual bool OnField(std::string_view name, std::string_view value) = 0;
  virtual void OnHead() = 0;
  /// False: nobody wants it.
  virtual bool OnBody(std::string_view bytes) = 0;
  /// The request is complete.
  virtual void OnRequestEnd() = 0;
  /// Once, and the stream is no more: both sides have ended, or one has reset it. True: its answer
  /// had begun.
  virtual bool OnClosed() = 0;

  /// Bytes of the answer's body that wait.
  [[nodiscard]] virtual std::size_t waiting_bytes() const = 0;
  /// Nothing follows those.
  [[nodiscard]] virtual bool body_over() const = 0;
  /// Appends the first `count` of them to `out`.
  virtual void TakeBody(std::size_t count, std::string& out) = 0;
};

/// Whose a session is.
class SessionOwner {
 public:
  SessionOwner() = default;
  SessionOwner(const SessionOwner&) = delete;
  SessionOwner& operator=(const SessionOwner&) = delete;
  virtual ~SessionOwner() = default;

  /// A request begins. Null: there is no room for it.
  virtual StreamOwner* OnRequest(std::int32_t stream) = 0;
  virtual void OnFault(Fault fault) = 0;
};

/// The server's side of one connection of HTTP/2 (RFC 9113), on nghttp2: bytes in, requests out,
/// and back. Knows no socket, and time only as it is told.
class Session {
 public:
  /// `owner` must outlive it. `room`: the loop's. `streams`: open at a time; `head_limit`: bytes of
  /// a head, as it is told to the client.
  Session(SessionOwner& owner, std::shared_ptr<FrameRoom> room, std::uint32_t streams,
          std::uint32_t head_limit);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() = default;

  /// False: nothing more is to be read; what is to be said about it waits in the output.
  [[nodiscard]] bool Receive(std::string_view bytes, Millis now);

  /// `head`: as http::Response has it, with its first line; what HTTP/2 forbids is left out.
  /// `date`: a value.
  void Respond(std::int32_t stream, int status, std::string_view head, std::string_view date,
               bool has_body);
  /// An answer before the answer: 100, or 103 with those lines of `head` that are of this name.
  void Inform(std::int32_t stream, int status, std::string_view head, std::string_view name);
  /// Body of an answer waits that did not before, or it is over.
  void Resume(std::int32_t stream);
  /// Its owner hears no more of it.
  void Reset(std::int32_t stream, std::uint32_t error);
  /// What is open is finished; nothing new is taken.
  void GoAway();
  /// Says that GoAway() is to come, so that the client sends no more requests; those that it has
  /// sent before it hears of it are still taken (RFC 9113 section 6.8).
  void AnnounceEnd();
  /// GoAway() has been called, or the session is at its end.
  [[nodiscard]] bool going() const { return going_; }

  /// Appends what is to be sent, until there are some `most` bytes or nothing more.
  void WriteTo(std::string& out, std::size_t most);
  /// Neither side has anything more to say.
  [[nodiscard]] bool over() const;

 private:
  struct Deleter {
    void operator()(nghttp2_session* session) const { nghttp2_session_del(session); }
  };
  struct Callbacks;
  /// Of a frame of data: its head, and the byte that its padding would take.
  static constexpr std::size_t kKept = 16;

  [[nodiscard]] StreamOwner* OwnerOf(std::int32_t stream) const;
  /// False: its patience is over, and the session ends.
  [[nodiscard]] bool Spend(std::int32_t cost);
  void EndAs(Fault fault, std::uint32_t error);

  SessionOwner& owner_;
  const std::shared_ptr<FrameRoom> room_;
  std::unique_ptr<nghttp2_session, Deleter> session_;
  Patience patience_;
  Millis now_{0};
  std::size_t bytes_ = 0;       ///< that came and have not been paid for
  std::string* out_ = nullptr;  ///< while WriteTo() runs
  std::size_t most_ = 0;        ///< "
  bool put_off_ = false;  ///< a frame of data has its head in the room and waits for the next call
  std::array<std::uint8_t, kKept> kept_{};  ///< that head, meanwhile
  bool going_ = false;
  bool ended_ = false;  ///< for a fault that has been told
};

}  // namespace prichal::http2
