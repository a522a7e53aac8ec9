// Damaged database files: they are set aside, and messages in memory are written to a new file.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <numeric>

#include "base/tests/fixture_tree.h"
#include "bridge/store/store.h"
#include "bridge/store/tests/fixture_loops.h"

namespace prichal::bridge::store {
namespace {

namespace fs = std::filesystem;

/// A store with a fixture that keeps all stored messages in memory like the hubs, and appends them
/// again when the store has lost them.
class BrokenFileTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string Open(bool set_aside = true) {
    auto store = MakeStore({.folder = folder_,
                            .on_corrupt = set_aside ? OnCorrupt::kSetAside : OnCorrupt::kStop,
                            .on_broken = [this](const BrokenFile& file) { Note(file); }});
    if (!store) return store.error();
    store_ = *std::move(store);
    held_.clear();
    store_->OnLost([this] {
      loops_.Port()(0, [this] {
        for (const auto& [id, record] : held_) Append(record);
      });
    });
    const auto loaded = store_->Load(
        kFixtureNow, [this](const Record& record) { held_.emplace(record.event_id, record); });
    if (!loaded) return loaded.error();
    key_ = loaded->fingerprints.key();
    store_->Start(loops_.Port());
    return {};
  }

  void Append(const Record& record) {
    ++under_way_;
    store_->Append(0, record, [this, record](PublishResult outcome) {
      --under_way_;
      if (outcome == PublishResult::kStored) held_.insert_or_assign(record.event_id, record);
      if (outcome != PublishResult::kStored) ++failed_;
    });
  }
  /// Appends messages and waits for all completions, also those of a refill.
  void Keep(std::int64_t first, std::int64_t last, std::size_t size = 300) {
    for (std::int64_t id = first; id <= last; ++id) {
      Append(FixtureRecord(id, kFixtureNow + Millis(100'000), size));
    }
    AwaitCompletions();
  }
  void AwaitCompletions() {
    EXPECT_TRUE(loops_.RunUntil([&] { return under_way_ == 0; }));
  }
  /// Waits until the store has set a file aside and all messages are appended again.
  void WaitForNewFile() {
    EXPECT_TRUE(loops_.RunUntil([&] { return store_->Snapshot().set_aside == 1 && Refilled(); }));
  }
  [[nodiscard]] bool Refilled() const { return store_->Snapshot().stored >= refilled_; }

  void Close() {
    store_->Stop();
    AwaitCompletions();
    store_ = nullptr;
  }
  /// Continues with a copy of the current files, as after a crash: with a log that a graceful
  /// shutdown would have moved into the file.
  void LeaveAsACrashWould(const std::string& folder = "left") {
    fs::copy(folder_, tree_.path(folder), fs::copy_options::recursive);
    Close();
    folder_ = tree_.path(folder);
    file_ = folder_ + "/bridge.db";
  }
  /// Returns the IDs in a copy of the current files, as after a crash.
  [[nodiscard]] std::vector<std::int64_t> IdsAfterACrash() {
    const std::string copy = tree_.path("crashed");
    fs::remove_all(copy);
    fs::copy(folder_, copy, fs::copy_options::recursive);
    auto store = MakeStore({.folder = copy});
    EXPECT_TRUE(store) << store.error();
    return store ? LoadIds(**store) : std::vector<std::int64_t>{};
  }
  [[nodiscard]] static std::vector<std::int64_t> Ids(std::int64_t first, std::int64_t last) {
    std::vector<std::int64_t> ids(static_cast<std::size_t>(last - first + 1));
    std::iota(ids.begin(), ids.end(), first);
    return ids;
  }

  static void Overwrite(const std::string& path, std::streamoff from, std::size_t bytes) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(from);
    file << std::string(bytes, '\xee');
  }

  void Note(const BrokenFile& file) {
    const std::lock_guard lock(mutex_);
    broken_.push_back(file);
  }
  [[nodiscard]] std::vector<BrokenFile> broken() {
    const std::lock_guard lock(mutex_);
    return broken_;
  }
  /// Expects that one file was reported, and that it is at the reported path.
  void ExpectOneSetAside() {
    ASSERT_EQ(broken().size(), 1U);
    EXPECT_EQ(broken()[0].path, file_);
    EXPECT_FALSE(broken()[0].reason.empty());
    EXPECT_TRUE(broken()[0].kept_as.starts_with(file_ + ".broken-20")) << broken()[0].kept_as;
    EXPECT_TRUE(fs::exists(broken()[0].kept_as));
  }

  FixtureTree tree_;
  std::string folder_ = tree_.path("data");
  std::string file_ = tree_.path("data/bridge.db");
  FixtureLoops loops_;
  std::map<std::int64_t, Record> held_;
  std::size_t under_way_ = 0;
  std::size_t failed_ = 0;
  Fingerprints::Key key_{};  ///< as loaded
  std::uint64_t refilled_ = 0;
  std::mutex mutex_;
  std::vector<BrokenFile> broken_;
  std::unique_ptr<Store> store_;
};

TEST_F(BrokenFileTest, SetsAsideFileWithCorruptHeaderAtStart) {
  EXPECT_EQ(Open(), "");
  Keep(1, 10);
  Close();
  Overwrite(file_, 0, 100);
  EXPECT_EQ(Open(), "");
  ExpectOneSetAside();
  Keep(11, 12);
  EXPECT_EQ(IdsAfterACrash(), Ids(11, 12));
  EXPECT_EQ(store_->Snapshot().set_aside, 1U);
}

TEST_F(BrokenFileTest, RecoversMessagesAroundCorruptPage) {
  EXPECT_EQ(Open(), "");
  Keep(1, 2'000);
  Close();
  Overwrite(file_, 400'000 / 4096 * 4096, 4096);
  EXPECT_EQ(Open(), "");
  ExpectOneSetAside();
  refilled_ = held_.size();
  WaitForNewFile();
  const auto ids = IdsAfterACrash();
  EXPECT_GT(ids.size(), 1'900U);
  EXPECT_LT(ids.size(), 2'000U);
  EXPECT_EQ(ids.front(), 1);
  EXPECT_EQ(ids.back(), 2'000);
  Keep(2'001, 2'001);
  EXPECT_EQ(failed_, 0U);
}

TEST_F(BrokenFileTest, SetsAsideTruncatedFileAtStart) {
  EXPECT_EQ(Open(), "");
  Keep(1, 500);
  Close();
  fs::resize_file(file_, 50'000);
  EXPECT_EQ(Open(), "");
  ExpectOneSetAside();
  Keep(501, 502);
  Close();
  EXPECT_EQ(Open(), "");
  EXPECT_TRUE(held_.contains(501) && held_.contains(502));
}

TEST_F(BrokenFileTest, SetsAsideEmptyFileWithLog) {
  EXPECT_EQ(Open(), "");
  Keep(1, 10);
  LeaveAsACrashWould();
  fs::resize_file(file_, 0);
  EXPECT_EQ(Open(), "");
  ExpectOneSetAside();
  EXPECT_GT(fs::file_size(broken()[0].kept_as + "-wal"), 4'096U);
}

TEST_F(BrokenFileTest, ReportsCommitsLostAfterLogDamage) {
  EXPECT_EQ(Open(), "");
  for (std::int64_t id = 1; id <= 20; ++id) Keep(id, id);
  LeaveAsACrashWould();
  const auto whole = fs::file_size(file_ + "-wal");
  Overwrite(file_ + "-wal", static_cast<std::streamoff>(whole / 2), 5'000);
  const std::string refused = Open(/*set_aside=*/false);
  EXPECT_TRUE(refused.starts_with("\"" + file_ + "\" is damaged (")) << refused;
  EXPECT_NE(refused.find("unreadable commits"), std::string::npos) << refused;

  EXPECT_EQ(Open(), "");
  ASSERT_EQ(broken().size(), 1U);
  EXPECT_TRUE(broken()[0].kept_as.ends_with("Z-wal")) << broken()[0].kept_as;
  EXPECT_EQ(fs::file_size(broken()[0].kept_as), whole);
  // All readable messages are loaded.
  EXPECT_GE(held_.size(), 5U);
  EXPECT_LT(held_.size(), 20U);
}

TEST_F(BrokenFileTest, AcceptsTornLogEnd) {
  EXPECT_EQ(Open(), "");
  for (std::int64_t id = 1; id <= 20; ++id) Keep(id, id);
  LeaveAsACrashWould();
  fs::resize_file(file_ + "-wal", fs::file_size(file_ + "-wal") - 100);
  EXPECT_EQ(Open(/*set_aside=*/false), "");
  EXPECT_EQ(held_.size(), 19U);
  EXPECT_TRUE(broken().empty());
}

TEST_F(BrokenFileTest, AcceptsLogRemnantsOfTwoCrashes) {
  EXPECT_EQ(Open(), "");
  for (std::int64_t id = 1; id <= 20; ++id) Keep(id, id);
  const auto end = static_cast<std::streamoff>(fs::file_size(file_ + "-wal"));
  Keep(21, 21, 100'000);
  LeaveAsACrashWould();
  Overwrite(file_ + "-wal", end + 100, 100);
  EXPECT_EQ(Open(/*set_aside=*/false), "");
  EXPECT_EQ(held_.size(), 20U);
  Keep(22, 22);
  LeaveAsACrashWould("again");
  // Damages the log after its readable part, or truncates it if it has been restarted.
  if (static_cast<std::streamoff>(fs::file_size(file_ + "-wal")) > end) {
    Overwrite(file_ + "-wal", end + 100, 100);
  } else {
    fs::resize_file(file_ + "-wal", fs::file_size(file_ + "-wal") - 100);
  }
  EXPECT_EQ(Open(/*set_aside=*/false), "");
  EXPECT_EQ(held_.size(), 20U);
}

TEST_F(BrokenFileTest, AcceptsLogRemnantsOfFailedCommits) {
  EXPECT_EQ(Open(), "");
  for (std::int64_t id = 1; id <= 19; ++id) Keep(id, id);
  const auto from = static_cast<std::streamoff>(fs::file_size(file_ + "-wal"));
  Keep(20, 20);
  LeaveAsACrashWould();
  // Fragments of failed commits, as a disk leaves them that took pages and failed to sync them: a
  // long commit before a short one.
  const auto size = static_cast<std::size_t>(fs::file_size(file_ + "-wal"));
  std::string piece(size - static_cast<std::size_t>(from), '\0');
  std::fstream log(file_ + "-wal", std::ios::in | std::ios::out | std::ios::binary);
  log.seekg(from);
  log.read(piece.data(), static_cast<std::streamsize>(piece.size()));
  log.seekp(0, std::ios::end);
  log << piece << piece;
  log.close();
  EXPECT_EQ(Open(/*set_aside=*/false), "");
  EXPECT_EQ(held_.size(), 20U);
}

TEST_F(BrokenFileTest, AcceptsTruncatedLogHeader) {
  EXPECT_EQ(Open(), "");
  Keep(1, 20);
  Close();
  std::ofstream(file_ + "-wal", std::ios::binary) << std::string(32, '\0');
  EXPECT_EQ(Open(/*set_aside=*/false), "");
  EXPECT_EQ(held_.size(), 20U);
}

TEST_F(BrokenFileTest, RewritesFileTruncatedUnderLoadFromMemory) {
  EXPECT_EQ(Open(), "");
  Keep(1, 3'000);
  EXPECT_TRUE(loops_.RunUntil([&] { return under_way_ == 0; }));
  refilled_ = 6'000;  // each of the messages above twice
  for (std::int64_t id = 3'001; id <= 3'500; ++id) Append(FixtureRecord(id));
  ASSERT_TRUE(CutShort({{file_, 4'096}, {file_ + "-wal", 0}}));
  for (std::int64_t id = 3'501; id <= 4'000; ++id) Append(FixtureRecord(id));
  AwaitCompletions();
  WaitForNewFile();
  EXPECT_EQ(failed_, 0U) << "no sender is refused for it";
  EXPECT_TRUE(store_->healthy());
  ExpectOneSetAside();
  AwaitCompletions();
  EXPECT_EQ(IdsAfterACrash(), Ids(1, 4'000));
}

TEST_F(BrokenFileTest, DetectsCorruptPageOnRead) {
  EXPECT_EQ(Open(), "");
  // More than SQLite caches, and all of it in the file itself.
  for (std::int64_t id = 1; id < 20'000; id += 1'000) Keep(id, id + 999, 1'000);
  Close();
  EXPECT_EQ(Open(), "");
  const auto size = static_cast<std::streamoff>(fs::file_size(file_));
  Overwrite(file_, size / 2 / 4096 * 4096, 40'960);
  refilled_ = held_.size();
  for (const auto id : Ids(1, 19'000)) held_.erase(id);
  store_->Remove(Ids(1, 19'000));
  refilled_ = held_.size();
  WaitForNewFile();
  Keep(20'001, 20'001);
  EXPECT_EQ(failed_, 0U);
  ExpectOneSetAside();
  EXPECT_EQ(IdsAfterACrash(), Ids(19'001, 20'001));
}

TEST_F(BrokenFileTest, KeepsLastIdAndFingerprintKeyInNewFile) {
  EXPECT_EQ(Open(), "");
  Record only_id = FixtureRecord(700);
  only_id.envelope = {};
  Append(only_id);
  AwaitCompletions();
  fs::resize_file(file_ + "-wal", 0);
  Keep(701, 701);
  EXPECT_EQ(store_->Snapshot().set_aside, 1U);
  Close();
  auto store = MakeStore({.folder = folder_});
  ASSERT_TRUE(store);
  const auto loaded = (*store)->Load(kFixtureNow, [](const Record&) {});
  ASSERT_TRUE(loaded) << loaded.error();
  EXPECT_EQ(loaded->last_id, 701);
  EXPECT_EQ(loaded->fingerprints.key(), key_);
}

TEST_F(BrokenFileTest, FailsAfterSecondBrokenFileWithinOneMinute) {
  EXPECT_EQ(Open(), "");
  Keep(1, 10);
  fs::resize_file(file_ + "-wal", 0);
  Keep(11, 11);
  AwaitCompletions();
  EXPECT_EQ(store_->Snapshot().set_aside, 1U);
  fs::resize_file(file_ + "-wal", 0);
  Keep(12, 12);
  EXPECT_EQ(failed_, 1U);
  EXPECT_FALSE(store_->healthy());
  EXPECT_EQ(store_->Snapshot().set_aside, 1U) << "once a minute";
}

TEST_F(BrokenFileTest, KeepsBrokenFileInPlaceIfConfigured) {
  EXPECT_EQ(Open(/*set_aside=*/false), "");
  Keep(1, 10);
  fs::resize_file(file_ + "-wal", 100);
  Keep(11, 11);
  EXPECT_EQ(failed_, 1U);
  EXPECT_FALSE(store_->healthy());
  ASSERT_EQ(broken().size(), 1U);
  EXPECT_TRUE(broken()[0].stays);
  EXPECT_EQ(broken()[0].kept_as, "");
  EXPECT_EQ(store_->Snapshot().set_aside, 0U);
  Close();

  Overwrite(file_, 0, 100);
  EXPECT_EQ(Open(/*set_aside=*/false),
            "\"" + file_ +
                "\" is damaged or not a database (file is not a database). Fix: move it away to "
                "start with an empty one, or name another folder with --data.");
  EXPECT_EQ(broken().size(), 1U) << "the error says it";
}

}  // namespace
}  // namespace prichal::bridge::store
