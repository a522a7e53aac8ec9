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

namespace prichal::net {

class LoopContext;

/// Accepted connections of one loop that must begin with a PROXY header and have not sent it yet.
/// Limits, TLS and HTTP come after it. The header is read where it is in the kernel (MSG_PEEK) and
/// taken once it is complete, with nothing behind it. Each connection has as long as for the head
/// of a request, and counts as a connection meanwhile.
///
/// Owned by the loop. The loop's thread.
class ProxyWaits {
 public:
  /// Tokens with this bit in their slot are reported here.
  static constexpr std::uint32_t kSlotBit = 1U << 30U;

  /// Admits connections whose header has been read.
  class Admission {
   public:
    Admission() = default;
    Admission(const Admission&) = delete;
    Admission& operator=(const Admission&) = delete;
    virtual ~Admission() = default;
    /// `peer`: the source that the header names. Owns `fd` from now on.
    virtual void AdmitAs(int fd, const Peer& peer) = 0;
  };

  explicit ProxyWaits(LoopContext& context);
  ProxyWaits(const ProxyWaits&) = delete;
  ProxyWaits& operator=(const ProxyWaits&) = delete;
  ~ProxyWaits();

  /// Owns `fd` until `admission`, which must outlive this, admits the connection.
  void Add(int fd, const Peer& balancer, Admission& admission);
  void OnReady(Token token);
  void CloseAll();

 private:
  class Wait;

  /// Looks whether the header is there.
  void Look(Wait& wait);
  void Refuse(Wait& wait, ProxyHeaderError error);
  /// It is destroyed, and its connection closed unless it was handed on.
  void End(Wait& wait);

  LoopContext& context_;
  Slots<Wait> waits_;
};

class Listener;
class LoopContext;

/// The listeners of one socket that all loops share, one for each loop, and whose turn it is. The
/// kernel spreads connections over sockets that share a port (SO_REUSEPORT), but not those of one
/// socket: one loop would get nearly all of them. Filled before the loops run, then any thread.
struct AcceptTurns {
  std::vector<Listener*> listeners{};  ///< before the loops run
  std::atomic<std::size_t> next{0};
};

/// The kind of an address.
struct ListenerKind {
  bool admin = false;
  bool tls = false;              ///< connections begin with its handshake
  bool proxied = false;          ///< … and before that with a PROXY header
  AcceptTurns* turns = nullptr;  ///< null: the socket is one loop's alone
};

/// Accepts the connections of one address on one loop, within the limits of the server. If the
/// loops share the socket, it passes each connection to the loop whose turn it is.
///
/// If the process has no descriptor left, it accepts and closes the connection by means of a
/// descriptor in reserve: a listener that stays readable would keep the loop busy. After other
/// errors of accept(2) it tries again later; the connection stays in the queue.
///
/// Owns the listening descriptor. Owned by its loop; the loop's thread.
class Listener final : private Timer, private ProxyWaits::Admission {
 public:
  /// All references, and the turns of `kind`, must outlive it. `handler`: of the site on this loop.
  Listener(LoopContext& context, ProxyWaits& proxy_waits, int fd, Token token, Handler& handler,
           const ListenerKind& kind);
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  ~Listener() override;

  void Start();
  /// Accepts nothing more; its connections go on.
  void Close();
  void OnReadable();

  [[nodiscard]] bool watched() const { return descriptor_->watched(); }
  [[nodiscard]] bool admin() const { return kind_.admin; }

 private:
  void OnExpired() override { OnReadable(); }
  /// Gives a connection to the loop, unless a limit is reached. `peer`: as limits are to see it.
  void AdmitAs(int fd, const Peer& peer) override;
  /// False when there is nothing more to accept now.
  [[nodiscard]] bool AcceptOne();
  /// The next connection, or -1 with `errno`.
  [[nodiscard]] int Accept(sockaddr_storage& peer);
  /// Admits a connection here, or on the loop whose turn it is.
  void Distribute(int fd, const sockaddr_storage& storage);
  /// The same, when whoever connects has said for whom it stands, where that is to be said.
  void Admit(int fd, const Peer& peer);
  /// False, and the connection is refused: the server has enough of them.
  [[nodiscard]] bool HasRoom(int fd);
  /// For a connection beyond a limit.
  void Refuse(int fd);
  /// For the case that no descriptor is free: closes the newcomer by means of the reserve. False
  /// when there is nothing more to accept now.
  [[nodiscard]] bool AcceptWithReserve();

  LoopContext& context_;
  ProxyWaits& proxy_waits_;
  std::unique_ptr<Reactor::Descriptor> descriptor_;
  Handler& handler_;
  const ListenerKind kind_;
  int reserve_fd_;
  bool retry_ = false;  ///< the last accept failed for want of something: look again by time
};

}  // namespace prichal::net
