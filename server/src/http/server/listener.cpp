#include "http/server/listener.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string>

#include "base/descriptor.h"
#include "http/codec/response_builder.h"
#include "http/connection/connection.h"
#include "http/connection/loop_context.h"
#include "http/connection/opening_connection.h"

namespace prichal::net {
namespace {

constexpr int kAcceptsATurn = 64;
constexpr Millis kRetryAfter{100};

int OpenReserve() { return open("/dev/null", O_RDONLY | O_CLOEXEC); }

/// Who connects to a unix socket has no address.
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

Listener::Listener(LoopContext& context, ProxyWaits& proxy_waits, int fd, Token token,
                   Handler& handler, const ListenerKind& kind)
    : context_(context),
      proxy_waits_(proxy_waits),
      descriptor_(std::make_unique<Reactor::Descriptor>(
          context.reactor(), fd, token,
          kind.turns == nullptr ? Reactor::Descriptor::Watched::kHereAlone
                                : Reactor::Descriptor::Watched::kByOthersToo)),
      handler_(handler),
      kind_(kind),
      reserve_fd_(OpenReserve()) {
  if (kind_.turns != nullptr) kind_.turns->listeners.push_back(this);
}

Listener::~Listener() {
  if (reserve_fd_ >= 0) close(reserve_fd_);
}

void Listener::Start() { descriptor_->AwaitReadable(); }

void Listener::Close() {
  if (descriptor_ == nullptr) return;
  // The socket may have other descriptors, in the server or another process, and the kernel would
  // go on telling this loop of it.
  close(descriptor_->Release());
  descriptor_.reset();
}

void Listener::OnReadable() {
  if (descriptor_ == nullptr) return;
  int left = kAcceptsATurn;
  retry_ = false;
  while (left > 0 && AcceptOne()) --left;
  if (retry_ || reserve_fd_ < 0) {
    // Look again later instead of at once and for ever.
    context_.wheel().Schedule(*this, context_.now().steady + kRetryAfter);
    if (reserve_fd_ < 0) reserve_fd_ = OpenReserve();
    return;
  }
  descriptor_->AwaitReadable();
}

bool Listener::AcceptOne() {
  sockaddr_storage storage{};
  const int fd = Accept(storage);
  if (fd >= 0) {
    Distribute(fd, storage);
    return true;
  }
  if (errno == ECONNABORTED || errno == EINTR || errno == EPROTO) return true;
  if (errno == EMFILE || errno == ENFILE) return AcceptWithReserve();
  if (errno == EAGAIN) {
    descriptor_->FoundNothing();
  } else {
    retry_ = true;
  }
  return false;
}

int Listener::Accept(sockaddr_storage& peer) {
  socklen_t length = sizeof(peer);
  // The interface wants sockaddr; the storage type exists for this cast.
  return accept4(descriptor_->fd(), reinterpret_cast<sockaddr*>(&peer), &length,
                 SOCK_NONBLOCK | SOCK_CLOEXEC);
}

void Listener::Distribute(int fd, const sockaddr_storage& storage) {
  const int on = 1;
  // Small responses must not wait for an acknowledgement (Nagle); a failure only costs latency.
  if (storage.ss_family != AF_UNIX) {
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  }
  const Peer peer = PeerOf(storage);
  AcceptTurns* turns = kind_.turns;
  if (turns == nullptr) return Admit(fd, peer);
  const std::size_t turn = turns->next.fetch_add(1, std::memory_order_relaxed);
  Listener& chosen = *turns->listeners[turn % turns->listeners.size()];
  if (&chosen == this) return Admit(fd, peer);
  // A loop whose mailbox is full, or that has ended, closes the connection.
  (void)chosen.context_.loop().Post(
      [&chosen, socket = Descriptor(fd), peer]() mutable { chosen.Admit(socket.Release(), peer); });
}

void Listener::Admit(int fd, const Peer& peer) {
  if (!kind_.proxied) return AdmitAs(fd, peer);
  // Who may connect to a unix socket is decided by its file.
  if (peer.address != IpAddress() && !context_.options().trusts_balancer(peer.address)) {
    context_.counters().refused_proxied.at(PlaceOf(Proxied::kUntrusted)).Add();
    close(fd);
    return;
  }
  if (HasRoom(fd)) proxy_waits_.Add(fd, peer, *this);
}

bool Listener::HasRoom(int fd) {
  const ServerOptions& options = context_.options();
  const auto& open = context_.shared().connections;
  if (open.load(std::memory_order_relaxed) >=
      options.max_connections - options.max_connections / 10) {
    context_.connections().CloseIdleConnections();
  }
  if (open.load(std::memory_order_relaxed) < options.max_connections) return true;
  context_.counters().refused_full.Add();
  Refuse(fd);
  return false;
}

void Listener::AdmitAs(int fd, const Peer& peer) {
  if (kind_.admin) {
    return AddSocket(context_, fd, {.peer = peer, .handler = handler_, .admin = true}, kind_.tls);
  }
  if (!HasRoom(fd)) return;
  std::optional<ConcurrencyLimiter::Entry> counted = ConcurrencyLimiter::kNotCounted;
  if (context_.options().counts_address(peer.address)) {
    counted = context_.shared().by_address->Open(peer.address);
  }
  if (!counted) {
    context_.counters().refused_address.Add();
    return Refuse(fd);
  }
  AddSocket(context_, fd, {.peer = peer, .handler = handler_, .counted = *counted}, kind_.tls);
}

void Listener::Refuse(int fd) {
  if (kind_.tls) {
    // To say it would take the handshake that there is no room for.
    close(fd);
    return;
  }
  const http::Response busy = http::ErrorResponse(
      503, "too many connections", "Retry-After: 5\r\n" + std::string(handler_.ErrorLines()));
  const std::string whole =
      *busy.head + *context_.HeadEndFor(LoopContext::HeadEnd::kClose) + *busy.body;
  (void)send(fd, whole.data(), whole.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  shutdown(fd, SHUT_WR);
  close(fd);
}

bool Listener::AcceptWithReserve() {
  if (reserve_fd_ < 0) return false;
  close(reserve_fd_);
  sockaddr_storage storage{};
  const int fd = Accept(storage);
  const bool none_waits = fd < 0 && errno == EAGAIN;
  // Another thread was quicker, or the whole machine has none: asking on would be a spin.
  if (fd < 0 && !none_waits) retry_ = true;
  reserve_fd_ = OpenReserve();
  if (fd >= 0 && reserve_fd_ >= 0) {
    // A descriptor came free in between: the newcomer did not take the last one.
    Distribute(fd, storage);
  } else if (fd >= 0) {
    context_.counters().refused_descriptors.Add();
    close(fd);
    reserve_fd_ = OpenReserve();
  }
  if (none_waits) descriptor_->FoundNothing();
  return fd >= 0 && reserve_fd_ >= 0;
}

}  // namespace prichal::net
