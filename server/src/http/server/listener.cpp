#include "http/server/listener.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "http/codec/response.h"
#include "http/connection/connection.h"
#include "http/connection/loop_context.h"

namespace prichal::http {
namespace {

constexpr int kAcceptsATurn = 64;
constexpr Millis kRetryAfter{100};

int OpenReserve() { return open("/dev/null", O_RDONLY | O_CLOEXEC); }

/// Peers of Unix sockets have no address.
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

Proxied RefusalOf(ProxyHeaderError error) {
  if (error == ProxyHeaderError::kMissing) return Proxied::kMissing;
  return error == ProxyHeaderError::kVersion1 ? Proxied::kVersion1 : Proxied::kMalformed;
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
  // Removes the socket from epoll first. Other descriptors of it can be open, also in other
  // processes, and would keep it registered.
  close(descriptor_->Release());
  descriptor_.reset();
}

void Listener::OnReadable() {
  if (descriptor_ == nullptr) return;
  int left = kAcceptsATurn;
  retry_ = false;
  while (left > 0 && AcceptOne()) --left;
  if (retry_ || reserve_fd_ < 0) {
    // Retry later instead of looping at once.
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
  // The interface requires sockaddr; sockaddr_storage is meant to be cast to it.
  return accept4(descriptor_->fd(), reinterpret_cast<sockaddr*>(&peer), &length,
                 SOCK_NONBLOCK | SOCK_CLOEXEC);
}

void Listener::Distribute(int fd, const sockaddr_storage& storage) {
  const int on = 1;
  // Disables Nagle's algorithm, so that small responses are sent at once. A failure only adds
  // latency.
  if (storage.ss_family != AF_UNIX) {
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  }
  const Peer peer = PeerOf(storage);
  AcceptTurns* turns = kind_.turns;
  if (turns == nullptr) return Admit(fd, peer);
  const std::size_t turn = turns->next.fetch_add(1, std::memory_order_relaxed);
  Listener& chosen = *turns->listeners[turn % turns->listeners.size()];
  if (&chosen == this) return Admit(fd, peer);
  // If the loop's mailbox is full or the loop has ended, the connection is closed.
  (void)chosen.context_.loop().Post(
      [&chosen, socket = Descriptor(fd), peer]() mutable { chosen.Admit(socket.Release(), peer); });
}

void Listener::Admit(int fd, const Peer& peer) {
  if (!kind_.proxied) return AdmitAs(fd, peer);
  // The file permissions of a Unix socket decide who can connect.
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
    // A response would require a TLS handshake.
    close(fd);
    return;
  }
  const Response busy = ErrorResponse(503, "too many connections",
                                      "Retry-After: 5\r\n" + std::string(handler_.ErrorLines()));
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
  // Another thread took the descriptor, or the system has none: do not retry at once.
  if (fd < 0 && !none_waits) retry_ = true;
  reserve_fd_ = OpenReserve();
  if (fd >= 0 && reserve_fd_ >= 0) {
    // A descriptor was freed meanwhile, so the connection can be kept.
    Distribute(fd, storage);
  } else if (fd >= 0) {
    context_.counters().refused_descriptors.Add();
    close(fd);
    reserve_fd_ = OpenReserve();
  }
  if (none_waits) descriptor_->FoundNothing();
  return fd >= 0 && reserve_fd_ >= 0;
}

class ProxyWaits::Wait final : public Timer {
 public:
  Wait(ProxyWaits& waits, Slots<Wait>::Place place, int fd, const Peer& balancer,
       Listener& listener)
      : waits_(waits),
        place_(place),
        descriptor_(waits.context_.reactor(), fd,
                    Token{.slot = place.slot | kSlotBit, .generation = place.generation}),
        balancer_(balancer),
        listener_(listener) {}

  [[nodiscard]] Slots<Wait>::Place place() const { return place_; }
  [[nodiscard]] Reactor::Descriptor& descriptor() { return descriptor_; }
  [[nodiscard]] const Peer& balancer() const { return balancer_; }
  [[nodiscard]] Listener& listener() const { return listener_; }

 private:
  void OnExpired() override {
    waits_.context_.counters().refused_proxied.at(PlaceOf(Proxied::kLate)).Add();
    waits_.End(*this);
  }

  ProxyWaits& waits_;
  const Slots<Wait>::Place place_;
  Reactor::Descriptor descriptor_;
  const Peer balancer_;
  Listener& listener_;
};

ProxyWaits::ProxyWaits(LoopContext& context) : context_(context) {}

ProxyWaits::~ProxyWaits() = default;

void ProxyWaits::Add(int fd, const Peer& balancer, Listener& listener) {
  const auto place = waits_.Reserve();
  Wait& wait = waits_.Put(place, std::make_unique<Wait>(*this, place, fd, balancer, listener));
  context_.shared().connections.fetch_add(1, std::memory_order_relaxed);
  context_.wheel().Schedule(wait, context_.now().steady + context_.options().header_deadline);
  // The header often arrives together with the connection.
  Look(wait);
}

void ProxyWaits::OnReady(Token token) {
  Wait* wait = waits_.Find(token.slot & ~kSlotBit, token.generation);
  if (wait != nullptr) Look(*wait);
}

void ProxyWaits::CloseAll() {
  waits_.ForEach([this](Wait& wait) { End(wait); });
}

void ProxyWaits::Look(Wait& wait) {
  const std::span<char> room = context_.scratch().first(ProxyHeader::kMostBytes);
  const int fd = wait.descriptor().fd();
  const ssize_t seen = recv(fd, room.data(), room.size(), MSG_PEEK);
  if (seen < 0 && errno != EAGAIN && errno != EINTR) return End(wait);
  // The balancer closed the connection without data, as health checks do.
  if (seen == 0) return End(wait);
  const std::string_view bytes(room.data(), static_cast<std::size_t>(std::max<ssize_t>(0, seen)));
  const auto header = ReadProxyHeader(bytes);
  if (!header) return Refuse(wait, header.error());
  if (!*header) {
    // The peeked bytes stay in the kernel; only further bytes trigger a report.
    wait.descriptor().FoundNothing();
    wait.descriptor().AwaitReadable();
    return;
  }
  const std::size_t size = (*header)->bytes;
  if (recv(fd, room.data(), size, 0) != static_cast<ssize_t>(size)) return End(wait);
  context_.counters().bytes_received.Add(size);
  const int socket = wait.descriptor().Release();
  const Peer peer = (*header)->source.value_or(wait.balancer());
  Listener& listener = wait.listener();
  End(wait);
  listener.AdmitAs(socket, peer);
}

void ProxyWaits::Refuse(Wait& wait, ProxyHeaderError error) {
  context_.counters().refused_proxied.at(PlaceOf(RefusalOf(error))).Add();
  End(wait);
}

void ProxyWaits::End(Wait& wait) {
  context_.shared().connections.fetch_sub(1, std::memory_order_relaxed);
  (void)waits_.Remove(wait.place().slot);
}

}  // namespace prichal::http
