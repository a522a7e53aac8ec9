#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/address.h"
#include "base/clock.h"
#include "http/loop/reactor.h"

namespace prichal::net {

/// What a connection sends and receives bytes by: a socket, TLS over another transport, or a fake
/// in tests. Owned by its connection. The loop's thread.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  enum class Opening : std::uint8_t {
    kDone,
    kUnderWay,  ///< a report is to come, of either kind; Open() is then called again
    kRefused,   ///< the peer has been told why, and may be given time to read it
    kFailed,
  };
  /// Whether Open() has to be done before anything is received or sent.
  [[nodiscard]] virtual bool has_opening() const { return false; }
  /// Goes on with what comes before bytes of ours, such as the handshake of TLS.
  [[nodiscard]] virtual Opening Open() { return Opening::kDone; }

  /// When that is done: both ends have agreed on HTTP/2 (RFC 9113 section 3.2).
  [[nodiscard]] virtual bool chose_http2() const { return false; }

  /// As recv(2): the number of bytes; 0 when the peer has ended; -1 and errno.
  [[nodiscard]] virtual std::ptrdiff_t Receive(std::span<char> into) = 0;
  /// As sendmsg(2) with these parts one behind the other: the number of bytes taken; -1 and errno.
  [[nodiscard]] virtual std::ptrdiff_t Send(std::span<const std::string_view> parts) = 0;
  /// More than 0: Send() takes one part at a time, of at most so many bytes, and after EAGAIN one
  /// that begins with the same bytes and is no shorter.
  [[nodiscard]] virtual std::size_t record_bytes() const { return 0; }
  /// One report to come when there is something to read, or the peer has ended or failed.
  virtual void AwaitReadable() = 0;
  /// One report to come in the next turn: what came before has not all been given.
  virtual void ReadAgain() = 0;
  /// One report to come when Send() may take something.
  virtual void AwaitWritable() = 0;
  /// The peer is told that nothing more comes; it may still be read from.
  virtual void EndSending() = 0;
  /// The connection fails when the peer acknowledges nothing for so long of what was sent.
  virtual void FailWithoutAcknowledgement(Millis after) = 0;
};

/// A TCP socket that a reactor watches.
class SocketTransport final : public Transport {
 public:
  /// Owns `fd`. `token`: what the reactor reports it under.
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

/// The other end of a connection.
struct Peer {
  IpAddress address;  ///< IpAddress(), "::": it has none, it came through a unix socket
  std::uint16_t port = 0;
};

}  // namespace prichal::net
