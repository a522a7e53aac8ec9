#pragma once

#include <cstddef>
#include <memory>

#include "http/answer.h"
#include "http/request.h"
#include "net/loop.h"
#include "net/peer.h"
#include "net/stream.h"

namespace prichal::net {

/// For the counters: which part of the product a request belongs to. The application numbers its
/// routes from 1 to kRoutes - 1 and names them; 0 is what nobody named (parse errors, …).
using RouteId = std::uint8_t;
inline constexpr std::size_t kRoutes = 16;
/// Of the first ones, 1 to this, it is also counted how long and how large they are.
inline constexpr std::size_t kMeasuredRoutes = 3;

/// One request that waits for its answer. Exists only while the handler runs. The handler does one
/// of three: Answer() now; Begin() a stream; or keep handle(), return, and call Loop::Answer()
/// within the answer deadline (after it the client gets 503).
class Exchange {
 public:
  Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  virtual ~Exchange() = default;

  [[nodiscard]] virtual Loop& loop() = 0;
  [[nodiscard]] virtual Handle handle() const = 0;
  [[nodiscard]] virtual const Peer& peer() const = 0;

  /// Handler::HandleHead() has let this request pass.
  [[nodiscard]] virtual bool head_seen() const = 0;

  virtual void CountAs(RouteId route) = 0;

  virtual void Answer(const http::Answer& answer) = 0;

  struct StreamStart {
    /// The head, made by AnswerBuilder::Stream(). Its `body`, if any, is the first chunk and leaves
    /// in the same write.
    http::Answer answer;
    const StreamKind* kind = nullptr;
    /// From now until the clean end; zero: no end.
    Millis lifetime{0};
    std::unique_ptr<StreamSession> session;
  };
  /// The connection becomes a stream with this exchange's handle.
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

  /// Called before Handle() where the body is still on its way. May Answer() a request that needs
  /// none to be refused, and do nothing else; then Handle() is not called.
  virtual void HandleHead(const http::Request& head, Exchange& exchange) {
    (void)head;
    (void)exchange;
  }

  virtual void Handle(const http::Request& request, Exchange& exchange) = 0;
};

}  // namespace prichal::net
