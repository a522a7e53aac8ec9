#pragma once

#include <sys/socket.h>

#include <memory>

#include "net/handler.h"
#include "net/reactor.h"
#include "net/timer_wheel.h"

namespace prichal::net {

class EventLoop;

/// Accepts the connections of one address on one loop, bounded. Owns the listening descriptor and
/// the handler of the site on this loop. When the process has no descriptor left, it spends one
/// that it keeps in reserve to close the newcomer: a listener that is always readable would turn
/// the loop into a spin.
class Listener final : private Timed {
 public:
  Listener(EventLoop& loop, int fd, Token token, std::unique_ptr<Handler> handler, bool admin);
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener() override;

  void Start();
  /// Accepts nothing more; its connections go on.
  void Close() { descriptor_.reset(); }
  void OnReadable();

  [[nodiscard]] bool admin() const { return admin_; }

 private:
  void OnTime() override { OnReadable(); }
  /// False when there is nothing more to accept now.
  [[nodiscard]] bool AcceptOne();
  /// The next connection, or -1 with `errno`.
  [[nodiscard]] int Accept(sockaddr_storage& peer);
  /// Gives a connection to the loop, unless the limit is reached.
  void Admit(int fd, const sockaddr_storage& peer);
  /// For a connection beyond the limit.
  void RefuseFull(int fd);
  /// For the case that no descriptor is free: closes the newcomer by means of the reserve. False
  /// when there is nothing more to accept now.
  [[nodiscard]] bool AcceptWithReserve();

  EventLoop& loop_;
  std::unique_ptr<Reactor::Descriptor> descriptor_;
  std::unique_ptr<Handler> handler_;
  const bool admin_;
  int reserve_fd_;
};

}  // namespace prichal::net
