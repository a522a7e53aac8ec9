#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/tests/fixture_tree.h"
#include "bridge/store/database.h"
#include "bridge/store/tests/fixture_loops.h"

namespace prichal::bridge::store {

/// A temporary folder with databases.
class DatabaseTest : public ::testing::Test {
 protected:
  std::unique_ptr<Database> Open() const {
    auto database = Database::Open(folder_);
    EXPECT_TRUE(database) << database.error().message;
    return database ? *std::move(database) : nullptr;
  }

  /// The error line of Database::Open().
  [[nodiscard]] std::string Refusal() const {
    const auto database = Database::Open(folder_);
    return database ? "opened" : database.error().message;
  }

  static bool Keep(Database& database, const std::vector<std::int64_t>& ids,
                   const std::vector<std::int64_t>& gone = {}) {
    std::vector<Record> records;
    std::vector<const Record*> kept;
    records.reserve(ids.size());
    kept.reserve(ids.size());
    for (const auto id : ids) kept.push_back(&records.emplace_back(FixtureRecord(id)));
    const auto done = database.Commit(kept, gone);
    return done.has_value();
  }

  static std::vector<std::int64_t> Ids(Database& database, Millis now = kFixtureNow) {
    std::vector<std::int64_t> ids;
    const auto loaded =
        database.Load(now, [&](const Record& record) { ids.push_back(record.event_id); });
    EXPECT_TRUE(loaded) << loaded.error().message;
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

}  // namespace prichal::bridge::store
