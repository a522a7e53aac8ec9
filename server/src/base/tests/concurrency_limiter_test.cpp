#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "base/rate_limit.h"
#include "base/tests/fixture_addresses.h"

namespace prichal {
namespace {

TEST(CountedSet, FindsEntryOfNetworkAndFreeEntry) {
  const CountedSet set{{CountedSet::Pack(1, 3), 0, CountedSet::Pack(2, 5), 0}};
  const auto known = set.CountOf(2);
  EXPECT_EQ(known.open, 5U);
  EXPECT_EQ(known.own, 2U);
  EXPECT_EQ(known.free, 1U);
  const auto unknown = set.CountOf(9);
  EXPECT_EQ(unknown.open, 0U);
  EXPECT_EQ(unknown.own, AddressTable::kWays);
  EXPECT_EQ(unknown.free, 1U);
}

/// Two threads can add a network at the same moment, each to a different entry.
TEST(CountedSet, SumsDuplicateEntriesOfNetwork) {
  const CountedSet set{{CountedSet::Pack(7, 2), CountedSet::Pack(8, 100), CountedSet::Pack(7, 3)}};
  EXPECT_EQ(set.CountOf(7).open, 5U);
  EXPECT_EQ(set.CountOf(7).own, 2U);
}

TEST(CountedSet, ReusesEntryWithZeroCount) {
  CountedSet set;
  set.entries.fill(CountedSet::Pack(1, 1));
  EXPECT_EQ(set.CountOf(2).free, AddressTable::kWays);
  set.entries.at(5) = CountedSet::Pack(2, 0);
  EXPECT_EQ(set.CountOf(2).free, 5U);
  EXPECT_EQ(set.CountOf(2).own, AddressTable::kWays);
}

/// The lower bits of the hash choose the set, so they are not part of the tag.
TEST(CountedSet, TagsWithUpperHashBits) {
  EXPECT_EQ(CountedSet::TagOf(0xabcdef0123456789), 0xabcdef0123U);
  EXPECT_EQ(CountedSet::Pack(0xabcdef0123, 4), 0xabcdef0123000004U);
}

TEST(ConcurrencyLimiter, LimitsOpenConnectionsPerAddress) {
  ConcurrencyLimiter limit(2, 64, kHash);
  const IpAddress client = Address("192.0.2.1");
  const auto one = limit.Open(client);
  const auto two = limit.Open(client);
  ASSERT_TRUE(one && two);
  EXPECT_FALSE(limit.Open(client));
  EXPECT_TRUE(limit.Open(Address("192.0.2.2")));
  limit.Close(*one);
  EXPECT_TRUE(limit.Open(client));
  EXPECT_FALSE(limit.Open(client));
}

TEST(ConcurrencyLimiter, LimitsSurroundingNetworks) {
  ConcurrencyLimiter limit(2, 1 << 16, kHash);
  std::vector<ConcurrencyLimiter::Entry> open;
  for (int i = 0; i < 256; ++i) {
    const auto entry = limit.Open(Address("2001:db8:1:" + std::to_string(i % 100) + "::1"));
    if (entry) open.push_back(*entry);
  }
  // The suffix is hex: 0x0 to 0x99 are in one /56.
  EXPECT_EQ(open.size(), 8U * 2);
  for (const auto& entry : open) limit.Close(entry);
  EXPECT_TRUE(limit.Open(Address("2001:db8:1:99::1")));
}

TEST(ConcurrencyLimiter, AllowsUncountedConnectionsWhenTableIsFull) {
  ConcurrencyLimiter limit(1, 8, kHash);
  std::vector<ConcurrencyLimiter::Entry> entries;
  for (int i = 0; i < 9; ++i) entries.push_back(limit.Open(Numbered(i)).value());
  EXPECT_EQ(std::count(entries.begin(), entries.end(), ConcurrencyLimiter::kNotCounted), 1);
  EXPECT_EQ(entries.back(), ConcurrencyLimiter::kNotCounted);
  for (int i = 0; i < 8; ++i) EXPECT_FALSE(limit.Open(Numbered(i)));
  for (const auto entry : entries) limit.Close(entry);
  for (int i = 100; i < 108; ++i)
    EXPECT_NE(limit.Open(Numbered(i)), ConcurrencyLimiter::kNotCounted);
}

TEST(ConcurrencyLimiter, CountsCorrectlyFromManyThreads) {
  constexpr std::size_t kMost = 10;
  ConcurrencyLimiter limit(kMost, 64, kHash);
  std::vector<std::thread> loops;
  for (int i = 0; i < 4; ++i) {
    loops.emplace_back([&, i] {
      std::vector<ConcurrencyLimiter::Entry> open;
      for (int round = 0; round < 20'000; ++round) {
        if (const auto entry = limit.Open(Numbered((round + i) % 3))) open.push_back(*entry);
        if (open.size() > 4) {
          limit.Close(open.front());
          open.erase(open.begin());
        }
      }
      for (const auto entry : open) limit.Close(entry);
    });
  }
  for (auto& loop : loops) loop.join();
  for (int who = 0; who < 3; ++who) {
    for (std::size_t i = 0; i < kMost; ++i) EXPECT_TRUE(limit.Open(Numbered(who)));
    EXPECT_FALSE(limit.Open(Numbered(who)));
  }
}

}  // namespace
}  // namespace prichal
