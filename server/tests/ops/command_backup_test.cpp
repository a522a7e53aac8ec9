// `prichal backup`, with and without a running server. A server can start with the copy.

#include <fmt/format.h>
#include <sys/stat.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/sqlite/connection.h"
#include "base/tests/fixture_await.h"
#include "bridge/store/database.h"
#include "tests/fixtures/command_fixture.h"
#include "tests/fixtures/durable_server.h"

namespace prichal::testing {
namespace {

namespace fs = std::filesystem;

class BackupCommand : public CommandTest {
 protected:
  [[nodiscard]] Ran Backup(const std::string& data, const Arguments& more = {}) const {
    Arguments arguments{"backup", copy_, "--data", data};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return Run(arguments);
  }
  static void Post(RawClient& client, int number) {
    client.Send(
        bridge::PostRequest(bridge::Id(0), bridge::Id(1), fmt::format("m{}", number), "300"));
    ASSERT_EQ(StatusOf(client.ReadResponse()), 200);
  }
  static mode_t ModeOf(const std::string& path) {
    struct stat found {};
    EXPECT_EQ(stat(path.c_str(), &found), 0) << path;
    return found.st_mode & 07777U;
  }
  /// Returns the names of all other files in the folder.
  static std::vector<std::string> Names(const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  /// Replaces the server's data by the copy.
  void Restore(DurableServer& server) const {
    server.process().Signal(SIGTERM);
    EXPECT_EQ(server.process().Wait(), 0);
    fs::remove_all(server.data());
    fs::rename(copy_, server.data());
    server.Start(environment_);
  }

  const std::map<std::string, std::string> environment_{
      {"PRICHAL_AUTH_TELEGRAM_BOTS", "7000000001"},
      {"PRICHAL_BRIDGE_RATE_LIMIT", "0"},
      {"PRICHAL_BRIDGE_ID_RATE", "0"},
      {"PRICHAL_BRIDGE_BYTE_RATE", "0"},
      {"PRICHAL_BRIDGE_MAILBOX_MESSAGES", "1000000"},
      {"PRICHAL_BRIDGE_MAILBOX_BYTES", "1000000000"}};
  const std::string copy_ = tree_.path("copy");
};

TEST_F(BackupCommand, IncludesAnsweredMessagesOfRunningServer) {
  DurableServer server;
  ASSERT_NO_FATAL_FAILURE(server.Start(environment_));
  std::atomic<int> answered{0};
  std::atomic<bool> ends{false};
  std::thread sender([&] {
    RawClient client(server.site());
    while (!ends) {
      Post(client, answered);
      ++answered;
    }
  });
  Await("300 messages are answered", [&] { return answered >= 300; });
  const int before = answered;
  const auto ran = Backup(server.data());
  const int after = answered;
  ends = true;
  sender.join();
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_GT(after, before) << "it was written to meanwhile";
  EXPECT_NE(ran.out.find(copy_ + "/bridge.db: "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(copy_ + "/auth.db: "), std::string::npos) << ran.out;
  EXPECT_EQ(Names(copy_), (std::vector<std::string>{"auth.db", "bridge.db"}));
  EXPECT_EQ(ModeOf(copy_), 0700U);
  for (const char* name : {"/auth.db", "/bridge.db"}) EXPECT_EQ(ModeOf(copy_ + name), 0600U);
  for (const auto& name : Names(server.data())) {
    EXPECT_EQ(name.find("-backup"), std::string::npos) << name;
  }
  EXPECT_EQ(StatusOf(server.Ready()), 200);

  ASSERT_NO_FATAL_FAILURE(Restore(server));
  const auto messages = server.Waiting(bridge::Id(1)).messages;
  ASSERT_GE(messages.size(), static_cast<std::size_t>(before));
  for (std::size_t i = 0; i < messages.size(); ++i) {
    ASSERT_EQ(messages[i], fmt::format("m{}", i));
  }
}

TEST_F(BackupCommand, IncludesLogLeftByCrash) {
  DurableServer server;
  ASSERT_NO_FATAL_FAILURE(server.Start(environment_));
  {
    RawClient client(server.site());
    for (int i = 0; i < 20; ++i) Post(client, i);
  }
  server.Kill();
  const auto log = fs::file_size(server.file() + "-wal");
  const auto ran = Backup(server.data());
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(fs::file_size(server.file() + "-wal"), log) << "it stays for the server";
  fs::remove_all(server.data());
  fs::rename(copy_, server.data());
  ASSERT_NO_FATAL_FAILURE(server.Start(environment_));
  EXPECT_EQ(server.Waiting(bridge::Id(1)).messages.size(), 20U);
}

TEST_F(BackupCommand, OverwritesNothingAndCleansUpOnFailure) {
  tree_.Write("data/bridge.db", std::string(8192, 'x'));
  const auto data = tree_.path("data");
  fs::create_directory(copy_);
  ExpectMistake(Backup(data), "\" exists. Fix: name a new folder.");
  fs::remove(copy_);
  ExpectMistake(Backup(data), "cannot copy \"" + data + "/bridge.db\": file is not a database");
  EXPECT_FALSE(fs::exists(copy_));
  ExpectMistake(Backup(tree_.path("nowhere")), "has neither bridge.db nor auth.db");
  EXPECT_FALSE(fs::exists(copy_));
  ExpectMistake(Run({"backup", tree_.path("a/b"), "--data", data}), "cannot create ");
  ExpectMistake(Run({"backup"}), "folder is required");
}

TEST_F(BackupCommand, TimesOutIfProcessMakesNoCopy) {
  const auto data = tree_.path("data");
  const auto database = bridge::store::Database::PathIn(data);
  tree_.Write("data/bridge.db", "");
  auto other = sqlite::Connection::Open(database, 0);
  ASSERT_TRUE(other);
  ASSERT_TRUE(other->Run("CREATE TABLE a(b); PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;"));
  ExpectMistake(Backup(data, {"--timeout", "1s"}),
                database + "\" is in use by a process that does not answer");
  EXPECT_FALSE(fs::exists(copy_));
  // The request file is removed too.
  for (const auto& name : Names(data)) EXPECT_EQ(name.find("wanted"), std::string::npos) << name;
  ExpectMistake(Backup(data, {"--timeout", "soon"}), "--timeout");
}

TEST_F(BackupCommand, ReportsAlternativeForOtherStores) {
  tree_.Write("valkey.toml", "[store]\nkind = \"valkey\"\nvalkey_uri = \"redis://127.0.0.1:1\"\n");
  tree_.Write("memory.toml", "[store]\nkind = \"memory\"\n");
  ExpectMistake(Run({"backup", copy_, "--config", tree_.path("valkey.toml")}),
                "for example with BGSAVE or a replica");
  ExpectMistake(Run({"backup", copy_, "--config", tree_.path("memory.toml")}),
                "this server stores nothing on the disk");
  EXPECT_FALSE(fs::exists(copy_));
}

}  // namespace
}  // namespace prichal::testing
