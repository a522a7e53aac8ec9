#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
#include <unordered_map>
#include <vector>

#include "bridge/open_limit.h"
#include "bridge/rate_limit.h"

namespace prichal::bridge {
namespace {

const SipHash kHash(SipHash::Key{7});

IpAddress Address(const std::string& text) { return IpAddress::Parse(text).value(); }
IpAddress Numbered(int number) {
  return Address("10." + std::to_string(number >> 16) + "." + std::to_string(number >> 8 & 255) +
                 "." + std::to_string(number & 255));
}

/// How many of `tries` at one moment are let through.
int Taken(RateLimit& limit, const IpAddress& address, int tries, Millis now) {
  int taken = 0;
  for (int i = 0; i < tries; ++i) taken += limit.Take(address, now) ? 1 : 0;
  return taken;
}

TEST(RateLimit, GivesABurstAndThenTheRate) {
  RateLimit limit({.per_second = 10, .burst = 5, .addresses = 64}, kHash);
  const IpAddress client = Address("192.0.2.1");
  const Millis start(1'000'000);
  EXPECT_EQ(Taken(limit, client, 20, start), 5);
  EXPECT_EQ(Taken(limit, client, 20, start + Millis(99)), 0);
  EXPECT_EQ(Taken(limit, client, 20, start + Millis(100)), 1);
  EXPECT_EQ(Taken(limit, client, 20, start + Millis(350)), 2);
  EXPECT_EQ(Taken(limit, client, 20, start + Millis(60'000)), 5);
}

TEST(RateLimit, WhoIsRefusedMayAgainWithinASecond) {
  for (const std::size_t rate : {1, 3, 7, 10'000}) {
    RateLimit limit({.per_second = rate, .burst = 2, .addresses = 8}, kHash);
    EXPECT_EQ(Taken(limit, Address("::1"), 100'000, Millis(0)), 2);
    EXPECT_TRUE(limit.Take(Address("::1"), Millis(1000)));
  }
}

TEST(RateLimit, EachAddressHasItsOwnAndIpv6CountsByNetwork) {
  RateLimit limit({.per_second = 1, .burst = 1, .addresses = 1024}, kHash);
  EXPECT_TRUE(limit.Take(Address("192.0.2.1"), Millis(0)));
  EXPECT_TRUE(limit.Take(Address("192.0.2.2"), Millis(0)));
  EXPECT_FALSE(limit.Take(Address("::ffff:192.0.2.1"), Millis(0)));
  EXPECT_TRUE(limit.Take(Address("2001:db8:0:1::1"), Millis(0)));
  EXPECT_FALSE(limit.Take(Address("2001:db8:0:1:ffff::2"), Millis(0)));
  EXPECT_TRUE(limit.Take(Address("2001:db8:0:2::1"), Millis(0)));
}

/// Against a bucket as one would write it down, at random times.
TEST(RateLimit, CountsAsABucketDoes) {
  constexpr std::int64_t kRate = 20;
  constexpr std::int64_t kBurst = 7;
  RateLimit limit({.per_second = kRate, .burst = kBurst, .addresses = 1024}, kHash);
  struct Bucket {
    std::int64_t thousandths = kBurst * 1000;
    Millis at{0};
  };
  std::unordered_map<int, Bucket> model;
  std::mt19937 random(3);  // NOLINT(cert-msc51-cpp): the same run every time
  Millis now(5'000);
  for (int i = 0; i < 50'000; ++i) {
    now += Millis(random() % 8);
    const int who = static_cast<int>(random() % 5);
    Bucket& bucket = model[who];
    bucket.thousandths =
        std::min(kBurst * 1000, bucket.thousandths + (now - bucket.at).count() * kRate);
    bucket.at = now;
    const bool expected = bucket.thousandths >= 1000;
    if (expected) bucket.thousandths -= 1000;
    ASSERT_EQ(limit.Take(Numbered(who), now), expected) << i;
  }
}

TEST(RateLimit, MoreAddressesThanEntriesErrInFavourOfTheForgotten) {
  RateLimit limit({.per_second = 1, .burst = 1, .addresses = 8}, kHash);
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(limit.Take(Numbered(i), Millis(i)));
  EXPECT_FALSE(limit.Take(Numbered(999), Millis(999)));
}

TEST(RateLimit, TheTimeMayComeAround) {
  RateLimit limit({.per_second = 10, .burst = 3, .addresses = 8}, kHash);
  const Millis around((std::int64_t{1} << 44) / 1000);
  EXPECT_EQ(Taken(limit, Address("::1"), 9, around - Millis(100)), 3);
  EXPECT_EQ(Taken(limit, Address("::1"), 9, around + Millis(100)), 2);
  EXPECT_EQ(Taken(limit, Address("::1"), 9, around + around / 2), 3);
  EXPECT_EQ(Taken(limit, Address("::1"), 9, around + around + Millis(300)), 3);
}

TEST(RateLimit, TheWidestThatMayBeConfiguredHolds) {
  RateLimit slow({.per_second = 1, .burst = 1'000'000, .addresses = 8}, kHash);
  EXPECT_EQ(Taken(slow, Address("::1"), 1'000'100, Millis(0)), 1'000'000);
  RateLimit fast({.per_second = 1'000'000, .burst = 0, .addresses = 8}, kHash);
  EXPECT_EQ(Taken(fast, Address("::1"), 10, Millis(0)), 1);
  EXPECT_EQ(Taken(fast, Address("::1"), 10, Millis(1)), 1);
}

TEST(RateLimit, LoopsCountTogether) {
  RateLimit limit({.per_second = 1, .burst = 1000, .addresses = 64}, kHash);
  ASSERT_TRUE(limit.Take(Address("::1"), Millis(0)));
  std::atomic<int> taken = 1;
  std::vector<std::thread> loops;
  for (int i = 0; i < 4; ++i) {
    loops.emplace_back([&] { taken += Taken(limit, Address("::1"), 2000, Millis(0)); });
  }
  for (auto& loop : loops) loop.join();
  EXPECT_EQ(taken, 1000);
}

TEST(OpenLimit, CountsWhatIsOpen) {
  OpenLimit limit(2, 64, kHash);
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

TEST(OpenLimit, WhenNoEntryIsFreeItDoesNotCount) {
  OpenLimit limit(1, 8, kHash);
  std::vector<OpenLimit::Entry> entries;
  for (int i = 0; i < 9; ++i) entries.push_back(limit.Open(Numbered(i)).value());
  EXPECT_EQ(std::count(entries.begin(), entries.end(), OpenLimit::kNotCounted), 1);
  EXPECT_EQ(entries.back(), OpenLimit::kNotCounted);
  for (int i = 0; i < 8; ++i) EXPECT_FALSE(limit.Open(Numbered(i)));
  for (const auto entry : entries) limit.Close(entry);
  for (int i = 100; i < 108; ++i) EXPECT_NE(limit.Open(Numbered(i)), OpenLimit::kNotCounted);
}

TEST(OpenLimit, NothingIsLostBetweenLoops) {
  constexpr std::size_t kMost = 10;
  OpenLimit limit(kMost, 64, kHash);
  std::vector<std::thread> loops;
  for (int i = 0; i < 4; ++i) {
    loops.emplace_back([&, i] {
      std::vector<OpenLimit::Entry> open;
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
}  // namespace prichal::bridge
