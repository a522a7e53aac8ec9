#pragma once

#include <sys/socket.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "http/connection/handler.h"
#include "http/loop/reactor.h"
#include "http/loop/slots.h"
#include "http/loop/timer_wheel.h"
#include "http/transport/proxy_header.h"
#include "http/transport/transport.h"

namespace prichal::http {

class Listener;
class LoopContext;

/// Accepted connections of one loop that must begin with a PROXY header and have not sent it yet.
/// Limits, TLS and HTTP follow after it. The header is inspected in the kernel (MSG_PEEK) and read
/// when it is complete, without any byte after it. Each connection has the header deadline for it
/// and counts as a connection meanwhile.
///
/// Owned by the loop. The loop's thread.
class ProxyWaits {
 public:
  /// Bit in the slots of tokens that are reported to OnReady().
  static constexpr std::uint32_t kSlotBit = 1U << 30U;

  explicit ProxyWaits(LoopContext& context);
  ProxyWaits(const ProxyWaits&) = delete;
  ProxyWaits& operator=(const ProxyWaits&) = delete;
  ~ProxyWaits();

  /// Takes ownership of `fd` until `listener`, which must outlive this object, admits the
  /// connection.
  void Add(int fd, const Peer& balancer, Listener& listener);
  void OnReady(Token token);
  void CloseAll();

 private:
  class Wait;

  /// Checks whether the header has arrived.
  void Look(Wait& wait);
  void Refuse(Wait& wait, ProxyHeaderError error);
  /// Destroys `wait` and closes its connection, unless the connection was admitted.
  void End(Wait& wait);

  LoopContext& context_;
  Slots<Wait> waits_;
};

/// Round-robin over the listeners of one socket that all loops share, one listener for each loop.
/// The kernel balances connections over sockets that share a port (SO_REUSEPORT), but not over
/// loops that share one socket. Filled before the loops run, then any thread.
struct AcceptTurns {
  std::vector<Listener*> listeners{};  ///< not changed after the loops run
  std::atomic<std::size_t> next{0};
};

/// Properties of a listening address.
struct ListenerKind {
  bool admin = false;
  bool tls = false;              ///< connections begin with a TLS handshake
  bool proxied = false;          ///< connections begin with a PROXY header, before TLS
  AcceptTurns* turns = nullptr;  ///< null if only one loop has the socket
};

/// Accepts the connections of one address on one loop, within the limits of the server. If the
/// loops share the socket, it passes each connection to the next loop in turn.
///
/// If the process has no free descriptor, it accepts and closes the connection by means of a
/// reserve descriptor. Otherwise the readable listener would keep the loop busy. After other errors
/// of accept(2) it retries later; the connection stays in the queue.
///
/// Owns the listening descriptor. Owned by its loop; the loop's thread.
class Listener final : private Timer {
 public:
  /// All references, and the turns in `kind`, must outlive it. `handler`: of the site on this loop.
  Listener(LoopContext& context, ProxyWaits& proxy_waits, int fd, Token token, Handler& handler,
           const ListenerKind& kind);
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener() override;

  void Start();
  /// Stops accepting. Its open connections continue.
  void Close();
  void OnReadable();

  /// Adds a connection to the loop, unless a limit is reached. Takes ownership of `fd`. `peer`: the
  /// address that limits use.
  void AdmitAs(int fd, const Peer& peer);

  [[nodiscard]] bool watched() const { return descriptor_->watched(); }
  [[nodiscard]] bool admin() const { return kind_.admin; }

 private:
  void OnExpired() override { OnReadable(); }
  /// Returns false if no connection can be accepted now.
  [[nodiscard]] bool AcceptOne();
  /// Returns the next connection, or -1 with `errno`.
  [[nodiscard]] int Accept(sockaddr_storage& peer);
  /// Admits a connection on this loop or on the next one in turn.
  void Distribute(int fd, const sockaddr_storage& storage);
  /// Admits a connection on this loop. If the address requires a PROXY header, waits for it first.
  void Admit(int fd, const Peer& peer);
  /// Returns false and rejects the connection if the server has too many.
  [[nodiscard]] bool HasRoom(int fd);
  /// Rejects a connection that exceeds a limit.
  void Refuse(int fd);
  /// Closes the pending connection by means of the reserve descriptor, if no other is free. Returns
  /// false if no connection can be accepted now.
  [[nodiscard]] bool AcceptWithReserve();

  LoopContext& context_;
  ProxyWaits& proxy_waits_;
  std::unique_ptr<Reactor::Descriptor> descriptor_;
  Handler& handler_;
  const ListenerKind kind_;
  int reserve_fd_;
  bool retry_ = false;  ///< the last accept failed for lack of a resource; retry by timer
};

}  // namespace prichal::http
