// Size of the files and duration of a restart: they depend on the pending messages, not on all
// messages so far.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "base/tests/fixture_await.h"
#include "base/tests/fixture_tree.h"
#include "bridge/store/store.h"
#include "bridge/store/tests/fixture_loops.h"

namespace prichal::bridge::store {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFrame = 600;
/// Unused space that a file keeps: 2,048 pages (Database::Shrink), and its own few pages.
constexpr std::uint64_t kUnused = (2'048 + 64) * 4'096;
/// PRAGMA journal_size_limit, and the commits between two checkpoints.
constexpr std::uint64_t kLog = 40'000'000;

class FileGrowth : public ::testing::Test {
 protected:
  Loaded Open(Millis now = kFixtureNow) {
    auto store = MakeStore({.folder = folder_});
    EXPECT_TRUE(store) << store.error();
    store_ = *std::move(store);
    const auto loaded = store_->Load(now, [](const Record&) {});
    EXPECT_TRUE(loaded) << loaded.error();
    store_->Start(loops_.Port());
    return loaded.value_or(Loaded{});
  }

  void Close() {
    store_->Stop();
    store_ = nullptr;
  }

  /// Stores `count` more messages and returns their IDs.
  std::vector<std::int64_t> Fill(std::size_t count) {
    std::vector<std::int64_t> ids(count);
    std::iota(ids.begin(), ids.end(), last_id_ + 1);
    last_id_ += static_cast<std::int64_t>(count);
    std::size_t completed = 0;
    for (const std::int64_t id : ids) {
      store_->Append(0, FixtureRecord(id, kFixtureNow + Millis(1'000), kFrame),
                     [&completed](PublishResult outcome) {
                       EXPECT_EQ(outcome, PublishResult::kStored);
                       ++completed;
                     });
    }
    EXPECT_TRUE(loops_.RunUntil([&] { return completed == count; }));
    return ids;
  }

  /// Removes expired messages like a hub, and returns after they have left the file.
  void Expire(const std::vector<std::int64_t>& ids) {
    const std::uint64_t before = store_->Snapshot().removed;
    store_->Remove(ids);
    Await("the messages leave the file",
          [&] { return store_->Snapshot().removed == before + ids.size(); });
  }

  [[nodiscard]] std::uint64_t FileBytes() const { return fs::file_size(file_); }
  [[nodiscard]] std::uint64_t LogBytes() const { return fs::file_size(file_ + "-wal"); }

  FixtureTree tree_;
  std::string folder_ = tree_.path("data");
  std::string file_ = tree_.path("data/bridge.db");
  FixtureLoops loops_;
  std::unique_ptr<Store> store_;
  std::int64_t last_id_ = 0;
};

TEST_F(FileGrowth, StaysBoundedOverManyFillsAndExpiries) {
  Open();
  constexpr std::size_t kFill = 8'000;
  // Size of one fill with its rows, plus a quarter.
  constexpr std::uint64_t kBound = kFill * (kFrame + 200) * 5 / 4 + kUnused;
  std::uint64_t largest_file = 0;
  std::uint64_t largest_log = 0;
  for (int round = 0; round < 12; ++round) {
    const auto ids = Fill(kFill);
    largest_file = std::max(largest_file, FileBytes());
    largest_log = std::max(largest_log, LogBytes());
    EXPECT_LT(FileBytes(), kBound) << "round " << round;
    EXPECT_LT(LogBytes(), kLog) << "round " << round;
    Expire(ids);
  }
  RecordProperty("largest_file_bytes", std::to_string(largest_file));
  RecordProperty("largest_log_bytes", std::to_string(largest_log));
  Close();
  EXPECT_LT(FileBytes(), kBound);
  EXPECT_FALSE(fs::exists(file_ + "-wal"));
}

TEST_F(FileGrowth, ReadsOnlyLiveMessagesAtRestart) {
  Open();
  const auto kept = Fill(100);
  for (int round = 0; round < 5; ++round) Expire(Fill(4'000));
  Close();
  const Loaded loaded = Open();
  EXPECT_EQ(loaded.messages, kept.size());
  EXPECT_EQ(loaded.expired, 0U) << "a row that nobody needs was read";
  EXPECT_EQ(loaded.last_id, last_id_);
}

TEST_F(FileGrowth, ShrinksAfterPeak) {
  Open();
  const auto ids = Fill(40'000);
  Close();
  const std::uint64_t full = FileBytes();
  EXPECT_GT(full, 2 * kUnused);
  Open();
  Expire(ids);
  Await("the file shrinks", [&] { return FileBytes() < kUnused; });
}

TEST_F(FileGrowth, ShrinksAfterExpiryWhileDown) {
  Open();
  Fill(40'000);
  Close();
  const Loaded loaded = Open(kFixtureNow + Millis(1'000));
  EXPECT_EQ(loaded.messages, 0U);
  EXPECT_EQ(loaded.expired, 40'000U);
  Await("the file shrinks", [&] { return FileBytes() < kUnused; });
}

}  // namespace
}  // namespace prichal::bridge::store
