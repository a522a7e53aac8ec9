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

namespace prichal::http {

class LoopContext;
class OpenRequest;

/// One accepted connection with its transport, its pending output and its single deadline. Each
/// subclass implements a protocol: the handshake (OpeningConnection), HTTP/1.1 or HTTP/2.
///
/// Owned by the ConnectionTable of its loop. A connection ends with Close(); the table destroys it
/// at the end of the turn. The loop's thread.
class Connection : public Timer {
 public:
  /// The parts of a connection. A connection that replaces another one takes them over.
  struct Parts {
    LoopContext& context;
    StreamHandle handle;
    std::unique_ptr<Transport> transport;
    Handler& handler;  ///< handler of the site on this loop
    Peer peer;
    bool admin = false;
    ConcurrencyLimiter::Entry counted = ConcurrencyLimiter::kNotCounted;
  };

  explicit Connection(Parts parts);

  /// Called after the connection is in the loop's table. `opened`: the handshake may already have
  /// read the first bytes of the peer.
  virtual void Start(bool opened) = 0;
  virtual void OnReadable() = 0;
  virtual void OnWritable() = 0;
  /// Writes pending output. Called at the end of the turn.
  virtual void Flush() = 0;
  /// Starts a graceful shutdown: answers requests that have arrived, ends streams and closes.
  virtual void Drain() = 0;
  /// True if the connection waits for a request and has no output pending.
  [[nodiscard]] virtual bool idle() const = 0;
  /// Steady time since when the connection is idle.
  [[nodiscard]] Millis idle_since() const { return idle_since_; }
  /// Closes the connection to free its place for another one.
  virtual void Evict() { Close(); }
  /// Returns the request that handle() identifies. Null if none.
  [[nodiscard]] virtual OpenRequest* open_request() { return nullptr; }

  [[nodiscard]] LoopContext& context() { return context_; }
  [[nodiscard]] Handler& handler() { return handler_; }
  [[nodiscard]] StreamHandle handle() const { return handle_; }
  [[nodiscard]] const Peer& peer() const { return peer_; }
  [[nodiscard]] bool admin() const { return admin_; }
  [[nodiscard]] ConcurrencyLimiter::Entry counted() const { return counted_; }

  /// Counts bytes that are buffered for a request. Returns false and counts nothing if
  /// ServerOptions::request_bytes would be exceeded.
  [[nodiscard]] bool Hold(std::size_t bytes);
  void Release(std::size_t bytes);

 protected:
  /// Time for a new connection to send its first request after a drain has begun. Browsers open
  /// some connections in advance; on a working network a request arrives with its connection.
  static constexpr Millis kFirstRequestWithin{250};

  void ArmReading();
  /// The readiness that ArmReading() requested has been reported.
  void ReadingReported() { reading_armed_ = false; }
  void SetDeadline(Millis from_now);
  /// Sets idle_since() to the current time.
  void BeginIdle();
  /// Reads into the loop's scratch buffer and returns the number of bytes. -1 if no bytes are
  /// available; 0 if the peer has closed or the socket has failed.
  [[nodiscard]] std::ptrdiff_t Receive();
  /// Requests Flush() at the end of the turn. `stream`: with the streams, after the responses.
  void MarkDirty(bool stream);
  void FlushBegins() { dirty_ = false; }
  /// Handles the result of a write. If the transport is blocked, sets the deadline for the reader.
  /// Returns false if the connection is closed.
  [[nodiscard]] bool AfterWrite(ConnectionWriter::WriteResult result);
  /// Sends until no output is pending or the transport is blocked. Returns false if the connection
  /// is closed.
  [[nodiscard]] bool WriteOut();
  /// Reads and drops input for a while after the last output, so that the peer receives it (RFC
  /// 9112 section 9.6).
  void BeginLinger();
  /// Removes the connection from the loop. Called once.
  virtual void Close() = 0;
  void Leave();

  /// Moves the parts to the connection that replaces this one.
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

/// The connections of one loop, by handle. It counts them, writes their output at the end of a
/// turn, and then destroys those that have ended. A connection is thus never destroyed during a
/// call to it.
///
/// Owned by the loop. The loop's thread.
class ConnectionTable {
 public:
  explicit ConnectionTable(LoopContext& context) : context_(context) {}
  ConnectionTable(const ConnectionTable&) = delete;
  ConnectionTable& operator=(const ConnectionTable&) = delete;
  ~ConnectionTable() = default;

  /// Reserves a handle for Add(). The transport reports readiness under the same numbers.
  [[nodiscard]] StreamHandle Reserve();
  /// Adds the connection under its handle, counts it and starts it.
  void Add(std::unique_ptr<Connection> connection);
  /// Returns null if the connection has ended.
  [[nodiscard]] Connection* Find(StreamHandle handle) const {
    return connections_.Find(handle.slot, handle.generation);
  }
  /// Replaces a connection with another one over the same transport. The old one is destroyed at
  /// the end of the turn. The caller starts the new one.
  Connection& Replace(StreamHandle place, std::unique_ptr<Connection> next);
  /// Removes a connection now and destroys it at the end of the turn.
  void Remove(StreamHandle handle);

  /// Priority of output. Responses are written before streams, because clients need them to
  /// continue.
  enum class Output { kResponse, kStream };
  /// Requests Flush() of the connection at the end of the turn.
  void MarkDirty(StreamHandle handle, Output output) {
    dirty_[static_cast<std::size_t>(output)].push_back(handle);
  }
  /// Writes the output of this turn. Returns true if output remains for the next turn.
  [[nodiscard]] bool Flush();
  void DestroyRemoved();

  void Drain();
  /// Closes some idle connections, those that have been idle longest.
  void CloseIdleConnections();
  /// True if only connections of the admin site are open.
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

/// A connection during the handshake of its transport, for example TLS. Afterwards a connection of
/// the negotiated protocol replaces it in the table.
class OpeningConnection final : public Connection {
 public:
  using Connection::Connection;

  void Start(bool opened) override;
  void OnReadable() override;
  void OnWritable() override;
  void Flush() override {}
  void Drain() override;
  /// True during the handshake: no request has been received.
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
  /// Entry of its address in ServerShared::by_address.
  ConcurrencyLimiter::Entry counted = ConcurrencyLimiter::kNotCounted;
};

/// Adds a connection over an accepted socket to the loop and takes ownership of `fd`. `tls`: it
/// begins with a handshake. The loop's thread.
void AddSocket(LoopContext& context, int fd, const AcceptedConnection& adopted, bool tls);
/// Adds a connection over any transport. The transport must report readiness under `handle`, which
/// is from ConnectionTable::Reserve().
void AddTransport(LoopContext& context, StreamHandle handle, std::unique_ptr<Transport> transport,
                  const AcceptedConnection& adopted);

}  // namespace prichal::http
