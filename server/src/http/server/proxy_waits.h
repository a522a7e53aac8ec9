#pragma once

#include <cstddef>
#include <cstdint>

#include "http/transport/peer.h"
#include "http/transport/proxy_header.h"
#include "http/loop/reactor.h"
#include "http/loop/slots.h"

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

}  // namespace prichal::net
