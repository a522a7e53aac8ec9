#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/descriptor.h"
#include "image/fixture_picture.h"

namespace prichal::testing {

/// For tests: a server of a wallets list and pictures, with configurable and faulty responses. One
/// connection per request.
class WalletsUpstream {
 public:
  struct Answer {
    std::string status = "200 OK";
    std::string body;
    std::string lines = {};  ///< additional header lines, each with CRLF
    enum class End {
      kWhole,
      kHalf,   ///< closes in the middle
      kStall,  ///< sends nothing more, but stays open
      kFlood,  ///< never ends
    } end = End::kWhole;
  };
  using End = Answer::End;

  WalletsUpstream() : listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* const name = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(listener_.fd(), name, size), 0);
    EXPECT_EQ(listen(listener_.fd(), 64), 0);
    getsockname(listener_.fd(), name, &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { Run(); });
  }
  WalletsUpstream(const WalletsUpstream&) = delete;
  WalletsUpstream& operator=(const WalletsUpstream&) = delete;
  ~WalletsUpstream() { Die(); }

  /// Stops the server; connections are refused.
  void Die() {
    if (stopping_.exchange(true)) return;
    thread_.join();
    for (auto& talk : talks_) talk.join();
    const Descriptor closed = std::move(listener_);
    listener_ = Descriptor(-1);
  }

  [[nodiscard]] std::string origin() const { return "http://127.0.0.1:" + std::to_string(port_); }
  [[nodiscard]] std::string source() const { return origin() + "/wallets-v2.json"; }

  void Say(const std::string& path, Answer answer) {
    const std::lock_guard lock(mutex_);
    answers_[path] = std::move(answer);
  }

  /// Publishes a generated picture, and returns the entry of a wallet with it.
  std::string Wallet(const std::string& name, std::uint32_t color) {
    Say("/" + name + ".png", {.body = image::FixturePng(image::FixturePixels(288, 288, color))});
    return Entry(name, origin() + "/" + name + ".png");
  }
  static std::string Entry(const std::string& name, const std::string& image) {
    return R"({"app_name":")" + name + R"(","name":"Wallet )" + name + R"(","image":")" + image +
           R"(","about_url":"https://)" + name + R"(.example.org","universal_url":"https://)" +
           name + R"(.example.org/connect","bridge":[{"type":"sse","url":"https://bridge.)" + name +
           R"(.example.org/bridge"}],"platforms":["ios"]})";
  }
  void Publish(const std::vector<std::string>& entries, const std::string& lines = {}) {
    std::string list;
    for (const auto& entry : entries) list += (list.empty() ? "[" : ",") + entry;
    Say("/wallets-v2.json", {.body = list + "]", .lines = lines});
  }

  /// Returns the header sections of all requests for a path so far.
  [[nodiscard]] std::vector<std::string> Asked(const std::string& path) {
    const std::lock_guard lock(mutex_);
    return asked_[path];
  }

 private:
  void Run() {
    while (!stopping_) {
      pollfd waiting{.fd = listener_.fd(), .events = POLLIN, .revents = 0};
      if (poll(&waiting, 1, 20) <= 0) continue;
      const int fd = accept4(listener_.fd(), nullptr, nullptr, SOCK_CLOEXEC);
      if (fd >= 0) talks_.emplace_back([this, fd] { Talk(Descriptor(fd)); });
    }
  }

  void Talk(const Descriptor& connection) {
    const int fd = connection.fd();
    std::string head;
    while (head.find("\r\n\r\n") == std::string::npos) {
      std::array<char, 4096> some{};
      const auto got = recv(fd, some.data(), some.size(), 0);
      if (got <= 0) return;
      head.append(some.data(), static_cast<std::size_t>(got));
    }
    const auto target = head.substr(4, head.find(' ', 4) - 4);
    Answer answer{.status = "404 Not Found", .body = ""};
    {
      const std::lock_guard lock(mutex_);
      asked_[target].push_back(head);
      if (const auto found = answers_.find(target); found != answers_.end()) answer = found->second;
    }
    const auto etag = answer.lines.find("ETag: ");
    if (etag != std::string::npos) {
      const auto tag = answer.lines.substr(etag + 6, answer.lines.find("\r\n", etag) - etag - 6);
      if (head.find("If-None-Match: " + tag + "\r\n") != std::string::npos) {
        answer.status = "304 Not Modified";
        answer.body.clear();
      }
    }
    const bool flood = answer.end == End::kFlood;
    const auto length = answer.body.size();
    Send(fd, "HTTP/1.1 " + answer.status + "\r\n" + answer.lines + "Connection: close\r\n" +
                 (flood ? "" : "Content-Length: " + std::to_string(length) + "\r\n") + "\r\n");
    if (answer.end != End::kWhole) answer.body.resize(length / 2);
    bool open = Send(fd, answer.body);
    if (answer.end == End::kStall) WaitForEnd(fd);
    while (flood && open && !stopping_) open = Send(fd, std::string(65'536, '['));
  }

  static bool Send(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
      const auto sent = send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  void WaitForEnd(int fd) const {
    while (!stopping_) {
      pollfd waiting{.fd = fd, .events = POLLIN, .revents = 0};
      if (poll(&waiting, 1, 20) > 0) return;
    }
  }

  Descriptor listener_;
  std::uint16_t port_ = 0;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;
  std::map<std::string, Answer> answers_;  ///< guarded by the mutex, like the next member
  std::map<std::string, std::vector<std::string>> asked_;
  std::vector<std::thread> talks_;
  std::thread thread_;
};

}  // namespace prichal::testing
