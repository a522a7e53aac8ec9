#pragma once

#include <cstddef>
#include <memory>

#include "base/concurrency_limiter.h"
#include "net/connection_writer.h"
#include "net/handle.h"
#include "net/handler.h"
#include "net/peer.h"
#include "net/timer_wheel.h"
#include "net/transport.h"

namespace prichal::net {

class EventLoop;
class OpenExchange;

/// One accepted connection: its transport, what waits to be written to it, its one deadline. What
/// is spoken over it is its subclass's: nothing of HTTP yet (OpeningConnection), HTTP/1.1 or
/// HTTP/2. Lives on its loop, owned by the loop's table; ends itself by Close(), after which the
/// loop destroys it when the turn is over.
class Connection : public Timer {
 public:
  /// What every connection is made of, and what the next one over the same transport gets.
  struct Parts {
    EventLoop& loop;
    Handle handle;
    std::unique_ptr<Transport> transport;
    Handler& handler;  ///< of the site on this loop
    Peer peer;
    bool admin = false;
    ConcurrencyLimiter::Entry counted = ConcurrencyLimiter::kNotCounted;
  };

  explicit Connection(Parts parts);
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() override = default;

  /// Once it is in the loop's table. `opened`: what the peer says first may have been taken off the
  /// wire already.
  virtual void Start(bool opened) = 0;
  virtual void OnReadable() = 0;
  virtual void OnWritable() = 0;
  /// Writes what waits; called when the turn ends.
  virtual void Flush() = 0;
  /// The server shuts down: answers the requests that have arrived, ends streams, and closes.
  virtual void Drain() = 0;
  /// It waits for a request of which nothing has come, and owes nothing.
  [[nodiscard]] virtual bool idle() const = 0;
  /// Steady time.
  [[nodiscard]] Millis idle_since() const { return idle_since_; }
  /// Another needs the place.
  virtual void Shed() { Close(); }
  /// What the connection's own handle names; null: nothing.
  [[nodiscard]] virtual OpenExchange* exchange() { return nullptr; }

  [[nodiscard]] EventLoop& loop() { return loop_; }
  [[nodiscard]] Handler& handler() { return handler_; }
  [[nodiscard]] Handle handle() const { return handle_; }
  [[nodiscard]] const Peer& peer() const { return peer_; }
  [[nodiscard]] bool admin() const { return admin_; }
  [[nodiscard]] ConcurrencyLimiter::Entry counted() const { return counted_; }

  /// Counts bytes that are kept for a request; false, and nothing counted, when there are too many
  /// (ServerOptions::request_bytes).
  [[nodiscard]] bool Hold(std::size_t bytes);
  void Release(std::size_t bytes);

 protected:
  /// After a drain has begun, a new connection may take this long to send its first request. On a
  /// working network the request comes with the connection; browsers open some in advance.
  static constexpr Millis kFirstRequestWithin{250};

  void ArmReading();
  /// What ArmReading() asked for has come.
  void ReadingReported() { reading_armed_ = false; }
  void SetDeadline(Millis from_now);
  /// As of now.
  void BeginIdle();
  /// -1: nothing there now; 0: the peer has closed or the socket has failed; else bytes, in the
  /// loop's scratch.
  [[nodiscard]] std::ptrdiff_t Receive();
  /// Flush() is called when the turn ends, among those of streams or before them.
  void MarkDirty(bool stream);
  void FlushBegins() { dirty_ = false; }
  /// What is to be done after bytes have been offered to the transport: a reader that takes none of
  /// them is given its deadline. False: the connection is gone.
  [[nodiscard]] bool AfterWrite(ConnectionWriter::Outcome outcome);
  /// Sends until nothing waits or the transport takes no more. False: the connection is gone.
  [[nodiscard]] bool WriteOut();
  /// Has said its last word; reads on for a while, so that the peer gets it (RFC 9112 section 9.6).
  void BeginLinger();
  /// Leaves the loop; once.
  virtual void Close() = 0;
  void Leave();

  /// The rest of the parts for the next connection, which takes this one's place.
  [[nodiscard]] Parts TakeParts();

  [[nodiscard]] Transport& transport() { return *transport_; }
  [[nodiscard]] ConnectionWriter& writer() { return writer_; }
  [[nodiscard]] const ConnectionWriter& writer() const { return writer_; }

 private:
  EventLoop& loop_;
  Handler& handler_;
  std::unique_ptr<Transport> transport_;
  ConnectionWriter writer_;
  const Handle handle_;
  bool admin_ : 1;
  bool reading_armed_ : 1 = false;
  bool dirty_ : 1 = false;
  const Peer peer_;
  const ConcurrencyLimiter::Entry counted_;
  Millis idle_since_{0};
};

}  // namespace prichal::net
