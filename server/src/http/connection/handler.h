#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include "http/codec/request.h"
#include "http/codec/response.h"
#include "http/connection/loop.h"
#include "http/transport/peer.h"
#include "http/connection/stream.h"

namespace prichal::net {

/// The number of an application's route, which a request is counted under: from 1 to
/// RouteOptions::count - 1. 0 is a request without a route, such as one that cannot be parsed.
using RouteId = std::uint8_t;

/// One request that waits for its response. Exists only while the handler runs. The handler does
/// one of three: Respond() now; Begin() a stream; or keep handle(), return, and call
/// Loop::Respond() within the response deadline (after it the client gets 503).
class ResponseWriter {
 public:
  ResponseWriter() = default;
  ResponseWriter(const ResponseWriter&) = delete;
  ResponseWriter& operator=(const ResponseWriter&) = delete;
  virtual ~ResponseWriter() = default;

  [[nodiscard]] virtual Loop& loop() = 0;
  [[nodiscard]] virtual StreamHandle handle() const = 0;
  [[nodiscard]] virtual const Peer& peer() const = 0;

  /// Handler::HandleHead() has let this request pass.
  [[nodiscard]] virtual bool head_seen() const = 0;

  virtual void CountAs(RouteId route) = 0;

  virtual void Respond(const http::Response& response) = 0;

  struct StreamStart {
    /// The head, made by ResponseBuilder::Stream(). Its `body`, if any, is the first chunk and
    /// leaves in the same write.
    http::Response response;
    const StreamKind* kind = nullptr;
    /// From now until the clean end; zero: no end.
    Millis lifetime{0};
    std::unique_ptr<StreamSession> session;
  };
  /// The connection becomes a stream with this request's handle, which lives when this returns:
  /// whatever ends it later calls StreamSession::OnEnd(). What its client sends behind the request
  /// is dropped, and the connection then ends with the stream.
  virtual Stream& Begin(StreamStart start) = 0;
};

/// Answers the requests of one site on one loop. Made by Site::handler once for each loop, called
/// only there.
class Handler {
 public:
  Handler() = default;
  Handler(const Handler&) = delete;
  Handler& operator=(const Handler&) = delete;
  virtual ~Handler() = default;

  /// How large a body this request may bring, in bytes; asked when its head is complete. Beyond it
  /// the client gets 413 and Handle() is not called.
  [[nodiscard]] virtual std::size_t BodyLimit(const http::Request& head) const {
    (void)head;
    return 0;
  }

  /// Header lines, each ended by CRLF, of the errors that the server answers in place of the
  /// handler: a request that cannot be read or has no response in time, a connection too many. The
  /// text lives until the loop's next task.
  [[nodiscard]] virtual std::string_view ErrorLines() const { return {}; }

  /// Called before Handle() where the body is still on its way. May Respond() a request that needs
  /// none to be refused, and do nothing else; then Handle() is not called.
  virtual void HandleHead(const http::Request& head, ResponseWriter& writer) {
    (void)head;
    (void)writer;
  }

  virtual void Handle(const http::Request& request, ResponseWriter& writer) = 0;
};

}  // namespace prichal::net
