// Several addresses of one server: IPv4, IPv6, Unix sockets and their files.

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <vector>

#include "site/tests/fixture_tree.h"
#include "tests/fixtures/server_fixture.h"

namespace prichal::http {
namespace {

constexpr std::size_t kLoops = 4;

std::vector<ListenAddress> Addresses(const std::vector<std::string>& texts) {
  std::vector<ListenAddress> addresses;
  for (const std::string& text : texts) addresses.push_back(ListenAddress::Parse(text).value());
  KeepFamiliesApart(addresses);
  return addresses;
}

mode_t ModeOf(const std::string& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0 ? status.st_mode : 0;
}

/// A socket bound to a path. The file remains after its destruction.
class BoundSocket {
 public:
  explicit BoundSocket(const std::string& path) {
    sockaddr_un name{};
    name.sun_family = AF_UNIX;
    path.copy(name.sun_path, sizeof name.sun_path - 1);
    EXPECT_EQ(bind(fd_, reinterpret_cast<const sockaddr*>(&name), sizeof name), 0) << path;
  }
  BoundSocket(const BoundSocket&) = delete;
  BoundSocket& operator=(const BoundSocket&) = delete;
  ~BoundSocket() { close(fd_); }

  [[nodiscard]] int fd() const { return fd_; }

 private:
  int fd_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
};

class Listeners : public ::testing::Test {
 protected:
  static std::unique_ptr<Handler> Echo(Loop& /*loop*/) { return std::make_unique<EchoHandler>(); }

  /// Returns the actual addresses, or the error as the only element.
  static std::vector<std::string> Listen(Server& server, const std::vector<std::string>& texts) {
    auto bound = server.Listen({.handler = Echo}, Addresses(texts));
    return bound ? *bound : std::vector<std::string>{bound.error()};
  }

  [[nodiscard]] std::string Socket() const { return tree_.path("http.sock"); }

  FixtureTree tree_;
};

TEST_F(Listeners, AnswersOnEveryAddress) {
  Server server({.loops = kLoops});
  const auto bound = Listen(
      server, {"127.0.0.1:0", "[::1]:0", "unix:" + Socket(), "unix:" + tree_.path("other.sock")});
  ASSERT_EQ(bound.size(), 4U) << bound.front();
  EXPECT_EQ(bound[2], "unix:" + Socket());
  server.Start();
  for (const std::string& address : bound) {
    for (int i = 0; i < 8; ++i) {
      EXPECT_EQ(StatusOf(RawClient(address).Ask(Get("/"))), 200) << address;
    }
  }
}

/// Streams stay open, so if the first loop accepted all of them, only one processor would work.
TEST_F(Listeners, SpreadsUnixSocketClientsOverLoops) {
  Server server({.loops = kLoops});
  const auto bound = Listen(server, {"unix:" + Socket()});
  server.Start();
  std::vector<RawClient> streams;
  for (std::size_t i = 0; i < 10 * kLoops; ++i) {
    streams.emplace_back(bound.front()).Send(Get("/stream"));
    EXPECT_NE(streams.back().ReadUntil("first"), "") << i;
  }
  for (std::size_t loop = 0; loop < kLoops; ++loop) {
    EXPECT_EQ(server.counters(loop).streams.Get(), 10U) << loop;
  }
}

TEST_F(Listeners, LimitsAndDrainsUnixSocketClients) {
  Server server({.loops = 2, .max_connections = 2});
  const auto bound = Listen(server, {"unix:" + Socket()});
  server.Start();
  RawClient stream(bound.front());
  stream.Send(Get("/stream"));
  EXPECT_TRUE(stream.ReadUntil("first").ends_with("first"));
  RawClient other(bound.front());
  other.Send(Get("/stream"));
  EXPECT_TRUE(other.ReadUntil("first").ends_with("first"));
  EXPECT_EQ(StatusOf(RawClient(bound.front()).ReadResponse()), 503);
  EXPECT_TRUE(server.Drain(Millis(10'000)));
  EXPECT_TRUE(stream.ReadAll().ends_with("0\r\n\r\n"));
  EXPECT_FALSE(RawClient(bound.front()).connected());
}

TEST_F(Listeners, BindsWildcardToBothFamiliesUnlessIPv4UsesPort) {
  const auto port_of = [](const std::string& address) {
    return address.substr(address.rfind(':'));
  };
  Server both({.loops = 2});
  const std::string any = Listen(both, {"[::]:0"}).front();
  both.Start();
  EXPECT_EQ(StatusOf(RawClient("127.0.0.1" + port_of(any)).Ask(Get("/"))), 200);
  EXPECT_EQ(StatusOf(RawClient("[::1]" + port_of(any)).Ask(Get("/"))), 200);

  Server apart({.loops = 2});
  const std::string v4 = Listen(apart, {"0.0.0.0:0"}).front();
  const auto pair = Addresses({v4, "[::]" + port_of(v4)});
  const auto v6 = apart.Listen({.handler = Echo}, {pair.back()});
  ASSERT_TRUE(v6) << v6.error();
  apart.Start();
  EXPECT_EQ(StatusOf(RawClient("127.0.0.1" + port_of(v4)).Ask(Get("/"))), 200);
  EXPECT_EQ(StatusOf(RawClient("[::1]" + port_of(v4)).Ask(Get("/"))), 200);
}

TEST_F(Listeners, SetsModeOfUnixSocketAndRemovesIt) {
  {
    Server server({.loops = 1});
    const auto own_group = std::to_string(getgid());
    Listen(server, {"unix:" + Socket() + " mode=606 group=" + own_group});
    EXPECT_EQ(ModeOf(Socket()), S_IFSOCK | 0606U);
  }
  EXPECT_EQ(ModeOf(Socket()), 0U);
  {
    Server server({.loops = 1});
    Listen(server, {"unix:" + Socket()});
    EXPECT_EQ(ModeOf(Socket()), S_IFSOCK | 0660U);
    // The path now belongs to another program.
    std::filesystem::remove(Socket());
    tree_.Write("http.sock", "a file");
  }
  EXPECT_EQ(ModeOf(Socket()) & S_IFMT, S_IFREG);
}

TEST_F(Listeners, ReplacesStaleUnixSocket) {
  { const BoundSocket dead(Socket()); }
  ASSERT_NE(ModeOf(Socket()), 0U);
  Server server({.loops = 1});
  const auto bound = Listen(server, {"unix:" + Socket()});
  server.Start();
  EXPECT_EQ(StatusOf(RawClient(bound.front()).Ask(Get("/"))), 200);
}

TEST_F(Listeners, KeepsLiveUnixSocketsAndFiles) {
  const std::string address = "unix:" + Socket();
  const std::string start = "cannot listen on " + address + ": ";
  Server first({.loops = 1});
  Listen(first, {address});
  first.Start();
  Server second({.loops = 1});
  EXPECT_EQ(Listen(second, {address}).front(),
            start + "process " + std::to_string(getpid()) +
                " uses it. Fix: stop that process, or choose another path.");
  EXPECT_EQ(StatusOf(RawClient(address).Ask(Get("/"))), 200);

  // A server whose queue is full is alive too.
  const std::string busy_path = tree_.path("busy.sock");
  const BoundSocket busy(busy_path);
  ASSERT_EQ(listen(busy.fd(), 0), 0);
  const RawClient waits("unix:" + busy_path);
  EXPECT_NE(Listen(second, {"unix:" + busy_path}).front().find(" uses it. "), std::string::npos);

  tree_.Write("file", "text");
  EXPECT_NE(Listen(second, {"unix:" + tree_.path("file")}).front().find("not a socket"),
            std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(tree_.path("file")));
}

TEST_F(Listeners, UsesInheritedSocketAndKeepsItOpen) {
  const BoundSocket owner(Socket());
  ASSERT_EQ(listen(owner.fd(), 16), 0);
  auto addresses = Addresses({"systemd:site"});
  addresses.front().inherited = owner.fd();
  for (int i = 0; i < 2; ++i) {
    // Once before the server runs, and once after the previous one has ended.
    RawClient early("unix:" + Socket());
    early.Send(Get("/"));
    Server server({.loops = kLoops});
    const auto bound = server.Listen({.handler = Echo}, addresses);
    ASSERT_TRUE(bound) << bound.error();
    EXPECT_EQ(bound->front(), "unix:" + Socket());
    server.Start();
    EXPECT_EQ(StatusOf(early.ReadResponse()), 200);
    EXPECT_TRUE(server.Drain(Millis(10'000)));
  }
  // A file that is not a listening socket is rejected.
  addresses.front().inherited = STDIN_FILENO;
  Server server({.loops = 1});
  const auto refused = server.Listen({.handler = Echo}, addresses);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("is not a listening stream socket"), std::string::npos);
}

TEST_F(Listeners, ReportsReasonOfFailure) {
  Server server({.loops = 1});
  const auto refused = [&](const std::string& address) {
    return Listen(server, {address}).front();
  };
  EXPECT_NE(refused("unix:" + tree_.path("none/a.sock")).find("No such file"), std::string::npos);
  const std::string unknown = refused("unix:" + Socket() + " group=no-such-group");
  EXPECT_NE(unknown.find("unknown group \"no-such-group\""), std::string::npos) << unknown;
  EXPECT_EQ(ModeOf(Socket()), 0U);
}

}  // namespace
}  // namespace prichal::http
