#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <mutex>
#include <numeric>

#include "base/tests/fixture_await.h"
#include "base/tests/fixture_file_size.h"
#include "base/tests/fixture_tree.h"
#include "bridge/store/store.h"
#include "bridge/store/tests/fixture_loops.h"

namespace prichal::bridge::store {
namespace {

namespace fs = std::filesystem;

class SqliteStoreTest : public ::testing::Test {
 protected:
  void Open(StoreOptions options = {}, std::size_t queue_bytes = 1 << 30) {
    options.folder = folder_;
    options.on_health = [this](bool healthy, const std::string& reason) {
      const std::lock_guard lock(mutex_);
      health_ += healthy ? "up." : "down: " + reason + ".";
    };
    options.queue_bytes = queue_bytes;
    auto store = MakeStore(options);
    ASSERT_TRUE(store) << store.error();
    store_ = *std::move(store);
    ids_ = LoadIds(*store_);
    store_->Start(loops_.Port());
  }

  void Append(const Record& record) {
    store_->Append(0, record, [this, id = record.event_id](PublishResult o) { outcomes_[id] = o; });
  }

  /// Appends a record and waits for its result.
  PublishResult Keep(const Record& record) {
    Append(record);
    EXPECT_TRUE(loops_.RunUntil([&] { return outcomes_.contains(record.event_id); }));
    return outcomes_[record.event_id];
  }
  PublishResult Keep(std::int64_t id) { return Keep(FixtureRecord(id)); }

  void Close() {
    store_->Stop();
    store_ = nullptr;
  }

  [[nodiscard]] std::string health() {
    const std::lock_guard lock(mutex_);
    return health_;
  }

  FixtureTree tree_;
  std::string folder_ = tree_.path("data");
  std::string file_ = tree_.path("data/bridge.db");
  FixtureLoops loops_;
  std::map<std::int64_t, PublishResult> outcomes_;
  std::vector<std::int64_t> ids_;  ///< as loaded
  std::mutex mutex_;
  std::string health_;
  std::unique_ptr<Store> store_;
};

TEST_F(SqliteStoreTest, CommitsManyMessagesTogether) {
  Open();
  for (std::int64_t id = 1; id <= 2'000; ++id) Append(FixtureRecord(id));
  EXPECT_TRUE(loops_.RunUntil([&] { return outcomes_.size() == 2'000; }));
  const Stats stats = store_->Snapshot();
  EXPECT_EQ(stats.stored, 2'000U);
  EXPECT_EQ(stats.queued_messages, 0U);
  EXPECT_EQ(stats.queued_bytes, 0U);
  const auto commits = std::accumulate(stats.commits_by_messages.begin(),
                                       stats.commits_by_messages.end(), std::uint64_t{0});
  EXPECT_GE(commits, 4U) << "512 at most share one";
  EXPECT_LT(commits, 1'000U);
  EXPECT_EQ(loops_.posted(), commits) << "one wake-up a batch";
  EXPECT_EQ(std::accumulate(stats.commits_by_micros.begin(), stats.commits_by_micros.end(),
                            std::uint64_t{0}),
            commits);
  EXPECT_GT(stats.commit_micros, 0U);
}

TEST_F(SqliteStoreTest, LimitsBatchesByBytes) {
  Open();
  for (std::int64_t id = 1; id <= 8; ++id) {
    Append(FixtureRecord(id, kFixtureNow + Millis(1'000), 700'000));
  }
  EXPECT_TRUE(loops_.RunUntil([&] { return outcomes_.size() == 8; }));
  const Stats stats = store_->Snapshot();
  EXPECT_GE(stats.commits_by_messages[0] + stats.commits_by_messages[1], 4U);
}

TEST_F(SqliteStoreTest, RemovesMessagesWithoutFurtherAppends) {
  Open();
  for (std::int64_t id = 1; id <= 100; ++id) Keep(id);
  std::vector<std::int64_t> gone(99);
  std::iota(gone.begin(), gone.end(), 1);
  store_->Remove(gone);
  Await("the messages leave the file", [&] { return store_->Snapshot().removed == 99; });
  Close();
  Open();
  EXPECT_EQ(ids_, std::vector<std::int64_t>{100});
}

TEST_F(SqliteStoreTest, WritesPendingMessagesOnStop) {
  Open();
  for (std::int64_t id = 1; id <= 1'000; ++id) Append(FixtureRecord(id));
  EXPECT_TRUE(loops_.RunUntil([&] { return outcomes_.size() == 1'000; }));
  for (std::int64_t id = 1'001; id <= 3'000; ++id) Append(FixtureRecord(id));
  std::vector<std::int64_t> gone(1'000);
  std::iota(gone.begin(), gone.end(), 1);
  store_->Remove(gone);
  store_->Stop();
  EXPECT_TRUE(loops_.RunUntil([&] { return outcomes_.size() == 3'000; }));
  EXPECT_EQ(std::count_if(outcomes_.begin(), outcomes_.end(),
                          [](const auto& o) { return o.second == PublishResult::kStored; }),
            3'000);
  store_ = nullptr;
  EXPECT_FALSE(fs::exists(file_ + "-wal")) << "a clean end leaves one file";
  Open();
  EXPECT_EQ(ids_.size(), 2'000U);
  EXPECT_EQ(ids_.front(), 1'001);
}

TEST_F(SqliteStoreTest, ReportsFullQueue) {
  Open({}, 5'000);
  // More messages than the writer can commit by then: those that do not fit are refused at once.
  int refused = 0;
  for (std::int64_t id = 1; id <= 20'000; ++id) {
    store_->Append(0, FixtureRecord(id),
                   [&](PublishResult o) { refused += o == PublishResult::kStoreBusy ? 1 : 0; });
  }
  EXPECT_GT(refused, 0);
  store_->Stop();
  loops_.RunUntil([&] { return loops_.posted() > 0; });
}

TEST_F(SqliteStoreTest, FailsOnFullDiskUntilSpaceIsAvailable) {
  Open();
  EXPECT_EQ(Keep(1), PublishResult::kStored);
  {
    const FileSizeLimit full(100);
    EXPECT_EQ(Keep(2), PublishResult::kStoreFailed);
    EXPECT_FALSE(store_->healthy());
    EXPECT_EQ(Keep(3), PublishResult::kStoreFailed);
    EXPECT_GE(store_->Snapshot().failures, 2U);
    Await("the store reports the full disk",
          [&] { return health().starts_with("down: disk I/O error"); });
  }
  Await("the store recovers without any message", [&] { return health().ends_with("up."); });
  EXPECT_TRUE(store_->healthy());
  EXPECT_EQ(Keep(4), PublishResult::kStored);
  Close();
  Open();
  EXPECT_EQ(ids_, (std::vector<std::int64_t>{1, 4}));
}

TEST_F(SqliteStoreTest, RestartsLogThatFilledDisk) {
  Open();
  EXPECT_EQ(Keep(1), PublishResult::kStored);
  const FileSizeLimit full(fs::file_size(file_ + "-wal"));
  EXPECT_EQ(Keep(2), PublishResult::kStoreFailed);
  Await("the store recovers", [&] { return health().ends_with("up."); });
  EXPECT_EQ(Keep(3), PublishResult::kStored);
}

TEST_F(SqliteStoreTest, RestoresRemovedFolder) {
  Open();
  EXPECT_EQ(Keep(1), PublishResult::kStored);
  fs::remove_all(folder_);
  EXPECT_EQ(Keep(2), PublishResult::kStoreFailed);
  Await("the store recovers", [&] { return store_->healthy(); });
  EXPECT_EQ(Keep(3), PublishResult::kStored);
  Close();
  Open();
  EXPECT_EQ(ids_.front(), 1) << "acknowledged before";
  EXPECT_EQ(ids_.back(), 3);
}

TEST_F(SqliteStoreTest, DetectsRemovedFileWithoutTraffic) {
  Open();
  EXPECT_EQ(Keep(1), PublishResult::kStored);
  fs::remove(file_);
  Await("the store recovers", [&] { return health().ends_with("up."); });
  Close();
  Open();
  EXPECT_EQ(ids_, std::vector<std::int64_t>{1});
}

TEST_F(SqliteStoreTest, KeepsMessagesWithIntervalSync) {
  Open({.folder = {}, .sync_every_commit = false, .sync_interval = Millis(20)});
  for (std::int64_t id = 1; id <= 200; ++id) EXPECT_EQ(Keep(id), PublishResult::kStored);
  Close();
  Open();
  EXPECT_EQ(ids_.size(), 200U);
}

TEST_F(SqliteStoreTest, KeepsFilesBounded) {
  // A steady state: each batch is removed after the fifth later batch. About 6 MB are stored at a
  // time, 50 MB in total.
  Open();
  constexpr std::int64_t kBatch = 2'000;
  std::uint64_t largest_file = 0;
  std::uint64_t largest_log = 0;
  for (std::int64_t batch = 0; batch < 40; ++batch) {
    for (std::int64_t i = 1; i <= kBatch; ++i) Append(FixtureRecord(batch * kBatch + i));
    if (batch >= 5) {
      std::vector<std::int64_t> gone(kBatch);
      std::iota(gone.begin(), gone.end(), (batch - 5) * kBatch + 1);
      store_->Remove(gone);
    }
    const auto sent = static_cast<std::size_t>((batch + 1) * kBatch);
    ASSERT_TRUE(loops_.RunUntil([&] { return outcomes_.size() == sent; }));
    largest_file = std::max<std::uint64_t>(largest_file, fs::file_size(file_));
    largest_log = std::max<std::uint64_t>(largest_log, fs::file_size(file_ + "-wal"));
  }
  RecordProperty("largest_file_bytes", std::to_string(largest_file));
  RecordProperty("largest_log_bytes", std::to_string(largest_log));
  EXPECT_LT(largest_file, 30'000'000U);
  EXPECT_LT(largest_log, 24'000'000U);
  EXPECT_GT(store_->Snapshot().file_bytes, 0U);
  Close();
  Open();
  EXPECT_LE(ids_.size(), static_cast<std::size_t>(6 * kBatch));
}

}  // namespace
}  // namespace prichal::bridge::store
