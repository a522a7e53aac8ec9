#include "bench/socket.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace prichal::bench {

Socket::Socket(Socket&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      poller_(std::exchange(other.poller_, nullptr)),
      error_(other.error_),
      later_(std::move(other.later_)) {}

Socket& Socket::operator=(Socket&& other) noexcept {
  if (this == &other) return *this;
  Close();
  fd_ = std::exchange(other.fd_, -1);
  poller_ = std::exchange(other.poller_, nullptr);
  error_ = other.error_;
  later_ = std::move(other.later_);
  return *this;
}

Socket::~Socket() { Close(); }

Result<Socket, std::string> Socket::Connect(const Target& target, int receive_buffer) {
  Socket socket(::socket(target.address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket.open()) {
    return Fail(fmt::format("cannot open a socket: {}; fewer streams, or a higher `ulimit -n`",
                            std::generic_category().message(errno)));
  }
  const int on = 1;
  setsockopt(socket.fd_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  if (receive_buffer > 0) {
    setsockopt(socket.fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof(receive_buffer));
  }
  const auto* where = reinterpret_cast<const sockaddr*>(&target.address);
  if (connect(socket.fd_, where, target.address_length) != 0 && errno != EINPROGRESS) {
    return Fail(fmt::format("cannot connect to {}: {}", target.authority,
                            std::generic_category().message(errno)));
  }
  return socket;
}

void Socket::Watch(const Poller& poller, Watched& watched) {
  poller_ = &poller;
  poller.Watch(fd_, watched);
}

Socket::Sent Socket::Send(std::string_view bytes) {
  if (!later_.empty()) {
    later_ += bytes;
    return Sent::kLater;
  }
  const ssize_t sent = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  if (sent == static_cast<ssize_t>(bytes.size())) return Sent::kAll;
  // EAGAIN also means "not connected yet".
  if (sent < 0 && errno != EAGAIN && errno != EINTR) {
    error_ = errno;
    return Sent::kFailed;
  }
  later_ = bytes.substr(sent < 0 ? 0 : static_cast<std::size_t>(sent));
  return Sent::kLater;
}

Socket::Sent Socket::Flush() {
  if (later_.empty()) return Sent::kAll;
  const std::string bytes = std::exchange(later_, {});
  return Send(bytes);
}

Socket::Received Socket::Receive(std::span<char> into, std::string_view& got) {
  got = {};
  const ssize_t count = recv(fd_, into.data(), into.size(), 0);
  if (count > 0) {
    got = {into.data(), static_cast<std::size_t>(count)};
    // A short read empties the kernel's buffer; epoll reports further bytes.
    return got.size() < into.size() ? Received::kLast : Received::kBytes;
  }
  if (count == 0) return Received::kClosed;
  if (errno == EAGAIN || errno == EINTR) return Received::kLast;
  error_ = errno;
  return Received::kFailed;
}

void Socket::Close() {
  if (poller_ != nullptr) std::exchange(poller_, nullptr)->Unwatch(fd_);
  if (fd_ >= 0) close(std::exchange(fd_, -1));
  later_.clear();
}

}  // namespace prichal::bench
