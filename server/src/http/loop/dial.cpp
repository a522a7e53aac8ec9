#include "http/loop/dial.h"

#include <netinet/tcp.h>
#include <unistd.h>

#include <cerrno>

namespace prichal::net {
namespace {

/// So long the kernel waits for an acknowledgement before the connection fails, also at rest: a
/// peer whose machine has gone says nothing. In seconds.
constexpr int kQuiet = 10;
constexpr int kAskAgain = 5;
constexpr int kAsk = 3;

}  // namespace

Result<int, int> Dial(const SocketAddress& address) {
  const int fd =
      socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP);
  if (fd < 0) return Fail(int{errno});
  const int on = 1;
  // What is written at once has been gathered already.
  (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  (void)setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
  (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &kQuiet, sizeof(kQuiet));
  (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &kAskAgain, sizeof(kAskAgain));
  (void)setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &kAsk, sizeof(kAsk));
  // The interface wants sockaddr; the storage type exists for this cast.
  const auto* raw = reinterpret_cast<const sockaddr*>(&address.storage);
  if (connect(fd, raw, address.length) != 0 && errno != EINPROGRESS) {
    const int error = errno;
    close(fd);
    return Fail(int{error});
  }
  return fd;
}

int ConnectionError(int fd) {
  int error = 0;
  socklen_t length = sizeof(error);
  if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) != 0) return errno;
  return error;
}

}  // namespace prichal::net
