#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/rate_limit.h"
#include "base/stream_handle.h"
#include "http/connection/handler.h"
#include "http/loop/slots.h"
#include "http/loop/timer_wheel.h"
#include "http/transport/transport.h"
#include "http/transport/write_queue.h"

namespace prichal::net {

class LoopContext;
class OpenRequest;

/// One accepted connection: its transport, the output that waits, and its one deadline. A subclass
/// speaks the protocol: the opening handshake (OpeningConnection), HTTP/1.1 or HTTP/2.
///
/// Owned by the ConnectionTable of its loop. It ends itself by Close(), and the table destroys it
/// when the turn ends. The loop's thread.
class Connection : public Timer {
 public:
  /// What every connection is made of, and what the next one over the same transport gets.
  struct Parts {
    LoopContext& context;
    StreamHandle handle;
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
  virtual void Evict() { Close(); }
  /// What the connection's own handle names; null: nothing.
  [[nodiscard]] virtual OpenRequest* open_request() { return nullptr; }

  [[nodiscard]] LoopContext& context() { return context_; }
  [[nodiscard]] Handler& handler() { return handler_; }
  [[nodiscard]] StreamHandle handle() const { return handle_; }
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
  [[nodiscard]] bool AfterWrite(ConnectionWriter::WriteResult result);
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
  LoopContext& context_;
  Handler& handler_;
  std::unique_ptr<Transport> transport_;
  ConnectionWriter writer_;
  const StreamHandle handle_;
  bool admin_ : 1;
  bool reading_armed_ : 1 = false;
  bool dirty_ : 1 = false;
  const Peer peer_;
  const ConcurrencyLimiter::Entry counted_;
  Millis idle_since_{0};
};

/// The connections of one loop, by handle. It counts them, writes their output when a turn ends,
/// and destroys those that have ended, so that no connection is destroyed while it is called.
///
/// Owned by the loop. The loop's thread.
class ConnectionTable {
 public:
  explicit ConnectionTable(LoopContext& context) : context_(context) {}
  ConnectionTable(const ConnectionTable&) = delete;
  ConnectionTable& operator=(const ConnectionTable&) = delete;

  /// Reserves a handle for Add(). Its transport reports readiness by the same numbers.
  [[nodiscard]] StreamHandle Reserve();
  /// Adds the connection under its handle, counts it and starts it.
  void Add(std::unique_ptr<Connection> connection);
  /// Returns null if the connection has ended.
  [[nodiscard]] Connection* Find(StreamHandle handle) const {
    return connections_.Find(handle.slot, handle.generation);
  }
  /// Puts another connection over the same transport in the place of one, which is destroyed when
  /// the turn ends. The caller starts it.
  Connection& Replace(StreamHandle place, std::unique_ptr<Connection> next);
  /// Removes a connection now and destroys it when the turn ends.
  void Remove(StreamHandle handle);

  /// Responses are written before streams: a client that waits for a response has more to do with
  /// it than the client of a stream.
  enum class Output { kResponse, kStream };
  /// Calls Flush() of the connection when the turn ends.
  void MarkDirty(StreamHandle handle, Output output) {
    dirty_[static_cast<std::size_t>(output)].push_back(handle);
  }
  /// Writes the output of this turn. True if there is more for the next one.
  [[nodiscard]] bool Flush();
  void DestroyRemoved();

  void Drain();
  /// Closes some of the connections that wait between requests, those that have waited longest.
  void CloseIdleConnections();
  /// Only connections of the admin site are open.
  [[nodiscard]] bool drained() const { return connections_.size() <= admin_connections_; }

 private:
  LoopContext& context_;
  Slots<Connection> connections_;
  std::size_t admin_connections_ = 0;
  Millis shed_again_{0};  ///< CloseIdleConnections() does nothing before this time
  std::array<std::vector<StreamHandle>, 2> dirty_;  ///< by Output
  std::vector<std::unique_ptr<Connection>> removed_;
  std::vector<std::unique_ptr<Connection>> replaced_;
};

/// A connection during the handshake of its transport, such as that of TLS. After it a connection
/// of the negotiated protocol takes its place in the table.
class OpeningConnection final : public Connection {
 public:
  using Connection::Connection;

  void Start(bool opened) override;
  void OnReadable() override;
  void OnWritable() override;
  void Flush() override {}
  void Drain() override;
  /// Who has not even finished the handshake is owed nothing yet.
  [[nodiscard]] bool idle() const override { return phase_ == Phase::kOpening; }

 private:
  enum class Phase : std::uint8_t { kOpening, kLingering, kOver };

  void OnExpired() override;
  void Open();
  void Close() override;

  Phase phase_ = Phase::kOpening;
};

/// A connection that has been accepted and admitted.
struct AcceptedConnection {
  const Peer& peer;
  Handler& handler;  ///< of its site on this loop
  bool admin = false;
  /// Where its address has been counted.
  ConcurrencyLimiter::Entry counted = ConcurrencyLimiter::kNotCounted;
};

/// Adds a connection over an accepted socket, which it owns from now on, to the loop. `tls`: it
/// begins with a handshake. The loop's thread.
void AddSocket(LoopContext& context, int fd, const AcceptedConnection& adopted, bool tls);
/// Adds a connection over any transport, which reports readiness by the numbers of `handle`; see
/// ConnectionTable::Reserve().
void AddTransport(LoopContext& context, StreamHandle handle, std::unique_ptr<Transport> transport,
                  const AcceptedConnection& adopted);

}  // namespace prichal::net
