#include "http/server/bound_address.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/encoding.h"

namespace prichal::http {
namespace {

/// Maximum unsent bytes of a connection in the kernel.
constexpr int kUnsent = 32 * 1024;

struct Address {
  sockaddr_storage storage{};
  socklen_t length = 0;
};

/// `from.host` must be a literal address.
Address Of(const ListenAddress& from) {
  Address address;
  if (from.is_v6()) {
    sockaddr_in6 v6{};
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(from.port);
    inet_pton(AF_INET6, from.host.c_str(), &v6.sin6_addr);
    std::memcpy(&address.storage, &v6, sizeof(v6));
    address.length = sizeof(v6);
    return address;
  }
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(from.port);
  inet_pton(AF_INET, from.host.c_str(), &v4.sin_addr);
  std::memcpy(&address.storage, &v4, sizeof(v4));
  address.length = sizeof(v4);
  return address;
}

std::uint16_t PortOf(const Address& address) {
  // sin_port and sin6_port have the same offset.
  sockaddr_in v4{};
  std::memcpy(&v4, &address.storage, sizeof(v4));
  return ntohs(v4.sin_port);
}

/// Keeps pending output in the write queue, where it is limited, instead of in up to 4 MB of kernel
/// memory. Accepted sockets inherit the option. Ignored if the kernel does not support it.
void BoundUnsent(int listening) {
  setsockopt(listening, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kUnsent, sizeof(kUnsent));
}

/// Returns a bound socket and sets `address` to the actual port. Empty, with errno, on failure.
std::optional<Descriptor> Bind(Address& address, bool v6_only, bool share) {
  Descriptor socket(
      ::socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!socket.is_open()) return std::nullopt;
  const int on = 1;
  setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  BoundUnsent(socket.fd());
  if (share) setsockopt(socket.fd(), SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on));
  if (address.storage.ss_family == AF_INET6) {
    // Set in both cases, because the default depends on the system.
    const int only = v6_only ? 1 : 0;
    setsockopt(socket.fd(), IPPROTO_IPV6, IPV6_V6ONLY, &only, sizeof(only));
  }
  // The interface requires sockaddr; sockaddr_storage is meant to be cast to it.
  auto* raw = reinterpret_cast<sockaddr*>(&address.storage);
  if (bind(socket.fd(), raw, address.length) != 0) return std::nullopt;
  if (getsockname(socket.fd(), raw, &address.length) != 0) return std::nullopt;
  return socket;
}

std::string CannotListen(const ListenAddress& address, std::string_view reason,
                         std::string_view fix) {
  return fmt::format("cannot listen on {}: {}. Fix: {}.", address.ToText(), reason, fix);
}

std::string CannotListen(const ListenAddress& address, int error, std::string_view fix) {
  return CannotListen(address, std::generic_category().message(error), fix);
}

std::string CannotListen(const ListenAddress& address, int error) {
  std::string_view fix = "choose another address";
  if (error == EADDRINUSE) {
    fix = "stop the process that uses it, or choose another port";
  } else if (error == EACCES) {
    fix =
        "choose a port above 1023, or allow lower ones: setcap cap_net_bind_service=+ep "
        "/usr/bin/prichal, or the drop-in ports-below-1024.conf of the package";
  } else if (error == EADDRNOTAVAIL) {
    fix = "use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all";
  }
  return CannotListen(address, error, fix);
}

/// Duplicates a descriptor.
Descriptor Another(int fd) { return Descriptor(fcntl(fd, F_DUPFD_CLOEXEC, 0)); }

Result<BoundAddress, std::string> BindUnix(const ListenAddress& address, std::size_t count) {
  auto only = UnixSocketFile::Bind(address);
  if (!only) return Fail(only.error());
  BoundAddress bound{.address = address.ToText(), .one_socket = true};
  while (bound.descriptors.size() + 1 < count) {
    bound.descriptors.push_back(Another(only->socket.fd()));
    if (!bound.descriptors.back().is_open()) return Fail(CannotListen(address, errno));
  }
  bound.descriptors.push_back(std::move(only->socket));
  bound.file.emplace(std::move(only->file));
  return bound;
}

/// Formats the address of a socket.
std::string TextOf(const Address& address) {
  if (address.storage.ss_family == AF_UNIX) {
    sockaddr_un path{};
    std::memcpy(&path, &address.storage, sizeof(path));
    const std::size_t size = address.length - offsetof(sockaddr_un, sun_path);
    return fmt::format("unix:{}", std::string(path.sun_path, strnlen(path.sun_path, size)));
  }
  ListenAddress ip{.port = PortOf(address)};
  std::array<char, INET6_ADDRSTRLEN> text{};
  const bool is_v6 = address.storage.ss_family == AF_INET6;
  sockaddr_in v4{};
  sockaddr_in6 v6{};
  std::memcpy(&v4, &address.storage, sizeof(v4));
  std::memcpy(&v6, &address.storage, sizeof(v6));
  const void* bytes = is_v6 ? static_cast<const void*>(&v6.sin6_addr) : &v4.sin_addr;
  inet_ntop(address.storage.ss_family, bytes, text.data(), text.size());
  ip.host = text.data();
  return ip.ToText();
}

int OptionOf(int fd, int option) {
  int value = 0;
  socklen_t size = sizeof value;
  return getsockopt(fd, SOL_SOCKET, option, &value, &size) == 0 ? value : -1;
}

/// Uses a socket of the service manager, which keeps it open when this server ends.
Result<BoundAddress, std::string> BindInherited(const ListenAddress& address, std::size_t count) {
  const int given = address.inherited;
  const int family = OptionOf(given, SO_DOMAIN);
  const bool fits = OptionOf(given, SO_ACCEPTCONN) == 1 &&
                    OptionOf(given, SO_TYPE) == SOCK_STREAM &&
                    (family == AF_INET || family == AF_INET6 || family == AF_UNIX);
  if (!fits) {
    return Fail(fmt::format(
        "cannot listen on {}: the socket that systemd passed is not a listening stream socket. "
        "Fix: use ListenStream= and Accept=no in the socket unit.",
        address.ToText()));
  }
  Address name{.length = sizeof(sockaddr_storage)};
  // The interface requires sockaddr; sockaddr_storage is meant to be cast to it.
  if (getsockname(given, reinterpret_cast<sockaddr*>(&name.storage), &name.length) != 0 ||
      fcntl(given, F_SETFL, fcntl(given, F_GETFL) | O_NONBLOCK) != 0) {
    return Fail(CannotListen(address, errno));
  }
  if (family != AF_UNIX) BoundUnsent(given);
  BoundAddress bound{.address = TextOf(name), .one_socket = true};
  while (bound.descriptors.size() < count) {
    bound.descriptors.push_back(Another(given));
    if (!bound.descriptors.back().is_open()) return Fail(CannotListen(address, errno));
  }
  return bound;
}

Result<BoundAddress, std::string> BindIp(const ListenAddress& listen, std::size_t count) {
  Address address = Of(listen);
  {
    // With port sharing, two servers could listen on one port and answer in turn. A bind without
    // sharing fails if another socket listens there.
    const auto probe = Bind(address, listen.v6_only, false);
    if (!probe) return Fail(CannotListen(listen, errno));
  }
  BoundAddress bound;
  for (std::size_t i = 0; i < count; ++i) {
    auto socket = Bind(address, listen.v6_only, count > 1);
    if (!socket || ::listen(socket->fd(), SOMAXCONN) != 0) return Fail(CannotListen(listen, errno));
    bound.descriptors.push_back(std::move(*socket));
  }
  ListenAddress real = listen;
  real.port = PortOf(address);
  bound.address = real.ToText();
  return bound;
}

Descriptor UnixSocket() {
  return Descriptor(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
}

sockaddr_un NameOf(const std::string& path) {
  sockaddr_un name{};
  name.sun_family = AF_UNIX;
  path.copy(name.sun_path, sizeof name.sun_path - 1);
  return name;
}

template <typename Call>
int With(const sockaddr_un& name, Call call) {
  // The interface requires sockaddr; sockaddr_un is meant to be cast to it.
  return call(reinterpret_cast<const sockaddr*>(&name), static_cast<socklen_t>(sizeof name));
}

/// Opens and locks the folder of `path`, until the descriptor is closed. Invalid, with errno, on
/// failure.
Descriptor LockFolderOf(const std::string& path) {
  const std::string folder = path.substr(0, std::max<std::size_t>(1, path.rfind('/')));
  Descriptor locked(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (locked.is_open() && flock(locked.fd(), LOCK_EX) != 0) return Descriptor(-1);
  return locked;
}

/// Returns the reason why the path cannot be used. Empty if it is free or its socket is stale.
std::optional<std::string> OwnerOf(const ListenAddress& address) {
  struct stat status {};
  if (lstat(address.path.c_str(), &status) != 0) return std::nullopt;
  if (!S_ISSOCK(status.st_mode)) {
    return CannotListen(address, "the path is a file, not a socket",
                        "choose another path, or move the file away");
  }
  const Descriptor probe = UnixSocket();
  const sockaddr_un name = NameOf(address.path);
  const bool taken =
      With(name, [&](auto* place, auto size) { return connect(probe.fd(), place, size); }) == 0;
  if (!taken && errno == ECONNREFUSED) return std::nullopt;
  // EAGAIN means that a process listens and that its queue is full.
  if (!taken && errno != EAGAIN) {
    return CannotListen(address, errno, "choose another path, or remove the socket");
  }
  ucred owner{};
  socklen_t size = sizeof owner;
  const bool is_identified =
      taken && getsockopt(probe.fd(), SOL_SOCKET, SO_PEERCRED, &owner, &size) == 0 && owner.pid > 0;
  return CannotListen(address,
                      is_identified ? fmt::format("process {} uses it", owner.pid)
                                    : std::string("another process uses it"),
                      "stop that process, or choose another path");
}

/// Returns the ID of a group by name or number. Empty if it does not exist.
std::optional<gid_t> GroupOf(const std::string& name) {
  if (const auto number = ParseNumber<gid_t>(name)) return number;
  std::vector<char> memory(64UL * 1024);
  group entry{};
  group* found = nullptr;
  if (getgrnam_r(name.c_str(), &entry, memory.data(), memory.size(), &found) != 0 ||
      found == nullptr) {
    return std::nullopt;
  }
  return found->gr_gid;
}

/// Sets mode and group of the socket file. Returns the error, if any.
std::optional<std::string> SetOwner(const ListenAddress& address) {
  if (!address.group.empty()) {
    const auto group = GroupOf(address.group);
    if (!group) {
      return CannotListen(address, fmt::format("unknown group \"{}\"", address.group),
                          "use a group that `getent group` lists");
    }
    if (chown(address.path.c_str(), static_cast<uid_t>(-1), *group) != 0) {
      return CannotListen(
          address,
          fmt::format("group {}: {}", address.group, std::generic_category().message(errno)),
          "add the server's user to the group");
    }
  }
  if (chmod(address.path.c_str(), address.mode) != 0) {
    return CannotListen(address, errno, "choose another path");
  }
  return std::nullopt;
}

}  // namespace

Result<BoundAddress, std::string> BindAll(const ListenAddress& address, std::size_t count) {
  switch (address.kind) {
    case ListenAddress::Kind::kUnix:
      return BindUnix(address, count);
    case ListenAddress::Kind::kInherited:
      return BindInherited(address, count);
    case ListenAddress::Kind::kIp:
      break;
  }
  return BindIp(address, count);
}

Result<UnixSocketFile::Bound, std::string> UnixSocketFile::Bind(const ListenAddress& address) {
  constexpr std::string_view kFolder =
      "choose an existing folder that the server's user can write to";
  const Descriptor locked = LockFolderOf(address.path);
  if (!locked.is_open()) return Fail(CannotListen(address, errno, kFolder));
  if (auto owner = OwnerOf(address)) return Fail(*std::move(owner));
  if (unlink(address.path.c_str()) != 0 && errno != ENOENT) {
    return Fail(CannotListen(address, errno, kFolder));
  }
  Descriptor socket = UnixSocket();
  const sockaddr_un name = NameOf(address.path);
  struct stat status {};
  if (With(name, [&](auto* place, auto size) { return bind(socket.fd(), place, size); }) != 0 ||
      lstat(address.path.c_str(), &status) != 0) {
    return Fail(CannotListen(address, errno, kFolder));
  }
  // Connections are refused until listen().
  auto problem = SetOwner(address);
  if (!problem && listen(socket.fd(), SOMAXCONN) != 0)
    problem = CannotListen(address, errno, kFolder);
  if (problem) {
    (void)unlink(address.path.c_str());
    return Fail(*std::move(problem));
  }
  return Bound{.socket = std::move(socket),
               .file = UnixSocketFile(address.path, status.st_dev, status.st_ino)};
}

UnixSocketFile::UnixSocketFile(UnixSocketFile&& other) noexcept
    : path_(std::exchange(other.path_, {})), device_(other.device_), node_(other.node_) {}

UnixSocketFile::~UnixSocketFile() {
  if (path_.empty()) return;
  const Descriptor locked = LockFolderOf(path_);
  struct stat status {};
  if (lstat(path_.c_str(), &status) != 0) return;
  if (status.st_dev == device_ && status.st_ino == node_) (void)unlink(path_.c_str());
}

}  // namespace prichal::http
