#pragma once

#include <sys/socket.h>

#include <memory>

#include "net/handler.h"
#include "net/reactor.h"
#include "net/timer_wheel.h"

namespace prichal::net {

class EventLoop;

/// What a listener does besides listening.
struct ListenerKind {
  bool admin = false;
  bool tls = false;  ///< connections begin with its handshake
};

/// Accepts the connections of one address on one loop, bounded. Owns the listening descriptor and
/// the handler of the site on this loop. When the process has no descriptor left, it spends one
/// that it keeps in reserve to close the newcomer: a listener that is always readable would turn
/// the loop into a spin. What else accept(2) may want for (memory, buffers, a rule of the firewall)
/// is asked for again after a while: the newcomer is still in the queue.
class Listener final : private Timer {
 public:
  Listener(EventLoop& loop, int fd, Token token, std::unique_ptr<Handler> handler,
           const ListenerKind& kind);
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener() override;

  void Start();
  /// Accepts nothing more; its connections go on.
  void Close() { descriptor_.reset(); }
  void OnReadable();

  [[nodiscard]] bool watched() const { return descriptor_->watched(); }
  [[nodiscard]] bool admin() const { return kind_.admin; }

 private:
  void OnExpired() override { OnReadable(); }
  /// False when there is nothing more to accept now.
  [[nodiscard]] bool AcceptOne();
  /// The next connection, or -1 with `errno`.
  [[nodiscard]] int Accept(sockaddr_storage& peer);
  /// Gives a connection to the loop, unless a limit is reached.
  void Admit(int fd, const sockaddr_storage& storage);
  /// For a connection beyond a limit.
  void Refuse(int fd);
  /// For the case that no descriptor is free: closes the newcomer by means of the reserve. False
  /// when there is nothing more to accept now.
  [[nodiscard]] bool AcceptWithReserve();

  EventLoop& loop_;
  std::unique_ptr<Reactor::Descriptor> descriptor_;
  std::unique_ptr<Handler> handler_;
  const ListenerKind kind_;
  int reserve_fd_;
  bool retry_ = false;  ///< the last accept failed for want of something: look again by time
};

}  // namespace prichal::net
