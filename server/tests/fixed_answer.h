#pragma once

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/descriptor.h"

namespace prichal::testing {

/// For tests: a server that responds once per connection. It closes only connections whose response
/// contains "Connection: close".
class FixedAnswer {
 public:
  using Answer = std::function<std::string(const std::string& asked)>;

  explicit FixedAnswer(Answer answer) : answer_(std::move(answer)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(listener_.fd(), any, size), 0);
    EXPECT_EQ(listen(listener_.fd(), 16), 0);
    EXPECT_EQ(getsockname(listener_.fd(), any, &size), 0);
    origin_ = fmt::format("http://127.0.0.1:{}", ntohs(address.sin_port));
    thread_ = std::thread([this] {
      for (int peer = 0; (peer = accept(listener_.fd(), nullptr, nullptr)) >= 0;) {
        Descriptor connection(peer);
        std::string asked(4096, '\0');
        const auto got = recv(peer, asked.data(), asked.size(), 0);
        asked.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
        const auto bytes = answer_(asked);
        send(peer, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (bytes.find("Connection: close") == std::string::npos) {
          open_.push_back(std::move(connection));
        }
      }
    });
  }
  FixedAnswer(const FixedAnswer&) = delete;
  FixedAnswer& operator=(const FixedAnswer&) = delete;
  ~FixedAnswer() {
    shutdown(listener_.fd(), SHUT_RDWR);
    thread_.join();
  }

  [[nodiscard]] const std::string& origin() const { return origin_; }

 private:
  const Answer answer_;
  Descriptor listener_{socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  std::string origin_;
  std::vector<Descriptor> open_;
  std::thread thread_;
};

}  // namespace prichal::testing
