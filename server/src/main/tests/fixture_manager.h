#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/tests/fixture_await.h"

namespace prichal::main {

/// For tests: the service manager's socket for notifications.
class FixtureManager {
 public:
  /// `name`: in the syntax of NOTIFY_SOCKET.
  explicit FixtureManager(const std::string& name) : name_(name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    EXPECT_LT(name.size(), sizeof address.sun_path);
    name.copy(address.sun_path, sizeof address.sun_path - 1);
    if (name.front() == '@') address.sun_path[0] = '\0';
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    EXPECT_EQ(bind(socket_, reinterpret_cast<sockaddr*>(&address), size), 0) << name;
  }
  FixtureManager(const FixtureManager&) = delete;
  FixtureManager& operator=(const FixtureManager&) = delete;
  ~FixtureManager() { close(socket_); }

  [[nodiscard]] const std::string& name() const { return name_; }

  /// Returns the next notification. Empty if none arrives within `most`.
  [[nodiscard]] std::string Next(std::chrono::milliseconds most = WaitTimeout()) const {
    pollfd wait{.fd = socket_, .events = POLLIN, .revents = 0};
    if (poll(&wait, 1, static_cast<int>(most.count())) <= 0) return {};
    std::string text(4096, '\0');
    const auto got = recv(socket_, text.data(), text.size(), 0);
    text.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return text;
  }

  /// Returns the next notification that is not a watchdog message.
  [[nodiscard]] std::string NextWord() const {
    std::string text = Next();
    while (text == kFed) text = Next();
    return text;
  }

  static constexpr std::string_view kFed = "WATCHDOG=1\n";

 private:
  int socket_ = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  std::string name_;
};

}  // namespace prichal::main
