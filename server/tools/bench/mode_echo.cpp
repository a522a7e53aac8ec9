#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <iostream>
#include <memory>
#include <system_error>
#include <unordered_map>
#include <vector>

#include "bench/clock.h"
#include "bench/message.h"
#include "bench/modes.h"
#include "bench/poller.h"
#include "bench/process.h"
#include "bench/socket.h"

namespace prichal::bench {
namespace {

constexpr std::string_view kStored =
    "HTTP/1.1 200 OK\r\nServer: echo\r\nContent-Type: application/json\r\nVary: Origin\r\n"
    "Content-Length: 34\r\n\r\n{\"message\":\"OK\",\"statusCode\":200}\n";
constexpr std::string_view kStream =
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    "c\r\nretry: 100\n\n\r\n";

volatile std::sig_atomic_t stop = 0;

class Peer;
using Streams = std::unordered_map<std::string, Peer*>;

/// One connection. Understands only the requests of `bridge-load`.
class Peer final : public Watched {
 public:
  Peer(Poller& poller, Streams& streams, std::uint64_t& last_id, int fd)
      : poller_(poller), streams_(streams), last_id_(last_id), socket_(fd) {
    socket_.Watch(poller, *this);
  }

  [[nodiscard]] bool open() const { return socket_.open(); }

 private:
  void OnReady(bool readable, bool writable) override {
    if (!socket_.open()) return;
    if (writable) socket_.Flush();
    auto received = readable ? Socket::Received::kBytes : Socket::Received::kLast;
    while (received == Socket::Received::kBytes && socket_.open()) {
      std::string_view got;
      received = socket_.Receive(poller_.scratch(), got);
      if (!waiting_.empty()) {
        waiting_ += got;
        std::string_view rest = waiting_;
        Answer(rest);
        waiting_ = std::string(rest);
      } else {
        Answer(got);
        waiting_ = got;
      }
    }
    if (received == Socket::Received::kClosed || received == Socket::Received::kFailed) {
      if (!id_.empty()) streams_.erase(id_);
      socket_.Close();
    }
  }

  void Answer(std::string_view& input) {
    while (true) {
      const std::size_t head_end = input.find("\r\n\r\n");
      if (head_end == std::string_view::npos) return;
      const std::string_view head = input.substr(0, head_end);
      if (head.starts_with("GET")) {
        const std::size_t at = head.find("client_id=") + 10;
        id_ = head.substr(at, kClientIdBytes);
        streams_[id_] = this;
        socket_.Send(kStream);
        input.remove_prefix(head_end + 4);
        continue;
      }
      constexpr std::string_view kLength = "Content-Length: ";
      const std::size_t length =
          std::strtoul(head.data() + head.find(kLength) + kLength.size(), nullptr, 10);
      if (input.size() < head_end + 4 + length) return;
      const std::size_t to = head.find("&to=") + 4;
      Deliver(std::string(head.substr(to, kClientIdBytes)), input.substr(head_end + 4, length));
      socket_.Send(kStored);
      input.remove_prefix(head_end + 4 + length);
    }
  }

  /// Sends as many bytes as a bridge: an envelope with sender and trace ID.
  void Deliver(const std::string& to, std::string_view body) {
    const auto found = streams_.find(to);
    if (found == streams_.end()) return;
    const std::string frame = fmt::format(
        "event: message\nid: {}\ndata: "
        "{{\"from\":\"{}\",\"message\":\"{}\",\"trace_id\":\"{:036}\","
        "\"connect_source\":{{\"ip\":\"\"}}}}\n\n",
        ++last_id_, to, body, 0);
    found->second->socket_.Send(fmt::format("{:x}\r\n{}\r\n", frame.size(), frame));
  }

  Poller& poller_;
  Streams& streams_;
  std::uint64_t& last_id_;
  Socket socket_;
  std::string waiting_;
  std::string id_;
};

/// The listening socket and its accepted connections.
class Acceptor final : public Watched {
 public:
  Acceptor(Poller& poller, int fd) : poller_(poller), socket_(fd) { socket_.Watch(poller, *this); }

 private:
  void OnReady(bool /*readable*/, bool /*writable*/) override {
    while (true) {
      const int fd = accept4(socket_.fd(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (fd < 0) return;
      const int on = 1;
      setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
      peers_.push_back(std::make_unique<Peer>(poller_, streams_, last_id_, fd));
    }
  }

  Poller& poller_;
  Socket socket_;
  Streams streams_;
  std::uint64_t last_id_ = 0;
  std::vector<std::unique_ptr<Peer>> peers_;
};

}  // namespace

Measurement Echo(const std::string& listen_at) {
  const auto where = ParseTarget("http://" + listen_at);
  if (!where) return Fail(where.error());
  if (auto allowed = AllowFiles(0); !allowed) return Fail(allowed.error());
  const int fd = socket(where->address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  const auto* address = reinterpret_cast<const sockaddr*>(&where->address);
  if (bind(fd, address, where->address_length) != 0 || listen(fd, SOMAXCONN) != 0) {
    const std::string reason = std::generic_category().message(errno);
    close(fd);
    return Fail(fmt::format("--listen {}: {}", listen_at, reason));
  }
  std::signal(SIGTERM, [](int) { stop = 1; });
  std::signal(SIGINT, [](int) { stop = 1; });
  Poller poller;
  const Acceptor acceptor(poller, fd);
  std::cout << "bridge-load: echo listening on http://" << listen_at << std::endl;
  while (stop == 0) poller.Turn(NowNs() + 100 * kMillisecond);
  Report report("echo");
  report.Add("cpu_seconds", OwnCpuSeconds());
  return report;
}

}  // namespace prichal::bench
