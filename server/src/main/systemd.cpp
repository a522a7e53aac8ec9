#include "main/systemd.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/time.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <system_error>
#include <utility>

#include "base/encoding.h"

namespace prichal::main {
namespace {

/// Timeout for sending to the service manager.
constexpr timeval kPatience{.tv_sec = 2, .tv_usec = 0};

/// A status must be one line.
std::string OneLine(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return line;
}

}  // namespace

Result<Notifier, std::string> Notifier::Open(std::string_view socket) {
  Notifier notifier;
  if (socket.empty()) return notifier;
  const auto refuse = [socket](std::string_view reason) {
    return Fail(fmt::format("NOTIFY_SOCKET = \"{}\": {}", OneLine(socket), reason));
  };
  const bool is_abstract = socket.front() == '@';
  if (!is_abstract && socket.front() != '/') return refuse("expected /a/path or @a-name");
  sockaddr_un& address = notifier.address_;
  // A path ends with a zero byte. An abstract name begins with one and has an explicit length.
  const std::size_t room = sizeof address.sun_path - (is_abstract ? 0 : 1);
  if (socket.size() < 2 || socket.size() > room) {
    return refuse(fmt::format("expected 2 to {} bytes", room));
  }
  address.sun_family = AF_UNIX;
  std::copy(socket.begin(), socket.end(), std::begin(address.sun_path));
  if (is_abstract) address.sun_path[0] = '\0';
  notifier.address_size_ = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + socket.size() +
                                                  (is_abstract ? 0 : 1));
  notifier.socket_ = Descriptor(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  if (!notifier.socket_.is_open()) return refuse(std::generic_category().message(errno));
  setsockopt(notifier.socket_.fd(), SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
  return notifier;
}

void Notifier::Ready(std::string_view status) const {
  Send(fmt::format("READY=1\nSTATUS={}\n", OneLine(status)));
}

void Notifier::Reloading() const {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  Send(fmt::format("RELOADING=1\nMONOTONIC_USEC={}\n",
                   std::int64_t{now.tv_sec} * 1'000'000 + now.tv_nsec / 1'000));
}

void Notifier::Stopping(std::string_view status) const {
  Send(fmt::format("STOPPING=1\nSTATUS={}\n", OneLine(status)));
}

void Notifier::Feed() const { Send("WATCHDOG=1\n"); }

void Notifier::Send(std::string_view lines) const {
  if (!socket_.is_open()) return;
  const auto* address = reinterpret_cast<const sockaddr*>(&address_);
  ssize_t sent = -1;
  do {
    sent = sendto(socket_.fd(), lines.data(), lines.size(), MSG_NOSIGNAL, address, address_size_);
  } while (sent < 0 && errno == EINTR);
}

std::optional<std::chrono::microseconds> WatchdogInterval(const char* microseconds, const char* pid,
                                                          pid_t self) {
  if (microseconds == nullptr) return std::nullopt;
  if (pid != nullptr && ParseNumber<pid_t>(pid) != self) return std::nullopt;
  const auto interval = ParseNumber<std::int64_t>(microseconds);
  if (!interval || *interval <= 0) return std::nullopt;
  return std::chrono::microseconds(*interval);
}

namespace {

constexpr int kFirst = 3;  // SD_LISTEN_FDS_START
/// Upper limit, to reject absurd numbers. No service has as many sockets.
constexpr int kMost = 4096;

std::optional<int> NumberFrom(const char* text) {
  return text == nullptr ? std::nullopt : ParseNumber<int>(text);
}

}  // namespace

const char* Variable(const char* const* variables, std::string_view name) {
  for (; *variables != nullptr; ++variables) {
    const std::string_view text(*variables);
    if (text.starts_with(name) && text.substr(name.size()).starts_with('=')) {
      return text.substr(name.size() + 1).data();
    }
  }
  return nullptr;
}

InheritedSockets InheritedSockets::Claim(const char* const* variables, pid_t self) {
  InheritedSockets all;
  const auto count = NumberFrom(Variable(variables, "LISTEN_FDS"));
  if (!count || NumberFrom(Variable(variables, "LISTEN_PID")) != self) return all;
  const char* const given = Variable(variables, "LISTEN_FDNAMES");
  std::string_view names = given == nullptr ? "" : given;
  for (int fd = kFirst; fd < kFirst + std::clamp(*count, 0, kMost); ++fd) {
    const std::string_view name = names.substr(0, names.find(':'));
    names.remove_prefix(std::min(name.size() + 1, names.size()));
    const int flags = fcntl(fd, F_GETFD);
    if (flags < 0 || fcntl(fd, F_SETFD, flags | FD_CLOEXEC) != 0) continue;
    all.sockets_.push_back(
        {.name = std::string(name.empty() ? kUnnamed : name), .descriptor = Descriptor(fd)});
  }
  return all;
}

void InheritedSockets::ForgetVariables() {
  for (const char* const name : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"}) {
    unsetenv(name);  // NOLINT(concurrency-mt-unsafe): no other thread runs yet
  }
}

std::vector<Descriptor> InheritedSockets::TakeByName(std::string_view name) {
  std::vector<Descriptor> given;
  for (Socket& socket : sockets_) {
    if (socket.name == name) given.push_back(std::move(socket.descriptor));
  }
  std::erase_if(sockets_, [name](const Socket& socket) { return socket.name == name; });
  return given;
}

std::vector<std::string> InheritedSockets::names() const {
  std::vector<std::string> names;
  for (const Socket& socket : sockets_) {
    if (std::find(names.begin(), names.end(), socket.name) == names.end()) {
      names.push_back(socket.name);
    }
  }
  return names;
}

}  // namespace prichal::main
