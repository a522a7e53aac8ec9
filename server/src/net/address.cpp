#include "net/address.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <system_error>
#include <utility>

#include "base/descriptor.h"

namespace prichal::net {
namespace {

/// Bytes of a connection that may wait in the kernel before they can be sent.
constexpr int kUnsent = 32 * 1024;

struct Address {
  sockaddr_storage storage{};
  socklen_t length = 0;
};

std::optional<std::uint16_t> ParsePort(std::string_view text) {
  std::uint16_t port = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return port;
}

std::optional<Address> Parse(std::string_view listen) {
  const std::size_t colon = listen.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto port = ParsePort(listen.substr(colon + 1));
  std::string host(listen.substr(0, colon));
  if (!port || host.empty()) return std::nullopt;

  Address address;
  if (host.front() == '[' && host.back() == ']') {
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(*port);
    host = host.substr(1, host.size() - 2);
    if (inet_pton(AF_INET6, host.c_str(), &v6.sin6_addr) != 1) return std::nullopt;
    std::memcpy(&address.storage, &v6, sizeof(v6));
    address.length = sizeof(v6);
    return address;
  }
  if (host == "localhost") host = "127.0.0.1";
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(*port);
  if (inet_pton(AF_INET, host.c_str(), &v4.sin_addr) != 1) return std::nullopt;
  std::memcpy(&address.storage, &v4, sizeof(v4));
  address.length = sizeof(v4);
  return address;
}

std::uint16_t PortOf(const Address& address) {
  // sin_port and sin6_port lie at the same place.
  sockaddr_in v4{};
  std::memcpy(&v4, &address.storage, sizeof(v4));
  return ntohs(v4.sin_port);
}

/// A bound socket; `address` gets the real port. Nothing, and errno, when it is refused.
std::optional<Descriptor> Bind(Address& address, bool share) {
  Descriptor socket(
      ::socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket.is_open()) return std::nullopt;
  const int on = 1;
  setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  // What is sent and not taken stays in our queue, where it is bounded, and not in up to four
  // megabytes of the kernel. Accepted sockets inherit it; a kernel without it sends as ever.
  setsockopt(socket.fd(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kUnsent, sizeof(kUnsent));
  if (share) setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on));
  if (address.storage.ss_family == AF_INET6) {
    // "[::]" takes IPv4 too, whatever the system's default.
    const int off = 0;
    setsockopt(socket.fd(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off));
  }
  // The interface wants sockaddr; the storage type exists for this cast.
  auto* raw = reinterpret_cast<sockaddr*>(&address.storage);
  if (bind(socket.fd(), raw, address.length) != 0) return std::nullopt;
  if (getsockname(socket.fd(), raw, &address.length) != 0) return std::nullopt;
  return socket;
}

ListenError Refused(std::string_view listen, int error) {
  std::string_view way_out = "choose another address";
  if (error == EADDRINUSE) {
    way_out = "stop the other process, or choose another port (port 0 takes any free one)";
  } else if (error == EACCES) {
    way_out = "choose a port above 1023, or allow the process to bind low ports";
  } else if (error == EADDRNOTAVAIL) {
    way_out = "choose an address of this machine, 127.0.0.1 or 0.0.0.0";
  }
  return {fmt::format("cannot listen on {}: {}; {}", listen, std::generic_category().message(error),
                      way_out)};
}

}  // namespace

Result<BoundAddress, ListenError> BindAll(std::string_view listen, std::size_t count) {
  auto address = Parse(listen);
  if (!address) {
    return Fail(ListenError{fmt::format(
        "cannot listen on \"{}\": not an address; write HOST:PORT with a numeric host, such as "
        "127.0.0.1:8080 or [::1]:8080",
        listen)});
  }
  {
    // Sockets that share would let two servers run on one port and answer in turn. One that does
    // not share is refused if another socket listens there.
    const auto probe = Bind(*address, false);
    if (!probe) return Fail(Refused(listen, errno));
  }
  BoundAddress bound;
  std::vector<Descriptor> sockets;
  for (std::size_t i = 0; i < count; ++i) {
    auto socket = Bind(*address, count > 1);
    if (!socket || ::listen(socket->fd(), SOMAXCONN) != 0) return Fail(Refused(listen, errno));
    sockets.push_back(std::move(*socket));
  }
  for (Descriptor& socket : sockets) bound.descriptors.push_back(socket.Release());
  bound.address = fmt::format("{}:{}", listen.substr(0, listen.rfind(':')), PortOf(*address));
  return bound;
}

}  // namespace prichal::net
