#pragma once

#include <cstdint>
#include <memory>

#include "http/connection/connection.h"

namespace prichal::net {

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
