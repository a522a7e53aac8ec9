#include "base/sqlite/online_backup.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/data_folder.h"
#include "base/tests/fixture_tree.h"

namespace prichal::sqlite {
namespace {

namespace fs = std::filesystem;

/// A database in exclusive mode with a log, as a server has it open.
class BackupOfOpenDatabase : public ::testing::Test {
 protected:
  static constexpr const char* kRows =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) "
      "INSERT INTO t SELECT randomblob(500) FROM n;";

  BackupOfOpenDatabase() : source_(Open(file_)) {
    EXPECT_TRUE(
        source_.Run("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; "
                    "CREATE TABLE t(x);"));
    EXPECT_TRUE(source_.Run(kRows));
  }

  static Connection Open(const std::string& path) {
    EXPECT_TRUE(DataFolder::PrepareFile(path));
    return *Connection::Open(path, 0);
  }
  /// Returns a checksum of the content.
  static std::int64_t Sum(Connection& of) {
    return *of.QueryNumber("SELECT count(*) + total(unicode(hex(x)) * rowid) FROM t");
  }

  FixtureTree tree_;
  const std::string file_ = tree_.path("a.db");
  const std::string copy_ = tree_.path("copy.db");
  Connection source_;
};

TEST_F(BackupOfOpenDatabase, IncludesConcurrentCommits) {
  ASSERT_TRUE(DataFolder::PrepareFile(copy_));
  auto backup = OnlineBackup::Begin(source_, copy_);
  ASSERT_TRUE(backup) << backup.error().message;
  int pieces = 1;
  for (auto done = backup->Step(20); !*done; done = backup->Step(20)) {
    ASSERT_TRUE(done) << done.error().message;
    if (++pieces > 6) continue;
    ASSERT_TRUE(
        source_.Run("UPDATE t SET x = randomblob(400) WHERE rowid % 97 = 3;"
                    "DELETE FROM t WHERE rowid % 89 = 5;"));
    ASSERT_TRUE(source_.Run(kRows));
    ASSERT_TRUE(source_.Run("PRAGMA wal_checkpoint(TRUNCATE)"));
  }
  EXPECT_GT(pieces, 6);
  const auto whole = CheckCopy(copy_);
  EXPECT_TRUE(whole) << whole.error().message;
  Connection copy = Open(copy_);
  EXPECT_EQ(Sum(copy), Sum(source_));
}

TEST_F(BackupOfOpenDatabase, RunsOnRequestFile) {
  const auto files = BackupFiles::Make(file_);
  RequestedBackup requested(file_);
  EXPECT_FALSE(requested.Step(source_));
  EXPECT_FALSE(fs::exists(files.copy));
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(DataFolder::PrepareFile(files.wanted));
    int pieces = 1;
    for (; requested.Step(source_); ++pieces) EXPECT_TRUE(fs::exists(files.wanted));
    EXPECT_EQ(pieces, round < 2 ? 1 : 2);
    EXPECT_FALSE(fs::exists(files.wanted));
    EXPECT_FALSE(fs::exists(files.unfinished));
    EXPECT_FALSE(fs::exists(files.failed));
    EXPECT_EQ(fs::status(files.copy).permissions(), fs::perms(0600));
    EXPECT_TRUE(CheckCopy(files.copy));
    EXPECT_EQ(*Open(files.copy).QueryNumber("SELECT count(*) FROM t"), 2000 * (round + 1));
    ASSERT_TRUE(source_.Run(kRows));
  }
}

TEST_F(BackupOfOpenDatabase, ReportsFailure) {
  const auto files = BackupFiles::Make(file_);
  fs::create_directories(files.copy + "/in the way");
  ASSERT_TRUE(DataFolder::PrepareFile(files.wanted));
  RequestedBackup requested(file_);
  while (requested.Step(source_)) {
  }
  EXPECT_FALSE(fs::exists(files.wanted));
  EXPECT_FALSE(fs::exists(files.unfinished));
  std::ifstream failed(files.failed);
  std::string reason;
  std::getline(failed, reason);
  EXPECT_EQ(reason, "Is a directory");
  EXPECT_TRUE(source_.Run(kRows)) << "the server goes on";
}

TEST_F(BackupOfOpenDatabase, DetectsCorruptCopy) {
  ASSERT_TRUE(DataFolder::PrepareFile(copy_));
  auto backup = OnlineBackup::Begin(source_, copy_);
  ASSERT_TRUE(backup);
  ASSERT_EQ(backup->Step(-1), true);
  std::fstream bytes(copy_, std::ios::in | std::ios::out | std::ios::binary);
  bytes.seekp(4096 * 10);
  bytes << std::string(4096 * 3, 'x');
  bytes.close();
  const auto whole = CheckCopy(copy_);
  ASSERT_FALSE(whole);
  EXPECT_FALSE(whole.error().message.empty());
}

}  // namespace
}  // namespace prichal::sqlite
