#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/address.h"
#include "base/clock.h"
#include "base/interface.h"
#include "http/loop/reactor.h"

namespace prichal::http {

/// Byte transport of a connection: a socket, TLS over another transport, or a fake in tests. Owned
/// by its connection. The loop's thread.
class Transport : public Interface {
 public:
  enum class Opening : std::uint8_t {
    kDone,
    kUnderWay,  ///< call Open() again after the next report of readiness
    kRefused,   ///< the peer got an error and can be given time to read it
    kFailed,
  };
  /// True if Open() must succeed before Receive() and Send().
  [[nodiscard]] virtual bool has_opening() const { return false; }
  /// Continues the opening of the transport, for example the TLS handshake.
  [[nodiscard]] virtual Opening Open() { return Opening::kDone; }

  /// True if HTTP/2 has been negotiated (RFC 9113 section 3.2). Valid after the opening.
  [[nodiscard]] virtual bool chose_http2() const { return false; }

  /// Like recv(2): number of bytes; 0 if the peer has closed; -1 with errno.
  [[nodiscard]] virtual std::ptrdiff_t Receive(std::span<char> into) = 0;
  /// Like sendmsg(2) with these parts in order: number of bytes taken; -1 with errno.
  [[nodiscard]] virtual std::ptrdiff_t Send(std::span<const std::string_view> parts) = 0;
  /// If not 0: Send() takes one part of at most this many bytes at a time. After EAGAIN the next
  /// part must begin with the same bytes and must not be shorter.
  [[nodiscard]] virtual std::size_t record_bytes() const { return 0; }
  /// Requests one report when bytes can be read, or when the peer has closed or failed.
  virtual void AwaitReadable() = 0;
  /// Requests one report in the next turn, because received bytes remain.
  virtual void ReadAgain() = 0;
  /// Requests one report when Send() can take bytes.
  virtual void AwaitWritable() = 0;
  /// Ends the sending direction. Receive() still works.
  virtual void EndSending() = 0;
  /// Makes the connection fail if the peer acknowledges no sent bytes for this long.
  virtual void FailWithoutAcknowledgement(Millis after) = 0;
};

/// A TCP socket that a reactor watches.
class SocketTransport final : public Transport {
 public:
  /// Takes ownership of `fd`. `token`: identifies it in reports of the reactor.
  SocketTransport(Reactor& reactor, int fd, Token token) : descriptor_(reactor, fd, token) {}

  [[nodiscard]] std::ptrdiff_t Receive(std::span<char> into) override;
  [[nodiscard]] std::ptrdiff_t Send(std::span<const std::string_view> parts) override;
  void AwaitReadable() override { descriptor_.AwaitReadable(); }
  void ReadAgain() override { descriptor_.ReadAgain(); }
  void AwaitWritable() override { descriptor_.AwaitWritable(); }
  void EndSending() override;
  void FailWithoutAcknowledgement(Millis after) override;

 private:
  Reactor::Descriptor descriptor_;
};

/// The peer of a connection.
struct Peer {
  IpAddress address;  ///< IpAddress() ("::") for a Unix socket
  std::uint16_t port = 0;
};

}  // namespace prichal::http
