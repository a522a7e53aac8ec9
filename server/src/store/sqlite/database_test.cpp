#include "store/sqlite/database.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/fixture_tree.h"
#include "store/fixture_loops.h"
#include "store/sqlite/file_size_limit.h"

namespace prichal::store {
namespace {

namespace fs = std::filesystem;

mode_t ModeOf(const std::string& path) {
  struct stat found {};
  EXPECT_EQ(stat(path.c_str(), &found), 0) << path;
  return found.st_mode & 0777U;
}

class DatabaseTest : public ::testing::Test {
 protected:
  std::unique_ptr<Database> Open() const {
    auto database = Database::Open(folder_);
    EXPECT_TRUE(database) << database.error();
    return database ? *std::move(database) : nullptr;
  }

  /// What Open() says against the folder.
  [[nodiscard]] std::string Refusal() const {
    const auto database = Database::Open(folder_);
    return database ? "opened" : database.error();
  }

  static bool Keep(Database& database, const std::vector<std::int64_t>& ids,
                   const std::vector<std::int64_t>& gone = {}) {
    std::vector<Record> records;
    std::vector<const Record*> kept;
    records.reserve(ids.size());
    for (const auto id : ids) kept.push_back(&records.emplace_back(FixtureRecord(id)));
    const auto done = database.Commit(kept, gone);
    return done.has_value();
  }

  static std::vector<std::int64_t> Ids(Database& database, Millis now = kFixtureNow) {
    std::vector<std::int64_t> ids;
    const auto loaded =
        database.Load(now, [&](const Record& record) { ids.push_back(record.event_id); });
    EXPECT_TRUE(loaded) << loaded.error();
    return ids;
  }

  static std::int64_t LastId(Database& database) {
    const auto loaded = database.Load(kFixtureNow, [](const Record&) {});
    return loaded ? loaded->last_id : -1;
  }

  FixtureTree tree_;
  std::string folder_ = tree_.path("data");
  std::string file_ = tree_.path("data/bridge.db");
};

TEST_F(DatabaseTest, FolderAndFilesAreForThisUserAlone) {
  const auto database = Open();
  EXPECT_TRUE(Keep(*database, {1}));
  EXPECT_EQ(ModeOf(folder_), 0700U);
  EXPECT_EQ(ModeOf(file_), 0600U);
  EXPECT_EQ(ModeOf(file_ + "-wal"), 0600U);
  EXPECT_FALSE(fs::exists(file_ + "-shm")) << "alone with its file, it needs no shared memory";
}

TEST_F(DatabaseTest, GivesEverythingAsItWas) {
  const Record first = FixtureRecord(7, kFixtureNow + Millis(1), 100);
  const Record large = FixtureRecord(9, kFixtureNow + Millis(2), 3'000'000);
  const std::vector<const Record*> kept{&first, &large};
  EXPECT_TRUE(Open()->Commit(kept, {}));
  std::vector<Record> got;
  const auto database = Open();
  const auto loaded = database->Load(kFixtureNow, [&](const Record& r) { got.push_back(r); });
  ASSERT_TRUE(loaded) << loaded.error();
  EXPECT_EQ(loaded->last_id, 9);
  ASSERT_EQ(got.size(), 2U);
  EXPECT_EQ(got[0].to, first.to);
  EXPECT_EQ(got[0].expires, first.expires);
  EXPECT_EQ(*got[0].frame, *first.frame);
  EXPECT_EQ(got[0].fingerprint, first.fingerprint);
  EXPECT_EQ(*got[1].frame, *large.frame);
}

TEST_F(DatabaseTest, KnowsRepetitionsOfWhatItKeeps) {
  const auto of_loaded = [this] {
    const auto database = Open();
    return database->Load(kFixtureNow, [](const Record&) {}).value_or(Loaded{}).fingerprints.key();
  };
  const Fingerprints::Key key = of_loaded();
  EXPECT_EQ(of_loaded(), key);
  EXPECT_NE(key, Fingerprints::Key{});
}

TEST_F(DatabaseTest, TakesAFileOfTheFirstVersion) {
  EXPECT_TRUE(Keep(*Open(), {5, 6}));
  ASSERT_TRUE(Connection::Open(file_, 0)->Run(
      "CREATE TABLE first(only INTEGER PRIMARY KEY, last_id INTEGER NOT NULL,"
      "                   commits INTEGER NOT NULL) STRICT;"
      "INSERT INTO first SELECT only, last_id, commits FROM state;"
      "DROP TABLE state;"
      "ALTER TABLE first RENAME TO state;"
      "PRAGMA user_version = 1"));
  Fingerprints::Key key{};
  for (const char* when : {"as it is made new", "as any other"}) {
    const auto database = Open();
    EXPECT_EQ(Ids(*database), (std::vector<std::int64_t>{5, 6})) << when;
    const auto loaded = database->Load(kFixtureNow, [](const Record&) {});
    ASSERT_TRUE(loaded) << loaded.error();
    EXPECT_NE(loaded->fingerprints.key(), Fingerprints::Key{}) << when;
    if (key != Fingerprints::Key{}) {
      EXPECT_EQ(loaded->fingerprints.key(), key) << when;
    }
    key = loaded->fingerprints.key();
  }
}

TEST_F(DatabaseTest, ForgetsWhatHasExpiredButNoId) {
  {
    const auto database = Open();
    EXPECT_TRUE(Keep(*database, {5, 6, 7}));
    Record only_id = FixtureRecord(8);
    only_id.frame = nullptr;
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

TEST_F(DatabaseTest, ACopyOfTheFilesAtAnyMomentIsWhole) {
  // What a kill leaves behind is what the files hold at that moment.
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
    ASSERT_TRUE(opened) << opened.error();
    EXPECT_EQ(Ids(**opened), expected);
    EXPECT_EQ(LastId(**opened), id);
  }
}

TEST_F(DatabaseTest, ATornEndOfTheLogIsLeftOut) {
  const auto database = Open();
  EXPECT_TRUE(Keep(*database, {1, 2, 3}));
  EXPECT_TRUE(Keep(*database, {4}));
  const auto whole = fs::file_size(file_ + "-wal");
  for (const std::uintmax_t cut : {1U, 100U, 4'000U}) {
    const std::string copy = tree_.path("torn" + std::to_string(cut));
    fs::copy(folder_, copy, fs::copy_options::recursive);
    fs::resize_file(copy + "/bridge.db-wal", whole - cut);
    const auto opened = Database::Open(copy);
    ASSERT_TRUE(opened) << opened.error();
    EXPECT_EQ(Ids(**opened), (std::vector<std::int64_t>{1, 2, 3}));
  }
}

TEST_F(DatabaseTest, RefusesWhatItDidNotWrite) {
  tree_.Write("data/bridge.db", std::string(5'000, 'x'));
  EXPECT_EQ(Refusal(), file_ +
                           " is broken or no database (file is not a database); move it away to "
                           "start with an empty one, or name another folder with --data");
  EXPECT_EQ(fs::file_size(file_), 5'000U) << "it is left as it was";

  fs::remove(file_);
  tree_.Write("data/bridge.db", "");
  ASSERT_TRUE(Connection::Open(file_, 0)->Run("CREATE TABLE theirs(a)"));
  EXPECT_EQ(Refusal(), file_ + " was written by another program; name another folder with --data");

  fs::remove(file_);
  Open();
  ASSERT_TRUE(Connection::Open(file_, 0)->Run("PRAGMA user_version = 3"));
  EXPECT_EQ(Refusal(), file_ +
                           " was written by a newer version of this server; name another folder "
                           "with --data");
}

TEST_F(DatabaseTest, NoticesABrokenFile) {
  {
    const auto database = Open();
    std::vector<std::int64_t> ids(2'000);
    for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<std::int64_t>(i + 1);
    EXPECT_TRUE(Keep(*database, ids));
  }
  std::fstream bytes(file_, std::ios::in | std::ios::out | std::ios::binary);
  bytes.seekp(100'000);
  bytes << std::string(200'000, '\xee');
  bytes.close();
  const auto database = Open();
  const auto loaded = database->Load(kFixtureNow, [](const Record&) {});
  ASSERT_FALSE(loaded);
  EXPECT_TRUE(loaded.error().starts_with(file_ + " is broken")) << loaded.error();
}

TEST_F(DatabaseTest, SaysWhyAFolderCannotBeUsed) {
  folder_ = tree_.path("missing/data");
  EXPECT_EQ(Refusal(), "cannot create " + folder_ +
                           ": No such file or directory; let this process's user write there, or "
                           "name another folder with --data");
  tree_.Write("file", "");
  folder_ = tree_.path("file");
  EXPECT_EQ(Refusal(), folder_ + " is not a folder; name another with --data");
}

TEST_F(DatabaseTest, SaysThatAFolderIsReadOnly) {
  // Rights do not bind root: it looks as somebody else.
  fs::permissions(tree_.path(), fs::perms(0755));
  fs::create_directory(folder_);
  fs::permissions(folder_, fs::perms(0555));
  const bool is_root = geteuid() == 0;
  if (is_root) {
    ASSERT_EQ(seteuid(65'534), 0);
  }
  EXPECT_EQ(Refusal(), "cannot write to " + folder_ +
                           ": Permission denied; let this process's user write there, or name "
                           "another folder with --data");
  if (is_root) {
    ASSERT_EQ(seteuid(0), 0);
  }
}

TEST_F(DatabaseTest, AFullDiskAtTheStartIsAnError) {
  Open();
  const FileSizeLimit full(100);
  EXPECT_TRUE(Refusal().starts_with("cannot write to " + file_ + ": ")) << Refusal();
}

TEST_F(DatabaseTest, AFailedCommitKeepsNothingAndTheNextSucceeds) {
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

TEST_F(DatabaseTest, WhatWasRemovedIsPutBack) {
  auto database = Open();
  EXPECT_TRUE(Keep(*database, {1, 2}));
  EXPECT_TRUE(database->InPlace());
  fs::remove_all(folder_);
  EXPECT_FALSE(database->InPlace());
  EXPECT_FALSE(Keep(*database, {3})) << "it would be gone after a restart";
  ASSERT_TRUE(database->CopyBack());
  database = nullptr;
  database = Open();
  EXPECT_TRUE(Keep(*database, {4}));
  // Its messages are there; 3 may be: nobody was told that it is.
  EXPECT_EQ(Ids(*database), (std::vector<std::int64_t>{1, 2, 3, 4}));

  // The log alone: what it held is put back too.
  fs::remove(file_ + "-wal");
  EXPECT_FALSE(database->InPlace());
  ASSERT_TRUE(database->CopyBack());
  database = nullptr;
  database = Open();
  EXPECT_EQ(Ids(*database), (std::vector<std::int64_t>{1, 2, 3, 4}));
}

TEST_F(DatabaseTest, AStrangersFileInItsPlaceIsNotOverwritten) {
  const auto database = Open();
  EXPECT_TRUE(Keep(*database, {1}));
  fs::rename(file_, file_ + ".old");
  tree_.Write("data/bridge.db", "theirs");
  EXPECT_FALSE(Keep(*database, {2}));
  const auto saved = database->CopyBack();
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error(), file_ + " was replaced while it was open; restart the server");
  std::ifstream file(file_);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "theirs");
}

TEST_F(DatabaseTest, GivesSpaceBack) {
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
}  // namespace prichal::store
