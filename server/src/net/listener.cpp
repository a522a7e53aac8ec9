#include "net/listener.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "net/event_loop.h"

namespace prichal::net {
namespace {

constexpr int kAcceptsATurn = 64;
constexpr Millis kRetryWithoutReserve{100};

int OpenReserve() { return open("/dev/null", O_RDONLY | O_CLOEXEC); }

Peer PeerOf(const sockaddr_storage& storage) {
  Peer peer;
  if (storage.ss_family == AF_INET6) {
    sockaddr_in6 v6{};
    std::memcpy(&v6, &storage, sizeof(v6));
    IpAddress::Bytes bytes{};
    std::memcpy(bytes.data(), &v6.sin6_addr, bytes.size());
    peer = {.address = IpAddress(bytes), .port = ntohs(v6.sin6_port)};
  } else if (storage.ss_family == AF_INET) {
    sockaddr_in v4{};
    std::memcpy(&v4, &storage, sizeof(v4));
    std::array<unsigned char, 4> bytes{};
    std::memcpy(bytes.data(), &v4.sin_addr, bytes.size());
    peer = {.address = IpAddress(bytes), .port = ntohs(v4.sin_port)};
  }
  return peer;
}

}  // namespace

Listener::Listener(EventLoop& loop, int fd, Token token, std::unique_ptr<Handler> handler,
                   bool admin)
    : loop_(loop),
      descriptor_(std::make_unique<Reactor::Descriptor>(loop.reactor(), fd, token)),
      handler_(std::move(handler)),
      admin_(admin),
      reserve_fd_(OpenReserve()) {}

Listener::~Listener() {
  if (reserve_fd_ >= 0) close(reserve_fd_);
}

void Listener::Start() { descriptor_->AwaitReadable(); }

void Listener::OnReadable() {
  if (descriptor_ == nullptr) return;
  int left = kAcceptsATurn;
  while (left > 0 && AcceptOne()) --left;
  if (reserve_fd_ < 0) {
    // Not even the reserve: look again later instead of at once and for ever.
    loop_.wheel().Schedule(*this, loop_.now().steady + kRetryWithoutReserve);
    reserve_fd_ = OpenReserve();
    return;
  }
  descriptor_->AwaitReadable();
}

bool Listener::AcceptOne() {
  sockaddr_storage storage{};
  const int fd = Accept(storage);
  if (fd >= 0) {
    Admit(fd, storage);
    return true;
  }
  if (errno == ECONNABORTED || errno == EINTR || errno == EPROTO) return true;
  if (errno == EMFILE || errno == ENFILE) return AcceptWithReserve();
  descriptor_->FoundNothing();
  return false;
}

int Listener::Accept(sockaddr_storage& peer) {
  socklen_t length = sizeof(peer);
  // The interface wants sockaddr; the storage type exists for this cast.
  return accept4(descriptor_->fd(), reinterpret_cast<sockaddr*>(&peer), &length,
                 SOCK_NONBLOCK | SOCK_CLOEXEC);
}

void Listener::Admit(int fd, const sockaddr_storage& peer) {
  const int on = 1;
  // Small answers must not wait for an acknowledgement (Nagle); a failure only costs latency.
  (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  const std::size_t open = loop_.shared().connections.load(std::memory_order_relaxed);
  if (!admin_ && open >= loop_.options().max_connections) {
    RefuseFull(fd);
  } else {
    loop_.Adopt(fd, PeerOf(peer), *handler_, admin_);
  }
}

void Listener::RefuseFull(int fd) {
  static constexpr std::string_view kBusy =
      "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nAccess-Control-Allow-Origin: *\r\n"
      "Content-Type: application/json\r\nContent-Length: 52\r\nConnection: close\r\n\r\n"
      "{\"message\":\"too many connections\",\"statusCode\":503}\n";
  loop_.counters().refused_full.Add();
  (void)send(fd, kBusy.data(), kBusy.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  shutdown(fd, SHUT_WR);
  close(fd);
}

bool Listener::AcceptWithReserve() {
  if (reserve_fd_ < 0) return false;
  close(reserve_fd_);
  sockaddr_storage storage{};
  const int fd = Accept(storage);
  const bool none_waits = fd < 0 && errno == EAGAIN;
  reserve_fd_ = OpenReserve();
  if (fd >= 0 && reserve_fd_ >= 0) {
    // A descriptor came free in between: the newcomer did not take the last one.
    Admit(fd, storage);
  } else if (fd >= 0) {
    loop_.counters().refused_descriptors.Add();
    close(fd);
    reserve_fd_ = OpenReserve();
  }
  if (none_waits) descriptor_->FoundNothing();
  return !none_waits && reserve_fd_ >= 0;
}

}  // namespace prichal::net
