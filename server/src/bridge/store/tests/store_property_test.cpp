// After random operations, a restart or a crash loads every acknowledged message that was not
// removed, in order. No message that was removed before the last restart is loaded, and IDs grow.

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <map>
#include <random>
#include <set>

#include "base/tests/fixture_tree.h"
#include "bridge/store/store.h"
#include "bridge/store/tests/fixture_loops.h"

namespace prichal::bridge::store {
namespace {

class Player {
 public:
  explicit Player(unsigned seed) : chance_(seed) { Open(); }

  void Play(int steps) {
    for (int i = 0; i < steps; ++i) {
      switch (chance_() % 16) {
        case 0:
          Restart();
          break;
        case 1:
          Crash();
          break;
        case 2:
        case 3:
          Remove();
          break;
        case 4:
          Pass();
          break;
        default:
          Append(1 + chance_() % 40);
      }
    }
    Restart();
  }

 private:
  void Open() {
    auto store = MakeStore({.folder = folder_});
    ASSERT_TRUE(store) << store.error();
    store_ = *std::move(store);
    std::map<std::int64_t, Envelope> got;
    std::int64_t last = 0;
    const auto loaded = store_->Load(now_, [&](const Record& record) {
      EXPECT_GT(record.event_id, last);
      last = record.event_id;
      EXPECT_GT(record.expires, now_);
      got[record.event_id] = record.envelope;
    });
    ASSERT_TRUE(loaded) << loaded.error();
    EXPECT_GE(loaded->last_id, last_id_) << "an id could be given twice";
    for (const auto& [id, kept] : acknowledged_) {
      if (kept.expires <= now_) continue;
      ASSERT_TRUE(got.contains(id)) << "lost " << id;
      EXPECT_EQ(got[id], kept.envelope);
    }
    for (const auto& [id, envelope] : got) {
      EXPECT_TRUE(acknowledged_.contains(id) || may_be_there_.contains(id)) << id;
    }
    // Messages that were loaded although they were removed must be removed again.
    may_be_there_.clear();
    for (const auto& [id, envelope] : got) {
      if (!acknowledged_.contains(id)) may_be_there_.insert(id);
    }
    std::erase_if(acknowledged_, [&](const auto& kept) { return !got.contains(kept.first); });
    store_->Start(loops_->Port());
    store_->Remove({may_be_there_.begin(), may_be_there_.end()});
  }

  void Append(std::size_t count) {
    std::size_t completed = 0;
    for (std::size_t i = 0; i < count; ++i) {
      next_id_ += 1 + static_cast<std::int64_t>(chance_() % 1000);
      const Record record = FixtureRecord(next_id_, now_ + Millis(1 + chance_() % 10'000),
                                          chance_() % 50 == 0 ? 200'000 : 64 + chance_() % 2'000);
      store_->Append(0, record, [this, record, &completed](PublishResult outcome) {
        EXPECT_EQ(outcome, PublishResult::kStored);
        acknowledged_.emplace(record.event_id, record);
        last_id_ = std::max(last_id_, record.event_id);
        ++completed;
      });
    }
    ASSERT_TRUE(loops_->RunUntil([&] { return completed == count; }));
  }

  void Remove() {
    std::vector<std::int64_t> gone;
    for (const auto& [id, kept] : acknowledged_) {
      if (chance_() % 2 == 0) gone.push_back(id);
    }
    for (const std::int64_t id : gone) {
      acknowledged_.erase(id);
      may_be_there_.insert(id);
    }
    store_->Remove(gone);
  }

  void Pass() { now_ += Millis(chance_() % 4'000); }

  /// Restarts gracefully: removed messages are gone.
  void Restart() {
    store_->Stop();
    store_ = nullptr;
    may_be_there_.clear();
    Open();
  }

  /// Continues with a copy of the current files, as after a crash.
  void Crash() {
    const std::string copy = tree_.path(std::to_string(++crashes_));
    // Two files cannot be copied atomically, so copy again if something was written meanwhile.
    auto before = Written();
    std::error_code cut_short;
    do {
      before = Written();
      std::filesystem::copy(folder_, copy,
                            std::filesystem::copy_options::recursive |
                                std::filesystem::copy_options::overwrite_existing,
                            cut_short);
    } while (cut_short || before != Written());
    store_->Stop();
    store_ = nullptr;
    loops_ = std::make_unique<FixtureLoops>();
    std::filesystem::remove_all(folder_);
    folder_ = copy;
    Open();
  }

  [[nodiscard]] std::array<std::filesystem::file_time_type, 2> Written() const {
    return {std::filesystem::last_write_time(folder_ + "/bridge.db"),
            std::filesystem::last_write_time(folder_ + "/bridge.db-wal")};
  }

  std::mt19937 chance_;
  FixtureTree tree_;
  std::string folder_ = tree_.path("data");
  std::unique_ptr<FixtureLoops> loops_ = std::make_unique<FixtureLoops>();
  std::unique_ptr<Store> store_;
  Millis now_ = kFixtureNow;
  std::int64_t next_id_ = 0;
  std::int64_t last_id_ = 0;
  int crashes_ = 0;
  std::map<std::int64_t, Record> acknowledged_;
  std::set<std::int64_t> may_be_there_;  ///< removed, but the removal may not be written yet
};

TEST(StoreProperty, KeepsAcknowledgedMessagesAndIncreasesIds) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE(seed);
    Player(seed).Play(60);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace prichal::bridge::store
