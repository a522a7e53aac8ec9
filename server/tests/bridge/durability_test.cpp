// Behaviour for operators and senders while messages cannot be stored, and after recovery.

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/tests/fixture_await.h"
#include "tests/fixtures/durable_server.h"

namespace prichal::testing {
namespace {

namespace fs = std::filesystem;

class Durability : public ::testing::Test {
 protected:
  [[nodiscard]] std::string Post(const std::string& body, const std::string& ttl = "300") const {
    return RawClient(server_.site())
        .Ask(bridge::PostRequest(bridge::Id(2), bridge::Id(1), body, ttl));
  }

  void AwaitReady() const {
    Await("the server is ready", [this] { return StatusOf(server_.Ready()) == 200; });
  }

  /// Waits for the end of a server that must fail to start, and returns its error.
  [[nodiscard]] std::string Refusal(std::map<std::string, std::string> environment = {}) const {
    environment.emplace("PRICHAL_SITE_ORIGIN", "https://app.example.org");
    ServerProcess process({"serve", "--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--web",
                           server_.web(), "--data", server_.data()},
                          environment);
    EXPECT_EQ(process.Wait(), 2);
    EXPECT_EQ(process.out(), "");
    return process.err();
  }

  [[nodiscard]] std::int64_t Metric(const std::string& name) const {
    const std::string metrics =
        RawClient(server_.admin()).Ask("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const auto at = metrics.find("\n" + name + " ");
    return at == std::string::npos ? -1 : std::stoll(metrics.substr(at + name.size() + 2));
  }

  /// Returns the files that were set aside, without their write-ahead logs.
  [[nodiscard]] std::vector<fs::path> SetAside() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(server_.data())) {
      const std::string path = entry.path().string();
      if (path.find(".broken-") != std::string::npos && path.ends_with("Z")) {
        found.push_back(entry.path());
      }
    }
    return found;
  }

  /// The log is written by another thread, so a kill could come before a line that belongs to a
  /// response.
  void KillAfterLine(std::string_view text) {
    server_.process().ReadError(text);
    server_.Kill();
  }
  /// Checks the output of a server that has ended.
  void ExpectOneLoudLine(const std::string& reason) {
    const std::string& said = server_.process().err();
    const auto line = said.find("the message file is damaged; it was set aside");
    ASSERT_NE(line, std::string::npos) << said;
    EXPECT_NE(said.find(reason, line), std::string::npos) << said;
    EXPECT_EQ(said.find(" error ", line), std::string::npos) << said;
  }

  DurableServer server_;
};

TEST_F(Durability, RejectsMessagesWhileDiskIsFull) {
  server_.Start();
  ASSERT_EQ(StatusOf(Post("before")), 200);
  server_.LimitFiles(100);
  const std::string refused = Post("while");
  EXPECT_EQ(StatusOf(refused), 503);
  EXPECT_EQ(HeaderOf(refused, "Retry-After"), "5");
  EXPECT_EQ(BodyOf(refused), "{\"message\":\"failed to store message\",\"statusCode\":503}\n");
  const std::string unready = server_.Ready();
  EXPECT_EQ(StatusOf(unready), 503);
  EXPECT_EQ(BodyOf(unready), "{\"status\":\"unhealthy\"}\n");
  const std::string metrics =
      RawClient(server_.admin()).Ask("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
  EXPECT_NE(metrics.find("\nprichal_store_healthy 0\n"), std::string::npos);
  EXPECT_NE(metrics.find("\nprichal_ready 0\n"), std::string::npos);
  EXPECT_NE(metrics.find("reason=\"store_failed\"} 1\n"), std::string::npos);

  server_.LimitFiles(RLIM_INFINITY);
  AwaitReady();
  EXPECT_EQ(StatusOf(Post("after")), 200);
  server_.Kill();
  server_.Start();
  EXPECT_EQ(server_.Waiting(bridge::Id(1)).messages, (std::vector<std::string>{"before", "after"}));
}

TEST_F(Durability, RestoresRemovedFolder) {
  server_.Start();
  ASSERT_EQ(StatusOf(Post("before")), 200);
  fs::remove_all(server_.data());
  EXPECT_EQ(StatusOf(Post("while")), 503);
  AwaitReady();
  EXPECT_EQ(StatusOf(Post("after")), 200);
  KillAfterLine("messages can be stored again");
  EXPECT_NE(server_.process().err().find("cannot store messages; answering 503"),
            std::string::npos);
  EXPECT_NE(server_.process().err().find("messages can be stored again"), std::string::npos);
  server_.Start();
  const auto messages = server_.Waiting(bridge::Id(1)).messages;
  ASSERT_GE(messages.size(), 2U);
  EXPECT_EQ(messages.front(), "before");
  EXPECT_EQ(messages.back(), "after");
}

TEST_F(Durability, RejectsSecondServerInSameFolder) {
  server_.Start();
  EXPECT_EQ(Refusal(), "prichal: store.data: another process uses \"" + server_.file() +
                           "\". Fix: stop that process, or name another folder with --data.\n");
  EXPECT_EQ(StatusOf(Post("undisturbed")), 200);
}

TEST_F(Durability, SetsAsideBrokenFileAtStart) {
  fs::create_directory(server_.data());
  std::ofstream(server_.file()) << std::string(10'000, '?');
  server_.Start();
  EXPECT_EQ(StatusOf(Post("kept")), 200);
  EXPECT_EQ(StatusOf(server_.Ready()), 200);
  EXPECT_EQ(Metric("prichal_store_files_set_aside_total"), 1);
  KillAfterLine("file is not a database");
  ExpectOneLoudLine("file is not a database");
  EXPECT_EQ(SetAside().size(), 1U);
  EXPECT_EQ(fs::file_size(SetAside().at(0)), 10'000U);
  server_.Start();
  EXPECT_EQ(server_.Waiting(bridge::Id(1)).messages, std::vector<std::string>{"kept"});
}

TEST_F(Durability, RewritesFileTruncatedUnderLoadFromMemory) {
  server_.Start();
  constexpr int kMessages = 3'000;
  std::vector<std::string> expected;
  RawClient sender(server_.site());
  const auto post = [&](int first, int last) {
    for (int i = first; i < last; ++i) {
      expected.push_back(std::to_string(i));
      sender.Send(bridge::PostRequest(bridge::Id(2), bridge::Id(1), expected.back(), "300"));
      ASSERT_EQ(StatusOf(sender.ReadResponse()), 200) << i;
    }
  };
  post(0, kMessages);
  ASSERT_TRUE(CutShort({{server_.file(), 4'096}, {server_.file() + "-wal", 100}}));
  post(kMessages, kMessages + 100);
  // The order of these two matters: a replaced file is counted after its refill is pending.
  Await("the file is replaced",
        [this] { return Metric("prichal_store_files_set_aside_total") == 1; });
  Await("the new file is complete",
        [this] { return Metric("prichal_store_refill_pending_messages") == 0; });
  EXPECT_EQ(StatusOf(server_.Ready()), 200);
  KillAfterLine("truncated while it was open");
  ExpectOneLoudLine("truncated while it was open");
  server_.Start();
  EXPECT_EQ(server_.Waiting(bridge::Id(1)).messages, expected);
  // A retry is recognized.
  EXPECT_EQ(StatusOf(Post("7")), 200);
  EXPECT_EQ(server_.Waiting(bridge::Id(1)).messages.size(), expected.size());
}

TEST_F(Durability, StopsOnlyAfterNewFileIsComplete) {
  server_.Start({{"PRICHAL_SERVER_DRAIN_DELAY", "1"}, {"PRICHAL_SERVER_DRAIN_DEADLINE", "40000"}});
  constexpr int kReceivers = 40;
  for (int i = 0; i < kReceivers; ++i) {
    const auto to = bridge::Id(10 + i);
    const auto request = bridge::PostRequest(bridge::Id(1), to, "kept", "300");
    ASSERT_EQ(StatusOf(RawClient(server_.site()).Ask(request)), 200) << i;
  }
  ASSERT_TRUE(CutShort({{server_.file(), 4'096}, {server_.file() + "-wal", 100}}));
  // The broken file is set aside, but the new one cannot be written.
  server_.LimitFiles(100);
  EXPECT_EQ(StatusOf(Post("while")), 503);
  Await("the file is set aside",
        [this] { return Metric("prichal_store_files_set_aside_total") == 1; });
  EXPECT_EQ(Metric("prichal_store_refill_pending_messages"), kReceivers);
  EXPECT_EQ(StatusOf(server_.Ready()), 503);

  server_.process().Signal(SIGTERM);
  server_.process().ReadError("readiness is off");
  server_.LimitFiles(RLIM_INFINITY);
  EXPECT_EQ(server_.process().Wait(), 0) << server_.process().err();
  server_.Start();
  EXPECT_EQ(Metric("prichal_store_restored_messages"), kReceivers);
}

TEST_F(Durability, StopsOnBrokenFileIfConfigured) {
  server_.Start({{"PRICHAL_STORE_ON_CORRUPT", "stop"}});
  ASSERT_EQ(StatusOf(Post("before")), 200);
  fs::resize_file(server_.file() + "-wal", 100);
  EXPECT_EQ(server_.process().Wait(), 2);
  EXPECT_NE(server_.process().err().find("the server stops (store.on_corrupt is stop)"),
            std::string::npos)
      << server_.process().err();
  EXPECT_TRUE(SetAside().empty());
}

TEST_F(Durability, FailsToStartOnBrokenFileIfConfigured) {
  fs::create_directory(server_.data());
  std::ofstream(server_.file()) << std::string(10'000, '?');
  const std::string refusal = Refusal({{"PRICHAL_STORE_ON_CORRUPT", "stop"}});
  EXPECT_TRUE(
      refusal.starts_with("prichal: store.data: \"" + server_.file() + "\" is damaged or not "))
      << refusal;
  EXPECT_EQ(std::count(refusal.begin(), refusal.end(), '\n'), 1) << refusal;
}

TEST_F(Durability, RemovesOnlyExpiredMessages) {
  server_.Start();
  ASSERT_EQ(StatusOf(Post("short", "1")), 200);
  ASSERT_EQ(StatusOf(Post("long")), 200);
  const bridge::Events given = server_.Waiting(bridge::Id(1));
  ASSERT_EQ(given.ids.size(), 2U);
  RawClient back(server_.site());
  back.Send(bridge::Get(bridge::EventsPath(bridge::Id(1)),
                        "Last-Event-ID: " + std::to_string(given.ids.back()) + "\r\n"));
  back.ReadUntil("retry: 100\n\n");
  const auto removed = [this] {
    const std::string metrics =
        RawClient(server_.admin()).Ask("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    return metrics.find("\nprichal_store_messages_removed_total 1\n") != std::string::npos;
  };
  Await("the confirmed message leaves the file", removed);
  server_.Kill();
  server_.Start();
  EXPECT_EQ(server_.Waiting(bridge::Id(1)).messages, std::vector<std::string>{"long"});
}

TEST_F(Durability, KeepsMessagesAfterKillWithIntervalSync) {
  server_.Start({{"PRICHAL_STORE_FSYNC", "interval"}});
  for (int i = 0; i < 100; ++i) ASSERT_EQ(StatusOf(Post(std::to_string(i))), 200);
  server_.Kill();
  server_.Start();
  EXPECT_EQ(server_.Waiting(bridge::Id(1)).ids.size(), 100U);
}

TEST_F(Durability, WritesNothingWithMemoryStore) {
  server_.Start({{"PRICHAL_STORE_KIND", "memory"}});
  EXPECT_EQ(StatusOf(Post("x")), 200);
  EXPECT_FALSE(fs::exists(server_.data()));
}

}  // namespace
}  // namespace prichal::testing
