#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "bench/poller.h"
#include "bench/target.h"

namespace prichal::bench {

/// A TCP connection that never blocks. What the kernel does not take at once is kept and goes out
/// with Flush().
class Socket {
 public:
  Socket() = default;
  /// Takes over an accepted one.
  explicit Socket(int fd) : fd_(fd) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;
  ~Socket();

  /// Begins to connect; what goes wrong later comes with the first Receive(). `receive_buffer`:
  /// bytes of the kernel's, 0 for its own choice.
  static Result<Socket, std::string> Connect(const Target& target, int receive_buffer = 0);

  /// Reports events to `watched` until the socket is closed. `poller` must outlive the socket.
  void Watch(const Poller& poller, Watched& watched);

  enum class Sent { kAll, kLater, kFailed };
  Sent Send(std::string_view bytes);
  Sent Flush();

  enum class Received {
    kBytes,   ///< there may be more
    kLast,    ///< nothing more there now; may come with bytes
    kClosed,  ///< the other end has closed
    kFailed,  ///< error() says why
  };
  Received Receive(std::span<char> into, std::string_view& got);

  void Close();
  [[nodiscard]] bool open() const { return fd_ >= 0; }
  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] int error() const { return error_; }  ///< errno of what failed

 private:
  int fd_ = -1;
  const Poller* poller_ = nullptr;
  int error_ = 0;
  std::string later_;
};

}  // namespace prichal::bench
