#pragma once

#include <sys/socket.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include "net/handler.h"
#include "net/peer.h"
#include "net/reactor.h"
#include "net/timer_wheel.h"

namespace prichal::net {

class EventLoop;

class Listener;

/// The listeners of one socket, one on each loop, and whose turn it is: the kernel spreads
/// connections over sockets that share a port (SO_REUSEPORT), and does not spread those of one
/// socket. Whichever loop waits first would have nearly all of them, for as long as they last.
struct AcceptTurns {
  std::vector<Listener*> listeners{};  ///< before the loops run
  std::atomic<std::size_t> next{0};
};

/// What a listener does besides listening.
struct ListenerKind {
  bool admin = false;
  bool tls = false;              ///< connections begin with its handshake
  bool proxied = false;          ///< … and before that with a PROXY header
  AcceptTurns* turns = nullptr;  ///< null: the socket is one loop's alone
};

/// Accepts the connections of one address on one loop, bounded. Owns the listening descriptor.
/// Where loops have one socket together, whichever is told of a newcomer accepts it for
/// the one whose turn it is. When the process has no descriptor left, it spends one
/// that it keeps in reserve to close the newcomer: a listener that is always readable would turn
/// the loop into a spin. What else accept(2) may want for (memory, buffers, a rule of the firewall)
/// is asked for again after a while: the newcomer is still in the queue.
class Listener final : private Timer {
 public:
  /// `handler` of the site on this loop, and the turns of `kind`, must outlive it.
  Listener(EventLoop& loop, int fd, Token token, Handler& handler, const ListenerKind& kind);
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener() override;

  void Start();
  /// Accepts nothing more; its connections go on.
  void Close();
  void OnReadable();

  [[nodiscard]] bool watched() const { return descriptor_->watched(); }
  [[nodiscard]] bool admin() const { return kind_.admin; }

  /// Gives a connection to the loop, unless a limit is reached. `peer`: as limits are to see it.
  void AdmitAs(int fd, const Peer& peer);

 private:
  void OnExpired() override { OnReadable(); }
  /// False when there is nothing more to accept now.
  [[nodiscard]] bool AcceptOne();
  /// The next connection, or -1 with `errno`.
  [[nodiscard]] int Accept(sockaddr_storage& peer);
  /// Admits a connection here, or on the loop whose turn it is.
  void Take(int fd, const sockaddr_storage& storage);
  /// The same, when whoever connects has said for whom it stands, where that is to be said.
  void Admit(int fd, const Peer& peer);
  /// False, and the connection is refused: the server has enough of them.
  [[nodiscard]] bool HasRoom(int fd);
  /// For a connection beyond a limit.
  void Refuse(int fd);
  /// For the case that no descriptor is free: closes the newcomer by means of the reserve. False
  /// when there is nothing more to accept now.
  [[nodiscard]] bool AcceptWithReserve();

  EventLoop& loop_;
  std::unique_ptr<Reactor::Descriptor> descriptor_;
  Handler& handler_;
  const ListenerKind kind_;
  int reserve_fd_;
  bool retry_ = false;  ///< the last accept failed for want of something: look again by time
};

}  // namespace prichal::net
