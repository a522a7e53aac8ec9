#include "http/loop/reactor.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace prichal::http {
namespace {

/// Two connected sockets: one for the reactor, one for the test.
class Pair {
 public:
  Pair() {
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends_.data()), 0);
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;
  ~Pair() { Close(); }

  [[nodiscard]] int local_end() const { return ends_[0]; }
  void Say(const std::string& text) const {
    EXPECT_EQ(write(ends_[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  /// Reads all pending bytes and returns their number.
  [[nodiscard]] std::size_t Take() const {
    std::array<char, 65'536> bytes{};
    std::size_t taken = 0;
    while (true) {
      const ssize_t got = read(ends_[1], bytes.data(), bytes.size());
      if (got <= 0) return taken;
      taken += static_cast<std::size_t>(got);
    }
  }
  void CloseHalf() const { shutdown(ends_[1], SHUT_WR); }
  void Close() {
    if (ends_[1] >= 0) close(std::exchange(ends_[1], -1));
  }

 private:
  std::array<int, 2> ends_{-1, -1};
};

/// Runs a reactor until a condition holds.
class ReactorTest : public ::testing::Test, protected ReactorSink {
 protected:
  using Told = std::pair<std::uint32_t, Readiness>;

  void OnTurnBegin() override { ++turns_; }
  void OnReady(Token token, Readiness readiness) override {
    reports_.emplace_back(token.slot, readiness);
    if (on_ready_) on_ready_(token.slot);
  }
  void OnWake() override { ++wakes_; }
  void OnTick() override { ++ticks_; }
  void OnTurnEnd() override {
    if (!until_ || until_()) reactor_.Stop();
  }

  /// Runs at least one turn, and more until `until` holds.
  void RunUntil(std::function<bool()> until) {
    until_ = std::move(until);
    reactor_.Run();
  }
  /// Runs turns without expected reports, so that superfluous reports would be seen.
  void RunIdle() {
    const int more = turns_ + 3;
    RunUntil([this, more] {
      reactor_.TurnAgain();
      return turns_ >= more;
    });
  }
  std::unique_ptr<Reactor::Descriptor> Watch(const Pair& pair, std::uint32_t slot) {
    return std::make_unique<Reactor::Descriptor>(reactor_, pair.local_end(), Token{.slot = slot});
  }

  std::vector<Told> reports_;
  int turns_ = 0;
  int wakes_ = 0;
  int ticks_ = 0;
  std::function<void(std::uint32_t)> on_ready_;
  std::function<bool()> until_;
  std::array<char, 16> buffer_{};
  Reactor reactor_{*this};
};

const std::pair<std::uint32_t, Readiness> kReadable1{1, Readiness::kReadable};

TEST_F(ReactorTest, ReportsOncePerWait) {
  const Pair pair;
  const auto descriptor = Watch(pair, 1);
  pair.Say("a");
  RunIdle();
  EXPECT_TRUE(reports_.empty()) << "nobody has asked";

  descriptor->AwaitReadable();
  RunUntil([&] { return !reports_.empty(); });
  EXPECT_EQ(reports_, std::vector<Told>{kReadable1});
  pair.Say("b");
  RunIdle();
  EXPECT_EQ(reports_.size(), 1U) << "one report a wait";

  EXPECT_EQ(descriptor->Receive(buffer_), 2);
  descriptor->AwaitReadable();
  RunIdle();
  EXPECT_EQ(reports_.size(), 1U) << "all has been read";
  pair.Say("c");
  RunUntil([&] { return reports_.size() == 2; });
}

TEST_F(ReactorTest, ReportsUnreadBytesAgain) {
  const Pair pair;
  const auto descriptor = Watch(pair, 1);
  pair.Say(std::string(20, 'x'));
  descriptor->AwaitReadable();
  RunUntil([&] { return !reports_.empty(); });
  EXPECT_EQ(descriptor->Receive(buffer_), 16) << "as much as there is room for";
  descriptor->AwaitReadable();
  RunUntil([&] { return reports_.size() == 2; });
  EXPECT_EQ(descriptor->Receive(buffer_), 4);
  descriptor->AwaitReadable();
  RunIdle();
  EXPECT_EQ(reports_.size(), 2U);
}

TEST_F(ReactorTest, ReportsEndAfterLastBytes) {
  for (const bool half : {true, false}) {
    reports_.clear();
    Pair pair;
    const auto descriptor = Watch(pair, 1);
    pair.Say("last");
    half ? pair.CloseHalf() : pair.Close();
    descriptor->AwaitReadable();
    RunUntil([&] { return !reports_.empty(); });
    EXPECT_EQ(descriptor->Receive(buffer_), 4);
    descriptor->AwaitReadable();
    RunUntil([&] { return reports_.size() == 2; });
    EXPECT_EQ(descriptor->Receive(buffer_), 0) << "half: " << half;
  }
}

TEST_F(ReactorTest, ReportsWritableAgain) {
  const Pair pair;
  const auto descriptor = Watch(pair, 1);
  descriptor->AwaitWritable();
  RunUntil([&] { return !reports_.empty(); });
  EXPECT_EQ(reports_, (std::vector<Told>{{1, Readiness::kWritable}})) << "there was room";

  const std::string much(65'536, 'x');
  while (send(pair.local_end(), much.data(), much.size(), MSG_DONTWAIT) > 0) {
  }
  descriptor->AwaitWritable();
  RunIdle();
  EXPECT_EQ(reports_.size(), 1U) << "the pipe is full";
  EXPECT_GT(pair.Take(), 0U);
  RunUntil([&] { return reports_.size() == 2; });
}

TEST_F(ReactorTest, ReportsAllReadyDescriptorsInOneTurn) {
  std::vector<Pair> pairs(10);
  std::vector<std::unique_ptr<Reactor::Descriptor>> descriptors;
  for (std::uint32_t i = 0; i < pairs.size(); ++i) {
    descriptors.push_back(Watch(pairs[i], i));
    pairs[i].Say("x");
    descriptors.back()->AwaitReadable();
  }
  RunUntil([&] { return !reports_.empty(); });
  EXPECT_EQ(reports_.size(), pairs.size());
  EXPECT_EQ(turns_, 1);
}

TEST_F(ReactorTest, SkipsDescriptorClosedInSameTurn) {
  const Pair first;
  const Pair second;
  std::array<std::unique_ptr<Reactor::Descriptor>, 2> descriptors{Watch(first, 0),
                                                                  Watch(second, 1)};
  for (const auto& descriptor : descriptors) descriptor->AwaitReadable();
  first.Say("x");
  second.Say("x");
  on_ready_ = [&](std::uint32_t slot) { descriptors.at(1 - slot).reset(); };
  RunUntil([&] { return !reports_.empty(); });
  RunIdle();
  EXPECT_EQ(reports_.size(), 1U);
}

TEST_F(ReactorTest, DropsEventsOfReusedDescriptorNumber) {
  const Pair first;
  const Pair second;
  const Pair newcomer;
  auto one = Watch(first, 1);
  auto two = Watch(second, 2);
  one->AwaitReadable();
  two->AwaitReadable();
  first.Say("x");
  second.Say("x");
  std::unique_ptr<Reactor::Descriptor> three;
  on_ready_ = [&](std::uint32_t slot) {
    if (three) return;
    // Closes the other connection and reuses its number for a new one, whose peer has sent nothing.
    auto& other = slot == 1 ? two : one;
    const int number = other->fd();
    other.reset();
    const int taken = fcntl(newcomer.local_end(), F_DUPFD_CLOEXEC, number);
    ASSERT_EQ(taken, number);
    three = std::make_unique<Reactor::Descriptor>(reactor_, taken, Token{.slot = 3});
    three->AwaitReadable();
  };
  RunUntil([&] { return three != nullptr; });
  on_ready_ = nullptr;
  ASSERT_EQ(reports_.size(), 1U);
  reports_.clear();
  RunIdle();
  EXPECT_TRUE(reports_.empty());
  newcomer.Say("x");
  RunUntil([&] { return !reports_.empty(); });
  EXPECT_EQ(reports_, (std::vector<Told>{{3, Readiness::kReadable}}));
}

TEST_F(ReactorTest, UsesMemoryIndependentOfDescriptorNumbers) {
  const Pair first;
  const Pair second;
  const int high = fcntl(first.local_end(), F_DUPFD_CLOEXEC, 900);
  ASSERT_GE(high, 900);
  auto one = std::make_unique<Reactor::Descriptor>(reactor_, high, Token{.slot = 1});
  one->AwaitReadable();
  first.Say("x");
  RunUntil([&] { return !reports_.empty(); });
  EXPECT_EQ(reports_, std::vector<Told>{kReadable1});
  one.reset();
  const auto two = Watch(second, 2);
  EXPECT_EQ(reactor_.places(), 1U);
}

TEST_F(ReactorTest, WakesFromOtherThread) {
  for (int before = 0; before < 3; before = wakes_) {
    std::thread other([this] { reactor_.Wake(); });
    RunUntil([&] { return wakes_ > before; });
    other.join();
  }
}

TEST_F(ReactorTest, TicksOnceAndNeverEarly) {
  reactor_.TickAfter(Millis(20));
  const auto begin = std::chrono::steady_clock::now();
  RunUntil([&] { return ticks_ > 0; });
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(19));
  RunIdle();
  EXPECT_EQ(ticks_, 1);
}

TEST_F(ReactorTest, DoesNotRunIfStoppedBefore) {
  reactor_.Stop();
  reactor_.Run();
  EXPECT_EQ(turns_, 0);
}

}  // namespace
}  // namespace prichal::http
