// A non-blocking TCP connection.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "bench/poller.h"
#include "bench/target.h"

namespace prichal::bench {

/// A non-blocking TCP connection. Bytes that the kernel does not accept at once are kept until
/// Flush().
class Socket {
 public:
  Socket() = default;
  /// Takes ownership of an accepted connection.
  explicit Socket(int fd) : fd_(fd) {}
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  Socket(Socket&& other) noexcept;
  Socket& operator=(Socket&& other) noexcept;
  ~Socket();

  /// Starts to connect; the first Receive() reports later errors. `receive_buffer` is the kernel's
  /// buffer in bytes; 0 is its default.
  static Result<Socket, std::string> Connect(const Target& target, int receive_buffer = 0);

  /// Reports events to `watched` until the socket is closed. `poller` must outlive the socket.
  void Watch(const Poller& poller, Watched& watched);

  enum class Sent { kAll, kLater, kFailed };
  /// Sends bytes, and keeps the part that the kernel does not accept (kLater).
  Sent Send(std::string_view bytes);
  /// Sends the kept bytes.
  Sent Flush();

  enum class Received {
    kBytes,   ///< More bytes may be available
    kLast,    ///< No more bytes for now; may be empty
    kClosed,  ///< The peer closed the connection
    kFailed,  ///< error() has the reason
  };
  /// Reads into `into`; `got` are the bytes that were read.
  Received Receive(std::span<char> into, std::string_view& got);

  /// Closes the connection and drops kept bytes.
  void Close();
  [[nodiscard]] bool open() const { return fd_ >= 0; }
  [[nodiscard]] int fd() const { return fd_; }
  [[nodiscard]] int error() const { return error_; }  ///< errno of the failed call

 private:
  int fd_ = -1;
  const Poller* poller_ = nullptr;
  int error_ = 0;
  std::string later_;
};

}  // namespace prichal::bench
