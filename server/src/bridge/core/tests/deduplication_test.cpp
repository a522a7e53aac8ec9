#include "bridge/core/deduplication.h"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>

namespace prichal::bridge {
namespace {

Fingerprint Of(int number) {
  static const Fingerprints fingerprints;
  return fingerprints.Compute({std::to_string(number)});
}

TEST(DuplicateTable, FindsDuplicateUntilTtlExpires) {
  DuplicateTable duplicates(100);
  duplicates.Add(Of(1), 11, Millis(1'000), Millis(0));
  EXPECT_EQ(duplicates.Find(Of(1), Millis(999)), 11);
  EXPECT_EQ(duplicates.Find(Of(2), Millis(0)), std::nullopt);
  EXPECT_EQ(duplicates.Find(Of(1), Millis(1'000)), std::nullopt);
  duplicates.Add(Of(1), 12, Millis(3'000), Millis(1'000));
  EXPECT_EQ(duplicates.Find(Of(1), Millis(2'000)), 12);
  EXPECT_EQ(duplicates.size(), 1U);
}

TEST(DuplicateTable, ExtendsExpiry) {
  DuplicateTable duplicates(100);
  duplicates.Add(Of(1), 11, Millis(1'000), Millis(0));
  duplicates.Prolong(Of(1), Millis(3'000));
  duplicates.Prolong(Of(1), Millis(2'000));
  duplicates.Prolong(Of(2), Millis(2'000));
  EXPECT_EQ(duplicates.Find(Of(1), Millis(2'999)), 11);
  EXPECT_EQ(duplicates.Find(Of(1), Millis(3'000)), std::nullopt);
  EXPECT_EQ(duplicates.Find(Of(2), Millis(0)), std::nullopt);
}

TEST(DuplicateTable, ForgetsFingerprintWithMatchingEventId) {
  DuplicateTable duplicates(100);
  duplicates.Add(Of(1), 11, Millis(1'000), Millis(0));
  duplicates.Forget(Of(1), 10);
  EXPECT_EQ(duplicates.Find(Of(1), Millis(0)), 11) << "that was another";
  duplicates.Forget(Of(1), 11);
  EXPECT_EQ(duplicates.Find(Of(1), Millis(0)), std::nullopt);
}

TEST(DuplicateTable, StaysWithinCapacity) {
  DuplicateTable duplicates(100);
  for (int i = 0; i < 1'000; ++i) duplicates.Add(Of(i), i, Millis(1'000'000), Millis(0));
  EXPECT_LE(duplicates.size(), 100U);
  EXPECT_EQ(duplicates.Find(Of(0), Millis(0)), std::nullopt);
  EXPECT_EQ(duplicates.Find(Of(999), Millis(0)), 999);
  duplicates.Add(Fingerprint(), 1, Millis(1'000'000), Millis(0));
  EXPECT_EQ(duplicates.Find(Fingerprint(), Millis(0)), std::nullopt);
}

// Compares the table with a map. There are so few fingerprints that entries collide, are added
// again while they are remembered, and are removed from the middle of a collision run.
TEST(DuplicateTable, MatchesMapModel) {
  std::mt19937 random(20'261'121);
  DuplicateTable duplicates(40);
  struct Known {
    std::int64_t event_id;
    Millis expires;
  };
  std::map<int, Known> model;
  std::deque<std::pair<int, Known>> order;
  Millis now{0};
  for (std::int64_t id = 1; id < 20'000; ++id) {
    now += Millis(random() % 3);
    const int number = static_cast<int>(random() % 60);
    const auto known = model.find(number);
    const bool lives = known != model.end() && known->second.expires > now;
    ASSERT_EQ(duplicates.Find(Of(number), now),
              lives ? std::optional(known->second.event_id) : std::nullopt);
    if (lives && random() % 4 == 0) {
      duplicates.Forget(Of(number), known->second.event_id);
      model.erase(known);
      continue;
    }
    const auto leaves = [&](const auto& oldest) {
      const auto found = model.find(oldest.first);
      if (found != model.end() && found->second.event_id == oldest.second.event_id) {
        model.erase(found);
      }
    };
    while (!order.empty() && (order.size() >= 40 || order.front().second.expires <= now)) {
      leaves(order.front());
      order.pop_front();
    }
    const Known added{.event_id = id, .expires = now + Millis(1 + random() % 100)};
    duplicates.Add(Of(number), id, added.expires, now);
    model[number] = added;
    order.emplace_back(number, added);
    ASSERT_EQ(duplicates.size(), model.size());
  }
}

}  // namespace
}  // namespace prichal::bridge
