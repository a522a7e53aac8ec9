// Contents of a database: storing, removing and recovering messages.

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "base/tests/fixture_file_size.h"
#include "bridge/store/tests/database_fixture.h"

namespace prichal::bridge::store {
namespace {

namespace fs = std::filesystem;

mode_t ModeOf(const std::string& path) {
  struct stat found {};
  EXPECT_EQ(stat(path.c_str(), &found), 0) << path;
  return found.st_mode & 0777U;
}

TEST_F(DatabaseTest, CreatesPrivateFolderAndFiles) {
  const auto database = Open();
  EXPECT_TRUE(Keep(*database, {1}));
  EXPECT_EQ(ModeOf(folder_), 0700U);
  EXPECT_EQ(ModeOf(file_), 0600U);
  EXPECT_EQ(ModeOf(file_ + "-wal"), 0600U);
  EXPECT_FALSE(fs::exists(file_ + "-shm")) << "alone with its file, it needs no shared memory";
}

TEST_F(DatabaseTest, RoundTripsRecords) {
  const Record first = FixtureRecord(7, kFixtureNow + Millis(1), 100);
  const Record large = FixtureRecord(9, kFixtureNow + Millis(2), 3'000'000);
  const std::vector<const Record*> kept{&first, &large};
  EXPECT_TRUE(Open()->Commit(kept, {}));
  std::vector<Record> got;
  const auto database = Open();
  const auto loaded = database->Load(kFixtureNow, [&](const Record& r) { got.push_back(r); });
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->last_id, 9);
  ASSERT_EQ(got.size(), 2U);
  EXPECT_EQ(got[0].to, first.to);
  EXPECT_EQ(got[0].expires, first.expires);
  EXPECT_EQ(got[0].envelope, first.envelope);
  EXPECT_EQ(got[0].fingerprint, first.fingerprint);
  EXPECT_EQ(got[1].envelope, large.envelope);
}

TEST_F(DatabaseTest, KeepsFingerprintKey) {
  const auto of_loaded = [this] {
    const auto database = Open();
    return database->Load(kFixtureNow, [](const Record&) {}).value_or(Loaded{}).fingerprints.key();
  };
  const Fingerprints::Key key = of_loaded();
  EXPECT_EQ(of_loaded(), key);
  EXPECT_NE(key, Fingerprints::Key{});
}

TEST_F(DatabaseTest, RollsBackFailedCommit) {
  EXPECT_TRUE(Keep(*Open(), {1}));
  ASSERT_TRUE(sqlite::Connection::Open(file_, 0)->Run(
      "CREATE TRIGGER refuse BEFORE INSERT ON message WHEN NEW.id = 9 "
      "BEGIN SELECT RAISE(FAIL, 'no nines'); END"));
  {
    const auto database = Open();
    EXPECT_FALSE(Keep(*database, {2, 9})) << "what follows the first is refused";
    EXPECT_TRUE(Keep(*database, {3}));
  }
  EXPECT_EQ(Ids(*Open()), (std::vector<std::int64_t>{1, 3}));
}

TEST_F(DatabaseTest, RejectsDuplicateId) {
  const auto database = Open();
  EXPECT_TRUE(Keep(*database, {5}));
  Record other = FixtureRecord(5);
  other.expires += Millis(60'000);
  const std::vector<const Record*> kept{&other};
  const auto refused = database->Commit(kept, {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("message.id"), std::string::npos)
      << refused.error().message;
  EXPECT_FALSE(refused.error().IsBroken());
  const auto expiry = [&] {
    Millis found{0};
    EXPECT_TRUE(database->Load(kFixtureNow, [&](const Record& r) { found = r.expires; }));
    return found;
  };
  EXPECT_EQ(expiry(), FixtureRecord(5).expires);
  EXPECT_TRUE(Keep(*database, {6}, {6})) << "what comes after it is kept";

  other.replaces = true;
  EXPECT_TRUE(database->Commit(kept, {}));
  EXPECT_EQ(expiry(), other.expires);
}

TEST_F(DatabaseTest, RemovesExpiredMessagesAndKeepsLastId) {
  {
    const auto database = Open();
    EXPECT_TRUE(Keep(*database, {5, 6, 7}));
    Record only_id = FixtureRecord(8);
    only_id.envelope = {};
    const std::vector<const Record*> kept{&only_id};
    EXPECT_TRUE(database->Commit(kept, {}));
  }
  const auto database = Open();
  EXPECT_TRUE(Ids(*database, kFixtureNow + Millis(300'000)).empty());
  EXPECT_TRUE(Ids(*database, kFixtureNow).empty()) << "it has left the file";
  EXPECT_EQ(LastId(*database), 8);
  EXPECT_TRUE(Keep(*database, {9}));
  EXPECT_TRUE(Keep(*database, {}, {9}));
  EXPECT_EQ(LastId(*database), 9);
}

TEST_F(DatabaseTest, IsConsistentInCopyAtAnyMoment) {
  // After a kill, the files have their content of that moment.
  const auto database = Open();
  std::vector<std::int64_t> expected;
  for (std::int64_t id = 1; id <= 40; ++id) {
    const std::vector<std::int64_t> gone =
        id % 3 == 0 ? std::vector<std::int64_t>{id - 2} : std::vector<std::int64_t>{};
    EXPECT_TRUE(Keep(*database, {id}, gone));
    if (!gone.empty()) std::erase(expected, gone.front());
    expected.push_back(id);
    if (id % 10 == 0) {
      EXPECT_TRUE(database->Checkpoint(id % 20 == 0));
    }
    const std::string copy = tree_.path("copy" + std::to_string(id));
    fs::copy(folder_, copy, fs::copy_options::recursive);
    const auto opened = Database::Open(copy);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(Ids(**opened), expected);
    EXPECT_EQ(LastId(**opened), id);
  }
}

TEST_F(DatabaseTest, IgnoresTornLogEnd) {
  const auto database = Open();
  EXPECT_TRUE(Keep(*database, {1, 2, 3}));
  EXPECT_TRUE(Keep(*database, {4}));
  const auto whole = fs::file_size(file_ + "-wal");
  for (const std::uintmax_t cut : {1U, 100U, 4'000U}) {
    const std::string copy = tree_.path("torn" + std::to_string(cut));
    fs::copy(folder_, copy, fs::copy_options::recursive);
    fs::resize_file(copy + "/bridge.db-wal", whole - cut);
    const auto opened = Database::Open(copy);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(Ids(**opened), (std::vector<std::int64_t>{1, 2, 3}));
  }
}

TEST_F(DatabaseTest, RollsBackCommitOnFullDisk) {
  const auto database = Open();
  EXPECT_TRUE(Keep(*database, {1}));
  {
    const FileSizeLimit full(fs::file_size(file_ + "-wal"));
    EXPECT_FALSE(Keep(*database, {2, 3}, {1}));
    EXPECT_FALSE(Keep(*database, {4}));
  }
  EXPECT_TRUE(Keep(*database, {5}));
  EXPECT_EQ(Ids(*database), (std::vector<std::int64_t>{1, 5}));
}

TEST_F(DatabaseTest, RestoresRemovedFiles) {
  auto database = Open();
  EXPECT_TRUE(Keep(*database, {1, 2}));
  EXPECT_TRUE(database->HasSameIdentity());
  fs::remove_all(folder_);
  EXPECT_FALSE(database->HasSameIdentity());
  EXPECT_FALSE(Keep(*database, {3})) << "it would be gone after a restart";
  ASSERT_TRUE(database->Salvage());
  database = nullptr;
  database = Open();
  EXPECT_TRUE(Keep(*database, {4}));
  // Messages 1, 2 and 4 must be there. 3 may be there: its sender got an error.
  EXPECT_EQ(Ids(*database), (std::vector<std::int64_t>{1, 2, 3, 4}));

  // If only the log is removed, its content is restored too.
  fs::remove(file_ + "-wal");
  EXPECT_FALSE(database->HasSameIdentity());
  ASSERT_TRUE(database->Salvage());
  database = nullptr;
  database = Open();
  EXPECT_EQ(Ids(*database), (std::vector<std::int64_t>{1, 2, 3, 4}));
}

TEST_F(DatabaseTest, NeverOverwritesForeignFile) {
  const auto database = Open();
  EXPECT_TRUE(Keep(*database, {1}));
  fs::rename(file_, file_ + ".old");
  tree_.Write("data/bridge.db", "theirs");
  EXPECT_FALSE(Keep(*database, {2}));
  const auto saved = database->Salvage();
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().message,
            "\"" + file_ + "\" was replaced while it was open. Fix: restart the server.");
  std::ifstream file(file_);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "theirs");
}

TEST_F(DatabaseTest, DetectsTruncatedFileBeforeCheckpoint) {
  const auto database = Open();
  std::vector<std::int64_t> ids(2'000);
  std::iota(ids.begin(), ids.end(), 1);
  EXPECT_TRUE(Keep(*database, ids));
  EXPECT_TRUE(database->Checkpoint(false));
  EXPECT_TRUE(Keep(*database, {2'001}));
  ASSERT_TRUE(CutShort({{file_, 4'096}}));
  // A checkpoint would extend the file to its old length, with holes in the truncated part.
  const auto moved = database->Checkpoint(false);
  ASSERT_FALSE(moved);
  EXPECT_TRUE(moved.error().IsBroken()) << moved.error().message;
}

/// While it exists, new connections call a function in each commit, before its first byte is in the
/// log.
class AtCommit {
 public:
  explicit AtCommit(std::function<void()> what) {
    what_ = std::move(what);
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(&Attach));
  }
  AtCommit(const AtCommit&) = delete;
  AtCommit& operator=(const AtCommit&) = delete;
  ~AtCommit() {
    sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(&Attach));
    what_ = nullptr;
  }

 private:
  static int Attach(sqlite3* handle, char** /*error*/, const sqlite3_api_routines* /*api*/) {
    sqlite3_commit_hook(
        handle,
        [](void* /*context*/) {
          if (what_) what_();
          return 0;
        },
        nullptr);
    return SQLITE_OK;
  }

  static inline std::function<void()> what_;
};

TEST_F(DatabaseTest, DetectsLogTruncatedDuringCommit) {
  for (const std::uintmax_t left : {0U, 5'000U}) {
    bool cuts = false;
    const AtCommit cut([&] {
      if (std::exchange(cuts, false)) fs::resize_file(file_ + "-wal", left);
    });
    const auto database = Open();
    for (std::int64_t id = 1; id <= 20; ++id) EXPECT_TRUE(Keep(*database, {id}));
    cuts = true;
    // The log then has its expected length, with a hole in the truncated part.
    const Record record = FixtureRecord(21);
    const auto done = database->Commit(std::vector<const Record*>{&record}, {});
    EXPECT_FALSE(cuts);
    ASSERT_FALSE(done);
    EXPECT_TRUE(done.error().IsBroken()) << done.error().message;
    fs::remove_all(folder_);
  }
}

TEST_F(DatabaseTest, ReturnsFreeSpaceToDisk) {
  const auto database = Open();
  std::vector<std::int64_t> ids(30'000);
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<std::int64_t>(i + 1);
  EXPECT_TRUE(Keep(*database, ids));
  EXPECT_TRUE(Keep(*database, {}, ids));
  while (true) {
    const auto more = database->Shrink();
    ASSERT_TRUE(more);
    if (!*more) break;
  }
  EXPECT_TRUE(database->Checkpoint(true));
  EXPECT_LT(fs::file_size(file_), 9'000'000U);
  EXPECT_EQ(fs::file_size(file_ + "-wal"), 0U);
}

}  // namespace
}  // namespace prichal::bridge::store
