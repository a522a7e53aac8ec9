#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/tests/fixture_await.h"
#include "http/connection/tests/fixture_loop.h"
#include "http/loop/outbound_connection.h"
#include "http/server/bound_address.h"

namespace prichal::http {
namespace {

class RecordingWatcher final : public Watcher {
 public:
  void OnReadable() override {
    ++readable;
    if (on_readable) on_readable();
  }
  void OnWritable() override { ++writable; }

  int readable = 0;
  int writable = 0;
  std::function<void()> on_readable;
};

class Hook final : public TurnEnd {
 public:
  explicit Hook(std::function<void()> action) : action_(std::move(action)) {}
  void OnTurnEnd() override {
    ++calls;
    if (action_) action_();
  }
  int calls = 0;

 private:
  std::function<void()> action_;
};

class OutboundTest : public ::testing::Test {
 protected:
  [[nodiscard]] SocketAddress Find(const std::string& host, std::uint16_t port) {
    Resolver resolver(loop_.outbound());
    SocketAddress found;
    bool answered = false;
    resolver.Resolve(host, port, [&](Resolver::Answer answer) {
      answered = true;
      if (answer) found = answer->front();
    });
    EXPECT_TRUE(loop_.RunUntil([&] { return answered; }));
    return found;
  }

  FixtureLoop loop_;
};

class Listening {
 public:
  void Close() { bound_.descriptors.clear(); }
  [[nodiscard]] std::uint16_t port() const {
    return static_cast<std::uint16_t>(
        std::stoi(bound_.address.substr(bound_.address.rfind(':') + 1)));
  }
  [[nodiscard]] int fd() const { return bound_.descriptors.front().fd(); }

 private:
  BoundAddress bound_ = BindAll(ListenAddress::Parse("127.0.0.1:0").value(), 1).value();
};

TEST_F(OutboundTest, ConnectsAndReads) {
  const Listening listening;
  const auto fd = Dial(Find("127.0.0.1", listening.port()));
  ASSERT_TRUE(fd);
  RecordingWatcher watcher;
  auto watch = loop_.outbound().WatchFor(watcher, *fd);
  ASSERT_TRUE(watch);
  watch->AwaitWritable();
  ASSERT_TRUE(loop_.RunUntil([&] { return watcher.writable == 1; }));
  EXPECT_EQ(ConnectionError(*fd), 0);

  pollfd wait{.fd = listening.fd(), .events = POLLIN, .revents = 0};
  ASSERT_EQ(poll(&wait, 1, static_cast<int>(WaitTimeout().count())), 1);
  const int peer = accept(listening.fd(), nullptr, nullptr);
  ASSERT_GE(peer, 0);
  watch->AwaitReadable();
  ASSERT_EQ(write(peer, "hello", 5), 5);
  ASSERT_TRUE(loop_.RunUntil([&] { return watcher.readable == 1; }));
  std::array<char, 16> bytes{};
  EXPECT_EQ(watch->Receive(bytes), 5);
  close(peer);
}

TEST_F(OutboundTest, ReportsRefusedConnection) {
  Listening listening;
  const SocketAddress address = Find("127.0.0.1", listening.port());
  listening.Close();
  const auto fd = Dial(address);
  if (!fd) {
    EXPECT_EQ(fd.error(), ECONNREFUSED);
    return;
  }
  RecordingWatcher watcher;
  auto watch = loop_.outbound().WatchFor(watcher, *fd);
  watch->AwaitWritable();
  ASSERT_TRUE(loop_.RunUntil([&] { return watcher.writable == 1; }));
  EXPECT_EQ(ConnectionError(*fd), ECONNREFUSED);
}

TEST_F(OutboundTest, AllowsWatchToBeDestroyedInItsCallback) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  RecordingWatcher watcher;
  auto watch = loop_.outbound().WatchFor(watcher, ends[0]);
  watcher.on_readable = [&] { watch.reset(); };
  watch->AwaitReadable();
  ASSERT_EQ(write(ends[1], "x", 1), 1);
  ASSERT_TRUE(loop_.RunUntil([&] { return watcher.readable == 1; }));
  EXPECT_FALSE(watch);
  close(ends[1]);
}

TEST_F(OutboundTest, CallsTurnEndHooksOnceUnlessCancelled) {
  Hook forgotten(nullptr);
  Hook first([&] { loop_.outbound().ForgetTurnEnd(forgotten); });
  loop_.outbound().AtTurnEnd(first);
  loop_.outbound().AtTurnEnd(forgotten);
  Hook again(nullptr);
  Hook asks([&] { loop_.outbound().AtTurnEnd(again); });
  loop_.outbound().AtTurnEnd(asks);
  ASSERT_TRUE(loop_.RunUntil([&] { return again.calls == 1; }));
  loop_.RunFor(Millis(20));
  EXPECT_EQ(first.calls, 1);
  EXPECT_EQ(asks.calls, 1);
  EXPECT_EQ(again.calls, 1);
  EXPECT_EQ(forgotten.calls, 0);
}

TEST_F(OutboundTest, ResolvesName) { EXPECT_GT(Find("localhost", 80).length, 0U); }

TEST_F(OutboundTest, ReportsUnresolvableName) {
  Resolver resolver(loop_.outbound());
  std::string reason;
  resolver.Resolve("no such host.invalid", 80, [&](Resolver::Answer answer) {
    ASSERT_FALSE(answer);
    reason = answer.error();
  });
  ASSERT_TRUE(loop_.RunUntil([&] { return !reason.empty(); }));
  EXPECT_NE(reason.find("no such host.invalid"), std::string::npos) << reason;
}

TEST_F(OutboundTest, CancelsLookupOnDestruction) {
  bool watcher = false;
  {
    Resolver resolver(loop_.outbound());
    resolver.Resolve("localhost", 80, [&](const Resolver::Answer&) { watcher = true; });
  }
  loop_.RunFor(Millis(50));
  EXPECT_FALSE(watcher);
}

}  // namespace
}  // namespace prichal::http
