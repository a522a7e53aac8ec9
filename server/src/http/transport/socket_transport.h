#pragma once

#include "http/loop/reactor.h"
#include "http/transport/transport.h"

namespace prichal::net {

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

}  // namespace prichal::net
