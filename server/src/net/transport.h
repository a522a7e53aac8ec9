#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/clock.h"

namespace prichal::net {

/// The way of a connection's bytes: a socket, or in a test whatever a socket may do to us. Lives on
/// its connection's loop.
class Transport {
 public:
  Transport() = default;
  Transport(const Transport&) = delete;
  Transport& operator=(const Transport&) = delete;
  virtual ~Transport() = default;

  /// As recv(2): the number of bytes; 0 when the peer has ended; -1 and errno.
  [[nodiscard]] virtual std::ptrdiff_t Receive(std::span<char> into) = 0;
  /// As sendmsg(2) with these parts one behind the other: the number of bytes taken; -1 and errno.
  [[nodiscard]] virtual std::ptrdiff_t Send(std::span<const std::string_view> parts) = 0;
  /// One report to come when there is something to read, or the peer has ended or failed.
  virtual void AwaitReadable() = 0;
  /// One report to come when Send() may take something.
  virtual void AwaitWritable() = 0;
  /// The peer is told that nothing more comes; it may still be read from.
  virtual void EndSending() = 0;
  /// The connection fails when the peer acknowledges nothing for so long of what was sent.
  virtual void FailWithoutAcknowledgement(Millis after) = 0;
};

}  // namespace prichal::net
