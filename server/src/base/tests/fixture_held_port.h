#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "base/descriptor.h"

namespace prichal {

/// For tests: a TCP port that belongs to the test as long as the object lives.
///
/// Holds a socket that is bound with SO_REUSEADDR and does not listen. Linux gives the port neither
/// to bind() with port 0 nor to connect(), and refuses connections to it. A server that sets
/// SO_REUSEADDR can bind to it by its number and listen, again after each restart.
class HeldPort {
 public:
  /// `host`: an IPv4 address of this machine.
  explicit HeldPort(std::string host = "127.0.0.1")
      : host_(std::move(host)), socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    inet_pton(AF_INET, host_.c_str(), &address.sin_addr);
    socklen_t size = sizeof address;
    auto* const name = reinterpret_cast<sockaddr*>(&address);
    const int on = 1;
    if (setsockopt(socket_.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        bind(socket_.fd(), name, size) != 0 || getsockname(socket_.fd(), name, &size) != 0) {
      throw std::runtime_error("cannot hold a port of " + host_);
    }
    number_ = ntohs(address.sin_port);
  }

  /// Accepts connections into the socket's queue from now on, as a service manager does for a
  /// socket unit. A server gets the socket by its descriptor.
  void Listen() const {
    if (listen(socket_.fd(), 4'096) != 0) throw std::runtime_error("cannot listen on " + address());
  }

  [[nodiscard]] int fd() const { return socket_.fd(); }
  [[nodiscard]] std::uint16_t number() const { return number_; }
  /// "127.0.0.1:43127"
  [[nodiscard]] std::string address() const { return host_ + ":" + std::to_string(number_); }

 private:
  std::string host_;
  Descriptor socket_;
  std::uint16_t number_ = 0;
};

}  // namespace prichal
