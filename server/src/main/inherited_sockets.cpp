#include "main/inherited_sockets.h"

#include <fcntl.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <utility>

namespace prichal::systemd {
namespace {

constexpr int kFirst = 3;  // SD_LISTEN_FDS_START
/// More than any service has; a number out of thin air is not counted up to.
constexpr int kMost = 4096;

std::optional<std::string_view> Variable(const char* const* variables, std::string_view name) {
  for (; *variables != nullptr; ++variables) {
    const std::string_view text(*variables);
    if (text.starts_with(name) && text.substr(name.size()).starts_with('=')) {
      return text.substr(name.size() + 1);
    }
  }
  return std::nullopt;
}

std::optional<int> NumberFrom(std::optional<std::string_view> text) {
  if (!text) return std::nullopt;
  int number = 0;
  const char* const end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, number);
  if (text->empty() || error != std::errc() || stop != end) return std::nullopt;
  return number;
}

}  // namespace

InheritedSockets InheritedSockets::Claim(const char* const* variables, pid_t self) {
  InheritedSockets all;
  const auto count = NumberFrom(Variable(variables, "LISTEN_FDS"));
  if (!count || NumberFrom(Variable(variables, "LISTEN_PID")) != self) return all;
  std::string_view names = Variable(variables, "LISTEN_FDNAMES").value_or("");
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
    unsetenv(name);  // NOLINT(concurrency-mt-unsafe): there is one thread yet
  }
}

std::vector<Descriptor> InheritedSockets::TakeByName(std::string_view name) {
  std::vector<Descriptor> given;
  std::vector<Socket> left;
  for (Socket& socket : sockets_) {
    if (socket.name == name) {
      given.push_back(std::move(socket.descriptor));
    } else {
      left.push_back(std::move(socket));
    }
  }
  sockets_ = std::move(left);
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

}  // namespace prichal::systemd
