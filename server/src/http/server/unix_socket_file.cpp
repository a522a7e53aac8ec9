#include "http/server/unix_socket_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace prichal::net {
namespace {

std::string CannotListen(const ListenAddress& address, std::string_view reason,
                         std::string_view way_out) {
  return fmt::format("cannot listen on {}: {}; {}", address.ToText(), reason, way_out);
}

std::string CannotListen(const ListenAddress& address, int error, std::string_view way_out) {
  return CannotListen(address, std::generic_category().message(error), way_out);
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
  // The interface wants sockaddr; this is the cast that it is made for.
  return call(reinterpret_cast<const sockaddr*>(&name), static_cast<socklen_t>(sizeof name));
}

/// The folder of `path`, locked until it is closed; none, and errno, where that cannot be.
Descriptor LockFolderOf(const std::string& path) {
  const std::string folder = path.substr(0, std::max<std::size_t>(1, path.rfind('/')));
  Descriptor locked(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (locked.is_open() && flock(locked.fd(), LOCK_EX) != 0) return Descriptor(-1);
  return locked;
}

/// Why nobody may listen in place of what has this name; nothing: nobody listens there.
std::optional<std::string> OwnerOf(const ListenAddress& address) {
  struct stat status {};
  if (lstat(address.path.c_str(), &status) != 0) return std::nullopt;
  if (!S_ISSOCK(status.st_mode)) {
    return CannotListen(address, "a file of this name is there, and no socket",
                        "choose another path, or move the file away");
  }
  const Descriptor probe = UnixSocket();
  const sockaddr_un name = NameOf(address.path);
  const bool taken =
      With(name, [&](auto* place, auto size) { return connect(probe.fd(), place, size); }) == 0;
  if (!taken && errno == ECONNREFUSED) return std::nullopt;
  // With EAGAIN somebody listens too: his queue is full.
  if (!taken && errno != EAGAIN) {
    return CannotListen(address, errno, "whether a server listens there cannot be told");
  }
  ucred owner{};
  socklen_t size = sizeof owner;
  const bool is_identified =
      taken && getsockopt(probe.fd(), SOL_SOCKET, SO_PEERCRED, &owner, &size) == 0 && owner.pid > 0;
  return CannotListen(address,
                      is_identified ? fmt::format("process {} listens there", owner.pid)
                                    : std::string("another process listens there"),
                      "stop it, or choose another path");
}

/// The number of a group that is named, or is a number already.
std::optional<gid_t> GroupOf(const std::string& name) {
  gid_t number = 0;
  const char* end = name.data() + name.size();
  const auto [stop, error] = std::from_chars(name.data(), end, number);
  if (error == std::errc() && stop == end) return number;
  std::vector<char> memory(64UL * 1024);
  group entry{};
  group* found = nullptr;
  if (getgrnam_r(name.c_str(), &entry, memory.data(), memory.size(), &found) != 0 ||
      found == nullptr) {
    return std::nullopt;
  }
  return found->gr_gid;
}

/// Who may connect.
std::optional<std::string> SetOwner(const ListenAddress& address) {
  if (!address.group.empty()) {
    const auto group = GroupOf(address.group);
    if (!group) {
      return CannotListen(address, fmt::format("there is no group \"{}\"", address.group),
                          "name one that `getent group` knows");
    }
    if (chown(address.path.c_str(), static_cast<uid_t>(-1), *group) != 0) {
      return CannotListen(
          address,
          fmt::format("group {}: {}", address.group, std::generic_category().message(errno)),
          "the server's user has to be a member of the group");
    }
  }
  if (chmod(address.path.c_str(), address.mode) != 0) {
    return CannotListen(address, errno, "choose another path");
  }
  return std::nullopt;
}

}  // namespace

Result<UnixSocketFile::Bound, std::string> UnixSocketFile::Bind(const ListenAddress& address) {
  constexpr std::string_view kFolder =
      "choose a folder that is there and that the server's user may write to";
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
  // Before it listens whoever connects is refused.
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

}  // namespace prichal::net
