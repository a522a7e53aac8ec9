#pragma once

#include <cstddef>
#include <cstdint>

#include "net/peer.h"
#include "net/proxy_header.h"
#include "net/reactor.h"
#include "net/slots.h"

namespace prichal::net {

class EventLoop;
class Listener;

/// Accepted connections of one loop that have not said yet for whom they stand: what comes first is
/// a PROXY header, and only then there is somebody to whom limits apply, a handshake, a request.
/// The header is looked at where it lies in the kernel (MSG_PEEK) and taken when it is whole, and
/// nothing behind it. Each has as long as a request's head. They count as connections.
class ProxyWaits {
 public:
  /// Tokens with this bit in their slot are reported here.
  static constexpr std::uint32_t kSlotBit = 1U << 30U;

  explicit ProxyWaits(EventLoop& loop);
  ProxyWaits(const ProxyWaits&) = delete;
  ProxyWaits& operator=(const ProxyWaits&) = delete;
  ~ProxyWaits();

  /// `fd` is its own from now on. When the header is there, `listener` admits the connection in the
  /// name of its source.
  void Add(int fd, const Peer& balancer, Listener& listener);
  void OnReady(Token token);
  void CloseAll();
  [[nodiscard]] std::size_t size() const { return waits_.size(); }

 private:
  class Wait;

  /// Looks whether the header is there.
  void Look(Wait& wait);
  void Refuse(Wait& wait, ProxyHeaderError error);
  /// It is destroyed, and its connection closed unless it was handed on.
  void End(Wait& wait);

  EventLoop& loop_;
  Slots<Wait> waits_;
};

}  // namespace prichal::net
