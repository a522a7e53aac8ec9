#include "base/rate_limit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <random>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/tests/fixture_addresses.h"

namespace prichal {
namespace {

/// Returns how many of `tries` at the same moment are accepted.
int Taken(RateLimit& limit, const IpAddress& address, int tries, Millis now) {
  int taken = 0;
  for (int i = 0; i < tries; ++i) taken += limit.Take(address, now) ? 1 : 0;
  return taken;
}

TEST(RateLimit, AllowsBurstThenRate) {
  RateLimit limit({.per_second = 10, .burst = 5}, 64, kHash);
  const IpAddress client = Address("192.0.2.1");
  const Millis start(1'000'000);
  EXPECT_EQ(Taken(limit, client, 20, start), 5);
  EXPECT_EQ(Taken(limit, client, 20, start + Millis(99)), 0);
  EXPECT_EQ(Taken(limit, client, 20, start + Millis(100)), 1);
  EXPECT_EQ(Taken(limit, client, 20, start + Millis(350)), 2);
  EXPECT_EQ(Taken(limit, client, 20, start + Millis(60'000)), 5);
}

TEST(RateLimit, AllowsAgainWithinOneSecond) {
  for (const std::size_t rate : {1U, 3U, 7U, 10'000U}) {
    RateLimit limit({.per_second = rate, .burst = 2}, 8, kHash);
    EXPECT_EQ(Taken(limit, Address("::1"), 100'000, Millis(0)), 2);
    EXPECT_TRUE(limit.Take(Address("::1"), Millis(1000)));
  }
}

TEST(RateLimit, LimitsPerAddressAndPerIpv6Network) {
  RateLimit limit({.per_second = 1, .burst = 1}, 1024, kHash);
  EXPECT_TRUE(limit.Take(Address("192.0.2.1"), Millis(0)));
  EXPECT_TRUE(limit.Take(Address("192.0.2.2"), Millis(0)));
  EXPECT_FALSE(limit.Take(Address("::ffff:192.0.2.1"), Millis(0)));
  EXPECT_TRUE(limit.Take(Address("2001:db8:0:1::1"), Millis(0)));
  EXPECT_FALSE(limit.Take(Address("2001:db8:0:1:ffff::2"), Millis(0)));
  EXPECT_TRUE(limit.Take(Address("2001:db8:0:2::1"), Millis(0)));
}

/// A /48 is free for any customer and contains 65,536 networks.
TEST(RateLimit, LimitsSurroundingNetworks) {
  RateLimit limit({.per_second = 1, .burst = 2}, 1 << 16, kHash);
  const auto taken_from = [&](int networks, const std::string& prefix) {
    int taken = 0;
    for (int i = 0; i < networks; ++i) {
      std::array<char, 8> hex{};
      std::snprintf(hex.data(), hex.size(), "%x", i);
      taken += Taken(limit, Address(prefix + hex.data() + "::1"), 3, Millis(0));
    }
    return taken;
  };
  EXPECT_EQ(taken_from(256, "2001:db8:1:"), 8 * 2);      // from one /56
  EXPECT_EQ(taken_from(0x2000, "2001:db8:2:"), 32 * 2);  // from one /48
  EXPECT_EQ(Taken(limit, Address("2001:db8:3::1"), 3, Millis(0)), 2);
}

TEST(RateLimit, LimitsEachSubjectSeparately) {
  RateLimit limit({.per_second = 1, .burst = 2}, 1024, kHash);
  const IpAddress client = Address("192.0.2.1");
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(limit.TakeFor(client, "one", Millis(0)));
  EXPECT_FALSE(limit.TakeFor(client, "one", Millis(0)));
  EXPECT_TRUE(limit.TakeFor(client, "two", Millis(0)));
  EXPECT_TRUE(limit.TakeFor(Address("192.0.2.2"), "one", Millis(0)));
  // A different /64 of the same customer.
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(limit.TakeFor(Address("2001:db8::1"), "one", Millis(0)));
  EXPECT_FALSE(limit.TakeFor(Address("2001:db8:0:7::1"), "one", Millis(0)));
}

TEST(RateLimit, AppliesNewPaceAtOnce) {
  RateLimit limit({.per_second = 1, .burst = 1}, 64, kHash);
  const IpAddress client = Address("192.0.2.1");
  EXPECT_EQ(Taken(limit, client, 5, Millis(0)), 1);
  limit.SetPace({.per_second = 1000, .burst = 10});
  EXPECT_GE(Taken(limit, client, 20, Millis(1100)), 9);
  limit.SetPace({});
  EXPECT_EQ(Taken(limit, client, 100, Millis(1100)), 100);
}

/// Compares with a straightforward token bucket at random times.
TEST(RateLimit, MatchesTokenBucketModel) {
  constexpr std::int64_t kRate = 20;
  constexpr std::int64_t kBurst = 7;
  RateLimit limit({.per_second = kRate, .burst = kBurst}, 1024, kHash);
  struct Bucket {
    std::int64_t thousandths = kBurst * 1000;
    Millis at{0};
  };
  std::unordered_map<int, Bucket> model;
  std::mt19937 random(3);  // same values in each run
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

TEST(RateLimit, ForgetsOldAddressesWhenTableIsFull) {
  RateLimit limit({.per_second = 1, .burst = 1}, 8, kHash);
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(limit.Take(Numbered(i), Millis(i)));
  EXPECT_FALSE(limit.Take(Numbered(999), Millis(999)));
}

TEST(RateLimit, ToleratesTimeWraparound) {
  RateLimit limit({.per_second = 10, .burst = 3}, 8, kHash);
  const Millis around((std::int64_t{1} << 44) / 1000);
  EXPECT_EQ(Taken(limit, Address("192.0.2.1"), 9, around - Millis(100)), 3);
  EXPECT_EQ(Taken(limit, Address("192.0.2.1"), 9, around + Millis(100)), 2);
  EXPECT_EQ(Taken(limit, Address("192.0.2.1"), 9, around + around / 2), 3);
  EXPECT_EQ(Taken(limit, Address("192.0.2.1"), 9, around + around + Millis(300)), 3);
}

TEST(RateLimit, SupportsLargestConfigurableValues) {
  RateLimit slow({.per_second = 1, .burst = 1'000'000}, 8, kHash);
  EXPECT_EQ(Taken(slow, Address("::1"), 1'000'100, Millis(0)), 1'000'000);
  RateLimit fast({.per_second = 1'000'000, .burst = 0}, 8, kHash);
  EXPECT_EQ(Taken(fast, Address("::1"), 10, Millis(0)), 1);
  EXPECT_EQ(Taken(fast, Address("::1"), 10, Millis(1)), 1);
}

TEST(RateLimit, CountsCorrectlyFromManyThreads) {
  RateLimit limit({.per_second = 1, .burst = 1000}, 64, kHash);
  ASSERT_TRUE(limit.Take(Address("::1"), Millis(0)));
  std::atomic<int> taken = 1;
  std::vector<std::thread> loops;
  for (int i = 0; i < 4; ++i) {
    loops.emplace_back([&] { taken += Taken(limit, Address("::1"), 2000, Millis(0)); });
  }
  for (auto& loop : loops) loop.join();
  EXPECT_EQ(taken, 1000);
}

}  // namespace
}  // namespace prichal
