// Effects of the proxy on the bytes of both sides.

#include "chaos/wire/chaos_proxy.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <thread>
#include <utility>

namespace prichal::chaos {
namespace {

/// A blocking socket with a timeout.
class Peer {
 public:
  explicit Peer(int fd) : fd_(fd) {
    const timeval most{.tv_sec = 20, .tv_usec = 0};
    setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof(most));
  }
  explicit Peer(const std::string& address) : Peer(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    where.sin_port =
        htons(static_cast<std::uint16_t>(std::stoi(address.substr(address.find(':') + 1))));
    connect(fd_, reinterpret_cast<const sockaddr*>(&where), sizeof(where));
  }
  Peer(Peer&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;
  Peer& operator=(Peer&&) = delete;
  ~Peer() {
    if (fd_ >= 0) close(fd_);
  }

  void Send(const std::string& bytes) const {
    EXPECT_EQ(Offer(bytes), static_cast<ssize_t>(bytes.size()));
  }
  ssize_t Offer(const std::string& bytes) const {
    return send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
  }
  /// Reads `count` bytes, or fewer if the stream ends.
  [[nodiscard]] std::string Read(std::size_t count) const {
    std::string got;
    std::array<char, 4096> some{};
    while (got.size() < count) {
      const ssize_t came = recv(fd_, some.data(), std::min(some.size(), count - got.size()), 0);
      if (came <= 0) break;
      got.append(some.data(), static_cast<std::size_t>(came));
    }
    return got;
  }
  void SendNoMore() const { shutdown(fd_, SHUT_WR); }
  /// Returns true if data arrives within 100 ms.
  [[nodiscard]] bool Hears() const {
    const timeval most{.tv_sec = 0, .tv_usec = 100'000};
    setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof(most));
    char byte = 0;
    return recv(fd_, &byte, 1, MSG_PEEK) >= 0;
  }

 private:
  int fd_;
};

class ChaosProxyTest : public ::testing::Test {
 protected:
  ChaosProxyTest() : listener_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof(address);
    auto* const raw = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(listener_, raw, length), 0);
    EXPECT_EQ(listen(listener_, 16), 0);
    getsockname(listener_, raw, &length);
    const auto target =
        bench::ParseTarget("http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)));
    auto proxy = ChaosProxy::Start(*target, 1);
    EXPECT_TRUE(proxy);
    proxy_ = *std::move(proxy);
  }
  ChaosProxyTest(const ChaosProxyTest&) = delete;
  ChaosProxyTest& operator=(const ChaosProxyTest&) = delete;
  ~ChaosProxyTest() override { close(listener_); }

  /// Returns both ends of a connection through the proxy.
  [[nodiscard]] std::pair<Peer, Peer> Connect() const {
    Peer client(proxy_->address());
    return {std::move(client), Peer(accept(listener_, nullptr, nullptr))};
  }

  int listener_;
  std::unique_ptr<ChaosProxy> proxy_;
};

TEST_F(ChaosProxyTest, ForwardsUnchangedWithoutFaults) {
  const auto [client, server] = Connect();
  const std::string much(300'000, 'x');
  client.Send("there");
  EXPECT_EQ(server.Read(5), "there");
  server.Send("back");
  EXPECT_EQ(client.Read(4), "back");
  client.Send(much);
  client.SendNoMore();
  EXPECT_EQ(server.Read(much.size() + 1), much);
  server.Send("still");
  EXPECT_EQ(client.Read(5), "still") << "one side may end before the other";
}

TEST_F(ChaosProxyTest, CutsConnectionWithinByteLimit) {
  proxy_->Set({.cut = 1, .within = 50});
  const auto [client, server] = Connect();
  client.Send(std::string(100, 'x'));
  EXPECT_LT(server.Read(100).size(), 50U);
  EXPECT_EQ(client.Read(1), "");
  EXPECT_EQ(proxy_->counts().cut, 1U);
}

TEST_F(ChaosProxyTest, SwallowsBytesAndStaysOpen) {
  proxy_->Set({.swallow = 1, .within = 1});
  const auto [client, server] = Connect();
  client.Send("lost");
  EXPECT_FALSE(server.Hears());
  server.Send("lost too");
  EXPECT_FALSE(client.Hears());
  EXPECT_EQ(proxy_->counts().swallowed, 1U);
}

TEST_F(ChaosProxyTest, FlipsExactlyOneBit) {
  proxy_->Set({.corrupt = 1, .within = 20});
  const auto [client, server] = Connect();
  const std::string sent(20, 'x');
  client.Send(sent);
  const std::string came = server.Read(20);
  ASSERT_EQ(came.size(), sent.size());
  int bits = 0;
  for (std::size_t i = 0; i < sent.size(); ++i) {
    bits += __builtin_popcount(static_cast<unsigned char>(sent[i] ^ came[i]));
  }
  EXPECT_EQ(bits, 1);
}

TEST_F(ChaosProxyTest, KeepsOrderWhenSplittingAndDelaying) {
  proxy_->Set({.split = 1, .delay = 1});
  const auto [client, server] = Connect();
  std::string sent;
  for (int i = 0; i < 20; ++i) {
    sent += std::to_string(i) + " ";
    client.Send(std::to_string(i) + " ");
  }
  EXPECT_EQ(server.Read(sent.size()), sent);
}

/// A gap in the stream would be impossible with TCP, so the proxy must not cause one.
TEST_F(ChaosProxyTest, ForwardsContiguousBytesBeforeCut) {
  proxy_->Set({.cut = 1, .delay = 1, .within = 100, .delay_most = std::chrono::milliseconds(300)});
  for (int connection = 0; connection < 8; ++connection) {
    const auto [client, server] = Connect();
    std::string sent;
    for (int i = 100; i < 130; ++i) {
      const std::string piece = std::to_string(i) + " ";
      sent += piece;
      // The connection may already be cut.
      client.Offer(piece);
      // Pause, because bytes sent together arrive as one piece.
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    const std::string came = server.Read(sent.size());
    EXPECT_TRUE(sent.starts_with(came)) << came;
  }
  EXPECT_EQ(proxy_->counts().cut, 8U);
}

TEST_F(ChaosProxyTest, ResumesAfterStall) {
  proxy_->Set({.stall = 1, .within = 1, .stall_for = std::chrono::milliseconds(300)});
  const auto [client, server] = Connect();
  client.Send("a");
  EXPECT_EQ(server.Read(1), "a");
  client.Send("b");
  EXPECT_FALSE(server.Hears());
  std::string came;
  while (came.empty()) came = server.Read(1);
  EXPECT_EQ(came, "b");
}

TEST_F(ChaosProxyTest, FreezesAndResumesAllConnections) {
  const auto [client, server] = Connect();
  proxy_->Freeze(true);
  client.Send("later");
  EXPECT_FALSE(server.Hears());
  proxy_->Freeze(false);
  std::string came;
  while (came.empty()) came = server.Read(5);
  EXPECT_EQ(came, "later");
}

TEST_F(ChaosProxyTest, CutsAllConnectionsAndRefusesNewOnes) {
  const auto [client, server] = Connect();
  client.Send("a");
  EXPECT_EQ(server.Read(1), "a");
  proxy_->CutAll();
  EXPECT_EQ(client.Read(1), "");
  EXPECT_EQ(server.Read(1), "");
  proxy_->Refuse(true);
  const Peer refused(proxy_->address());
  EXPECT_EQ(refused.Read(1), "");
  proxy_->Refuse(false);
  const auto [again, there] = Connect();
  again.Send("b");
  EXPECT_EQ(there.Read(1), "b");
}

}  // namespace
}  // namespace prichal::chaos
