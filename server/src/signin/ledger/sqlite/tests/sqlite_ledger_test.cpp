// Tests of the SQLite ledger only: restarts, and errors of its file.

#include "signin/ledger/sqlite/sqlite_ledger.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "base/random.h"
#include "base/tests/fixture_file_size.h"
#include "base/tests/fixture_tree.h"
#include "signin/ledger/tests/fixture_ledger.h"

namespace prichal::signin {
namespace {

namespace fs = std::filesystem;

class SqliteLedgerTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string Refusal() const {
    const auto ledger = SqliteLedger::Open({.folder = folder_});
    return ledger ? "opened" : ledger.error();
  }

  FixtureTree tree_;
  std::string folder_ = tree_.path("data");
  std::string file_ = tree_.path("data/auth.db");
};

TEST_F(SqliteLedgerTest, KeepsAnsweredChangesAfterCrash) {
  const FixtureClient client;
  const FixtureClient ended;
  const auto ledger = OpenFixtureLedger(folder_);
  ASSERT_NE(ledger, nullptr);
  const auto sign_in = [&](const FixtureClient& who, const char* key) {
    return AwaitAnswer<SignInAnswer>([&](auto done) {
      ledger->SignInOrLink(0, FixtureSignIn(who, IdentityKind::kTelegram, key), kFixtureNow,
                           std::move(done));
    });
  };
  ASSERT_TRUE(sign_in(client, "42"));
  ASSERT_TRUE(sign_in(ended, "43"));
  const auto use = [](Ledger& of) {
    const std::string mark = NewRandomId();
    return *AwaitAnswer<std::string>([&](auto done) {
      of.Claim(0, {1}, mark, kFixtureNow + Millis(1'000), kFixtureNow, std::move(done));
    }) == mark;
  };
  EXPECT_TRUE(use(*ledger));
  EXPECT_TRUE(*AwaitAnswer<bool>(
      [&](auto done) { ledger->End(0, ended.user, ended.session, kFixtureNow, std::move(done)); }));
  const std::string copy = tree_.path("copy");
  fs::copy(folder_, copy, fs::copy_options::recursive);

  const auto restarted = OpenFixtureLedger(copy);
  ASSERT_NE(restarted, nullptr);
  EXPECT_FALSE(use(*restarted)) << "no used challenge works again";
  const auto find = [&](const SessionId& session) {
    return *AwaitAnswer<std::optional<SignedIn>>(
        [&](auto done) { restarted->Find(0, session, kFixtureNow, std::move(done)); });
  };
  EXPECT_TRUE(find(client.session));
  EXPECT_FALSE(find(ended.session)) << "no ended session comes back";
}

TEST_F(SqliteLedgerTest, CreatesPrivateFiles) {
  const auto ledger = OpenFixtureLedger(folder_);
  for (const char* name : {"", "-wal"}) {
    struct stat found {};
    ASSERT_EQ(stat((file_ + name).c_str(), &found), 0) << name;
    EXPECT_EQ(found.st_mode & 0777U, 0600U) << name;
  }
}

TEST_F(SqliteLedgerTest, ReportsFileInUseByOtherProcess) {
  const auto ledger = OpenFixtureLedger(folder_);
  EXPECT_NE(Refusal().find("stop the process that uses it"), std::string::npos) << Refusal();
  ledger->Stop();
}

TEST_F(SqliteLedgerTest, RejectsUnreadableDatabase) {
  tree_.Write("data/auth.db", "no database, but long enough to look like one at first sight");
  EXPECT_NE(Refusal().find(file_ + "\": file is not a database"), std::string::npos) << Refusal();
  fs::remove(file_);
  {
    tree_.Write("data/auth.db", "");
    auto other = sqlite::Connection::Open(file_, 0);
    ASSERT_TRUE(other);
    ASSERT_TRUE(other->Run("CREATE TABLE t(x); PRAGMA application_id = 1"));
  }
  EXPECT_NE(Refusal().find("it was written by another program"), std::string::npos) << Refusal();
  fs::remove(file_);
  OpenFixtureLedger(folder_)->Stop();
  ASSERT_TRUE(sqlite::Connection::Open(file_, 0)->Run("PRAGMA user_version = 1000"));
  EXPECT_NE(Refusal().find("newer version"), std::string::npos) << Refusal();
  ASSERT_TRUE(sqlite::Connection::Open(file_, 0)->Run("PRAGMA user_version = 1"));
  EXPECT_NE(Refusal().find("older version"), std::string::npos) << Refusal();
}

TEST_F(SqliteLedgerTest, ReportsWriteFailureAndRecovery) {
  std::vector<std::string> health;
  auto ledger =
      SqliteLedger::Open({.folder = folder_, .on_health = [&](bool healthy, const std::string&) {
                            health.emplace_back(healthy ? "healthy" : "failing");
                          }});
  ASSERT_TRUE(ledger);
  (*ledger)->Start([](std::uint32_t, Task task) { task(); });
  const auto sign_in = [&](const std::string& details) {
    const FixtureClient client;
    auto request = FixtureSignIn(client, IdentityKind::kTelegram, "42");
    request.identity.details["init_data"] = details;
    return AwaitAnswer<SignInAnswer>([&](auto done) {
             (*ledger)->SignInOrLink(0, request, kFixtureNow, std::move(done));
           })
        .has_value();
  };
  EXPECT_TRUE(sign_in("{}"));
  {
    const FileSizeLimit full(fs::file_size(file_ + "-wal"));
    EXPECT_FALSE(sign_in(std::string(100'000, 'x')));
    EXPECT_FALSE((*ledger)->healthy());
  }
  EXPECT_TRUE(sign_in("{}"));
  EXPECT_TRUE((*ledger)->healthy());
  (*ledger)->Stop();
  EXPECT_EQ(health, (std::vector<std::string>{"failing", "healthy"}));
}

TEST_F(SqliteLedgerTest, SweepsExpiredEntriesInBatches) {
  auto database = LedgerDatabase::Open(folder_);
  ASSERT_TRUE(database) << database.error();
  ASSERT_TRUE((*database)->Begin());
  for (unsigned char i = 0; i < 10; ++i) {
    EXPECT_EQ((*database)->Claim({i}, "mark", kFixtureNow + Millis(i), kFixtureNow - Millis(1)),
              "mark");
    const FixtureClient client;
    (void)(*database)->SignInOrLink(FixtureSignIn(client, IdentityKind::kTelegram, "42"),
                                    kFixtureNow + Millis(i));
    EXPECT_FALSE((*database)->TakeError());
  }
  ASSERT_TRUE((*database)->Commit());
  const Millis half = kFixtureNow + Millis(4);
  EXPECT_EQ((*database)->Sweep(half, 4), true) << "there is more";
  EXPECT_EQ((*database)->Sweep(half, 4), false);
  EXPECT_EQ((*database)->Sweep(half + kFixtureIdle, 100), false);
  const auto user = (*database)->FindUser(IdentityKind::kTelegram, "42");
  ASSERT_TRUE(user) << "a user outlives his sessions";
  EXPECT_EQ((*database)->SessionsOf(*user, kFixtureNow).size(), 5U);
}

}  // namespace
}  // namespace prichal::signin
