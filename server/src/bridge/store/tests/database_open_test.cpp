// Folders and files that Database cannot open or load, and the error lines for the operator.

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "base/tests/fixture_file_size.h"
#include "bridge/store/tests/database_fixture.h"

namespace prichal::bridge::store {
namespace {

namespace fs = std::filesystem;

using DatabaseOpenTest = DatabaseTest;

TEST_F(DatabaseOpenTest, RejectsForeignFiles) {
  tree_.Write("data/bridge.db", std::string(5'000, 'x'));
  EXPECT_EQ(Refusal(), "\"" + file_ +
                           "\" is damaged or not a database (file is not a database). Fix: move it "
                           "away to start with an empty one, or name another folder with --data.");
  EXPECT_EQ(fs::file_size(file_), 5'000U) << "it is left as it was";

  fs::remove(file_);
  tree_.Write("data/bridge.db", "");
  ASSERT_TRUE(sqlite::Connection::Open(file_, 0)->Run("CREATE TABLE theirs(a)"));
  EXPECT_EQ(
      Refusal(),
      "\"" + file_ + "\" was written by another program. Fix: name another folder with --data.");

  for (const char* version : {"2", "4"}) {
    fs::remove(file_);
    Open();
    ASSERT_TRUE(
        sqlite::Connection::Open(file_, 0)->Run(std::string("PRAGMA user_version = ") + version));
    EXPECT_EQ(Refusal(), "\"" + file_ +
                             "\" was written by another version of this server. Fix: name another "
                             "folder with --data.");
  }
}

TEST_F(DatabaseOpenTest, DetectsCorruptFile) {
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
  EXPECT_TRUE(loaded.error().message.starts_with("\"" + file_ + "\" is damaged"))
      << loaded.error().message;
}

TEST_F(DatabaseOpenTest, ReportsUnusableFolder) {
  folder_ = tree_.path("missing/data");
  EXPECT_EQ(Refusal(),
            "cannot create \"" + folder_ +
                "\": No such file or directory. Fix: give the server's user write access, "
                "or name another folder with --data.");
  tree_.Write("file", "");
  folder_ = tree_.path("file");
  EXPECT_EQ(Refusal(),
            "\"" + folder_ + "\" is not a folder. Fix: name another folder with --data.");
}

TEST_F(DatabaseOpenTest, ReportsReadOnlyFolder) {
  // Permissions do not apply to root, so the check runs as another user.
  fs::permissions(tree_.path(), fs::perms(0755));
  fs::create_directory(folder_);
  fs::permissions(folder_, fs::perms(0555));
  const bool is_root = geteuid() == 0;
  if (is_root) {
    ASSERT_EQ(seteuid(65'534), 0);
  }
  EXPECT_EQ(Refusal(),
            "cannot write to \"" + folder_ +
                "\": Permission denied. Fix: give the server's user write access, or name "
                "another folder with --data.");
  if (is_root) {
    ASSERT_EQ(seteuid(0), 0);
  }
}

TEST_F(DatabaseOpenTest, ReportsFullDiskAtStart) {
  Open();
  const FileSizeLimit full(100);
  EXPECT_TRUE(Refusal().starts_with("cannot write \"" + file_ + "\": ")) << Refusal();
}

TEST_F(DatabaseOpenTest, NamesMalformedMessage) {
  for (const char* change :
       {"sender = x'00'", "receiver = x'00'", "text = CAST('no marks' AS BLOB)",
        "text = CAST('\"a line\n break\"' AS BLOB)", "source = x'0a'",
        "trace_id = zeroblob(70000)"}) {
    EXPECT_TRUE(Keep(*Open(), {5}));
    ASSERT_TRUE(
        sqlite::Connection::Open(file_, 0)->Run(std::string("UPDATE message SET ") + change));
    const auto loaded = Open()->Load(kFixtureNow, [](const Record&) { ADD_FAILURE(); });
    ASSERT_FALSE(loaded) << change;
    EXPECT_EQ(
        loaded.error().message,
        "\"" + file_ +
            "\" is damaged (message 5). Fix: move it away to start with an empty one, or name "
            "another folder with --data.");
    fs::remove(file_);
  }
}

}  // namespace
}  // namespace prichal::bridge::store
