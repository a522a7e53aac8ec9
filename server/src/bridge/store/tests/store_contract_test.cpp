// Contract of every store, in memory and in a file.

#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "base/tests/fixture_tree.h"
#include "bridge/store/store.h"
#include "bridge/store/tests/fixture_loops.h"

namespace prichal::bridge::store {
namespace {

class StoreContract : public ::testing::TestWithParam<Kind> {
 protected:
  void Open(std::size_t queue_bytes = 1 << 30) {
    auto store =
        MakeStore({.kind = GetParam(), .folder = tree_.path("data"), .queue_bytes = queue_bytes});
    ASSERT_TRUE(store) << store.error();
    store_ = *std::move(store);
    loaded_ = LoadIds(*store_);
    store_->Start(loops_.Port());
  }

  FixtureTree tree_;
  FixtureLoops loops_;
  std::vector<std::int64_t> loaded_;
  std::unique_ptr<Store> store_;
};

TEST_P(StoreContract, IsEmptyAtFirst) {
  Open();
  EXPECT_TRUE(loaded_.empty());
  EXPECT_TRUE(store_->healthy());
  EXPECT_EQ(store_->Snapshot().queued_messages, 0U);
  EXPECT_EQ(store_->Snapshot().failures, 0U);
}

TEST_P(StoreContract, CompletesEachMessageOnceInLoopOrder) {
  Open();
  std::map<std::uint32_t, std::vector<std::int64_t>> completed;
  std::size_t count = 0;
  constexpr std::int64_t kMessages = 3'000;
  for (std::int64_t id = 1; id <= kMessages; ++id) {
    const auto loop = static_cast<std::uint32_t>(id % 3);
    store_->Append(loop, FixtureRecord(id), [&, loop, id](PublishResult outcome) {
      EXPECT_EQ(outcome, PublishResult::kStored);
      EXPECT_TRUE(loops_.posted() == 0 || loops_.running() == loop);
      completed[loop].push_back(id);
      ++count;
    });
  }
  ASSERT_TRUE(loops_.RunUntil([&] { return count == kMessages; }));
  for (std::uint32_t loop = 0; loop < 3; ++loop) {
    EXPECT_EQ(completed[loop].size(), 1'000U);
    EXPECT_TRUE(std::is_sorted(completed[loop].begin(), completed[loop].end()));
  }
}

TEST_P(StoreContract, AcceptsMessagesFromManyThreads) {
  Open();
  std::atomic<int> completed = 0;
  std::vector<std::thread> threads;
  for (std::uint32_t loop = 0; loop < 4; ++loop) {
    threads.emplace_back([&, loop] {
      for (std::int64_t i = 0; i < 500; ++i) {
        const std::int64_t id = i * 4 + loop + 1;
        store_->Append(loop, FixtureRecord(id), [&](PublishResult outcome) {
          EXPECT_EQ(outcome, PublishResult::kStored);
          ++completed;
        });
        if (i % 10 == 9) store_->Remove({id - 8});
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_TRUE(loops_.RunUntil([&] { return completed == 2'000; }));
}

TEST_P(StoreContract, StoresIdWithoutMessage) {
  Open();
  bool completed = false;
  Record record = FixtureRecord(1);
  record.envelope = {};
  store_->Append(0, record,
                 [&](PublishResult outcome) { completed = outcome == PublishResult::kStored; });
  EXPECT_TRUE(loops_.RunUntil([&] { return completed; }));
}

TEST_P(StoreContract, IgnoresRemovalOfUnknownIds) {
  Open();
  store_->Remove({1, 2, 3});
  store_->Remove({});
  bool completed = false;
  store_->Append(0, FixtureRecord(4), [&](PublishResult) { completed = true; });
  EXPECT_TRUE(loops_.RunUntil([&] { return completed; }));
}

TEST_P(StoreContract, CompletesEverythingOnStop) {
  Open();
  std::size_t completed = 0;
  for (std::int64_t id = 1; id <= 1'000; ++id) {
    store_->Append(0, FixtureRecord(id), [&](PublishResult) { ++completed; });
  }
  store_->Stop();
  EXPECT_TRUE(loops_.RunUntil([&] { return completed == 1'000; }));
  store_->Stop();
}

INSTANTIATE_TEST_SUITE_P(Stores, StoreContract, ::testing::Values(Kind::kMemory, Kind::kSqlite),
                         [](const auto& kind) {
                           return kind.param == Kind::kMemory ? "Memory" : "Sqlite";
                         });

}  // namespace
}  // namespace prichal::bridge::store
