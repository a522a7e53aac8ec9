// Kills or stops the real binary under load, repeatedly. Acknowledged messages must be there after
// a restart, in order, with increasing IDs.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/descriptor.h"
#include "base/tests/fixture_await.h"
#include "tests/fixtures/durable_server.h"

namespace prichal::testing {
namespace {

using std::chrono::steady_clock;

constexpr int kSenders = 4;
constexpr int kReceivers = 5;
constexpr int kInFlight = 16;  // of each sender
constexpr int kRounds = 20;
constexpr std::chrono::seconds kMostTime{20};
constexpr int kStreams = 1'000;

/// Sends as fast as it gets responses, until the connection ends.
class Sender {
 public:
  Sender(const std::string& site, int round, int number, std::atomic<int>& answered)
      : client_(site),
        name_(std::to_string(round) + "-" + std::to_string(number) + "-"),
        first_receiver_(round * kReceivers),
        answered_(answered) {}

  void Run() {
    for (int sent = 0;; sent += kInFlight) {
      std::string burst;
      for (int i = sent; i < sent + kInFlight; ++i) {
        burst += bridge::PostRequest(bridge::Id(0), Receiver(i), name_ + std::to_string(i),
                                     ShortLived(i) ? "1" : "300");
      }
      client_.Send(burst);
      for (int i = sent; i < sent + kInFlight; ++i) {
        if (StatusOf(client_.ReadResponse()) != 200) return;
        ++answered_;
        (ShortLived(i) ? short_lived : kept).push_back(name_ + std::to_string(i));
      }
    }
  }

  std::vector<std::string> kept;  ///< acknowledged with 200
  std::vector<std::string> short_lived;

 private:
  /// The last receiver of a round gets short-lived messages.
  static bool ShortLived(int message) { return message % kReceivers == kReceivers - 1; }
  [[nodiscard]] std::string Receiver(int message) const {
    return bridge::Id(1 + first_receiver_ + message % kReceivers);
  }

  RawClient client_;
  const std::string name_;
  const int first_receiver_;
  std::atomic<int>& answered_;
};

class CrashTest : public ::testing::Test {
 protected:
  /// Starts the server, applies load, and calls `end` after `messages` acknowledged messages.
  template <typename End>
  void Load(int round, int messages, End end,
            const std::map<std::string, std::string>& environment = {}) {
    server_.Start(environment);
    if (HasFatalFailure()) return;
    std::atomic<int> answered = 0;
    std::vector<Sender> senders;
    senders.reserve(kSenders);
    for (int i = 0; i < kSenders; ++i) senders.emplace_back(server_.site(), round, i, answered);
    std::vector<std::thread> threads;
    threads.reserve(kSenders);
    std::atomic<int> ended = 0;
    for (Sender& sender : senders) {
      threads.emplace_back([&sender, &ended] {
        sender.Run();
        ++ended;
      });
    }
    Await("the messages are answered", [&] { return answered >= messages || ended == kSenders; });
    EXPECT_GE(answered, messages) << server_.process().err();
    end();
    for (std::thread& thread : threads) thread.join();
    kept_.clear();
    for (const Sender& sender : senders) {
      kept_.insert(kept_.end(), sender.kept.begin(), sender.kept.end());
      short_lived_.insert(sender.short_lived.begin(), sender.short_lived.end());
    }
    loaded_until_ = steady_clock::now();
  }

  /// Checks that all acknowledged messages of the last round are there.
  void Check(int round) {
    std::vector<std::string> got;
    std::int64_t largest = largest_id_;
    for (int i = 0; i < kReceivers - 1; ++i) {
      const bridge::Events events = server_.Waiting(bridge::Id(1 + round * kReceivers + i));
      EXPECT_TRUE(std::is_sorted(events.ids.begin(), events.ids.end()));
      ASSERT_FALSE(events.ids.empty());
      EXPECT_GT(events.ids.front(), largest_id_) << "ids grow over restarts";
      largest = std::max(largest, events.ids.back());
      got.insert(got.end(), events.messages.begin(), events.messages.end());
    }
    largest_id_ = largest;
    std::sort(got.begin(), got.end());
    EXPECT_EQ(std::adjacent_find(got.begin(), got.end()), got.end()) << "given twice";
    for (const std::string& body : kept_) {
      ASSERT_TRUE(std::binary_search(got.begin(), got.end(), body)) << "lost " << body;
    }
  }

  DurableServer server_;
  std::vector<std::string> kept_;
  std::set<std::string> short_lived_;
  steady_clock::time_point loaded_until_;
  std::int64_t largest_id_ = 0;
};

TEST_F(CrashTest, KeepsAcknowledgedMessagesAfterKill) {
  std::mt19937 chance(20'26);
  const auto began = steady_clock::now();
  std::size_t messages = 0;
  int round = 0;
  for (; round < kRounds && steady_clock::now() - began < kMostTime; ++round) {
    SCOPED_TRACE(round);
    Load(round, static_cast<int>(chance() % 1'500) + 1, [this] { server_.Kill(); });
    if (HasFatalFailure()) return;
    messages += kept_.size();
    server_.Start();
    Check(round);
    if (HasFatalFailure()) return;
    server_.Kill();
  }
  RecordProperty("rounds", round);
  RecordProperty("messages", std::to_string(messages));

  // The short-lived messages of the first rounds have expired by now.
  ASSERT_FALSE(short_lived_.empty());
  std::this_thread::sleep_until(loaded_until_ + std::chrono::seconds(1));
  server_.Start();
  for (int i = 0; i < round; ++i) {
    EXPECT_TRUE(server_.Waiting(bridge::Id(1 + i * kReceivers + kReceivers - 1)).ids.empty());
  }
}

TEST_F(CrashTest, KeepsAcknowledgedMessagesAfterStop) {
  Load(0, 500, [this] {
    server_.process().Signal(SIGTERM);
    EXPECT_EQ(server_.process().Wait(), 0) << server_.process().err();
  });
  if (HasFatalFailure()) return;
  EXPECT_FALSE(std::filesystem::exists(server_.file() + "-wal")) << "all of it is in the one file";
  server_.Start();
  Check(0);
}

TEST_F(CrashTest, EndsOneThousandStreamsCleanlyUnderLoad) {
  ASSERT_GE(RaiseFileLimit(kStreams + 100), kStreams + 100U) << "of open files";
  const auto stop = [this] {
    // The request was half sent when the signal came, so the server must wait for the rest.
    RawClient late(server_.site());
    const std::string asked = bridge::Get(bridge::EventsPath(bridge::Id(9'000)));
    late.Send(asked.substr(0, asked.size() / 2));
    std::vector<RawClient> streams;
    streams.reserve(kStreams);
    for (int i = 0; i < kStreams; ++i) {
      // The first streams receive the messages that are being sent.
      streams.emplace_back(server_.site())
          .Send(bridge::Get(bridge::EventsPath(bridge::Id(i < kReceivers ? 1 + i : 10'000 + i))));
    }
    for (RawClient& stream : streams) {
      EXPECT_TRUE(stream.ReadUntil("retry: 100\n\n\r\n").ends_with("\r\n"));
    }
    server_.process().Signal(SIGTERM);
    for (RawClient& stream : streams) {
      EXPECT_TRUE(stream.ReadAll().ends_with("0\r\n\r\n"));
      EXPECT_TRUE(stream.AtEnd());
    }
    EXPECT_EQ(StatusOf(server_.Ready()), 503);
    EXPECT_EQ(BodyOf(server_.Ready()), "{\"status\":\"draining\"}\n");
    EXPECT_FALSE(RawClient(server_.site()).connected()) << "nobody new is let in";
    late.Send(asked.substr(asked.size() / 2));
    const std::string refused = late.ReadResponse();
    EXPECT_EQ(StatusOf(refused), 503);
    EXPECT_NE(HeaderOf(refused, "Retry-After"), std::nullopt);
    EXPECT_EQ(server_.process().Wait(), 0) << server_.process().err();
    EXPECT_NE(server_.process().err().find("drained"), std::string::npos)
        << "within the deadline: " << server_.process().err();
  };
  // A timeout that is never reached, to prove that the drain does not depend on it.
  Load(0, 500, stop, {{"PRICHAL_SERVER_DRAIN_DEADLINE", "600000"}});
  if (HasFatalFailure()) return;
  server_.Start();
  Check(0);
}

TEST_F(CrashTest, KeepsHighestIdBeyondItsMessage) {
  server_.Start({{"PRICHAL_BRIDGE_TTL_ZERO", "true"}});
  if (HasFatalFailure()) return;
  RawClient stream(server_.site());
  stream.Send(bridge::Get(bridge::EventsPath(bridge::Id(1))));
  stream.ReadUntil("retry: 100\n\n\r\n");
  // Only for open streams: delivered but not stored.
  ASSERT_EQ(StatusOf(RawClient(server_.site())
                         .Ask(bridge::PostRequest(bridge::Id(2), bridge::Id(1), "now", "0"))),
            200);
  const bridge::Events given = bridge::EventsIn(stream.ReadUntil("\n\n\r\n"));
  ASSERT_EQ(given.messages, std::vector<std::string>{"now"});
  server_.Kill();
  server_.Start();
  ASSERT_EQ(
      StatusOf(
          RawClient(server_.site()).Ask(bridge::PostRequest(bridge::Id(2), bridge::Id(1), "then"))),
      200);
  const bridge::Events later = server_.Waiting(bridge::Id(1));
  EXPECT_EQ(later.messages, std::vector<std::string>{"then"});
  EXPECT_GT(later.ids.front(), given.ids.front());
}

}  // namespace
}  // namespace prichal::testing
