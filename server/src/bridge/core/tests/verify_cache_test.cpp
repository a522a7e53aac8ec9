#include <gtest/gtest.h>

#include <string>

#include "bridge/core/verify.h"

namespace prichal::bridge {
namespace {

constexpr Millis kTtl{300'000};

class VerifyCacheTest : public ::testing::Test {
 protected:
  [[nodiscard]] Connect Of(std::string_view id, std::string_view origin,
                           std::string_view address) const {
    return Connect::Make(hash, id, origin, IpAddress::Parse(address).value());
  }

  const SipHash hash;
  VerifyCache cache{100, kTtl};
};

TEST_F(VerifyCacheTest, ReturnsEachOfFourVerdicts) {
  cache.Record(Of("id", "https://dapp.example", "2001:db8::1"), Millis(0));
  const auto check = [&](std::string_view id, std::string_view origin, std::string_view address) {
    return NameOf(cache.Check(Of(id, origin, address), Millis(1)));
  };
  EXPECT_EQ(check("id", "https://dapp.example", "2001:db8::1"), "ok");
  EXPECT_EQ(check("id", "https://dapp.example", "2001:db8::2"), "warning");
  EXPECT_EQ(check("id", "https://evil.example", "2001:db8::1"), "danger");
  EXPECT_EQ(check("ID", "https://dapp.example", "2001:db8::1"), "unknown");
}

TEST_F(VerifyCacheTest, ReturnsBestVerdictForId) {
  cache.Record(Of("id", "https://evil.example", "192.0.2.9"), Millis(0));
  cache.Record(Of("id", "https://dapp.example", "192.0.2.1"), Millis(0));
  cache.Record(Of("id", "https://other.example", "192.0.2.2"), Millis(0));
  EXPECT_EQ(cache.Check(Of("id", "https://dapp.example", "192.0.2.1"), Millis(1)), Verdict::kOk);
  EXPECT_EQ(cache.Check(Of("id", "https://dapp.example", "192.0.2.2"), Millis(1)),
            Verdict::kWarning);
}

TEST_F(VerifyCacheTest, ExpiresAndRenewsEntries) {
  const Connect one = Of("one", "o", "192.0.2.1");
  const Connect two = Of("two", "o", "192.0.2.1");
  cache.Record(one, Millis(0));
  cache.Record(two, Millis(0));
  cache.Record(one, Millis(1));
  EXPECT_EQ(cache.size(), 2U);
  EXPECT_EQ(cache.Check(two, kTtl - Millis(1)), Verdict::kOk);
  EXPECT_EQ(cache.Check(two, kTtl), Verdict::kUnknown);
  cache.Expire(kTtl);
  EXPECT_EQ(cache.size(), 1U);
  EXPECT_EQ(cache.Check(one, kTtl), Verdict::kOk);
  cache.Expire(kTtl + Millis(1));
  EXPECT_EQ(cache.size(), 0U);
}

TEST_F(VerifyCacheTest, EvictsOldestEntryAtCapacity) {
  for (int i = 0; i < 150; ++i) cache.Record(Of(std::to_string(i), "o", "192.0.2.1"), Millis(i));
  EXPECT_EQ(cache.size(), 100U);
  EXPECT_EQ(cache.Check(Of("49", "o", "192.0.2.1"), Millis(150)), Verdict::kUnknown);
  EXPECT_EQ(cache.Check(Of("50", "o", "192.0.2.1"), Millis(150)), Verdict::kOk);

  VerifyCache none(0, kTtl);
  none.Record(Of("1", "o", "192.0.2.1"), Millis(0));
  EXPECT_EQ(none.size(), 0U);
}

TEST_F(VerifyCacheTest, LimitsEntriesPerId) {
  cache.Record(Of("other", "o", "192.0.2.1"), Millis(0));
  for (int i = 0; i < 1000; ++i) cache.Record(Of("id", std::to_string(i), "192.0.2.1"), Millis(i));
  EXPECT_EQ(cache.size(), 17U);
  EXPECT_EQ(cache.Check(Of("other", "o", "192.0.2.1"), Millis(1000)), Verdict::kOk);
  EXPECT_EQ(cache.Check(Of("id", "999", "192.0.2.1"), Millis(1000)), Verdict::kOk);
  EXPECT_EQ(cache.Check(Of("id", "983", "192.0.2.1"), Millis(1000)), Verdict::kUnknown);
}

/// Streams with forged origins from one network do not evict the real page.
TEST_F(VerifyCacheTest, EvictsEntriesOfSameNetworkFirst) {
  cache.Record(Of("id", "https://dapp.example", "192.0.2.1"), Millis(0));
  for (int i = 0; i < 100; ++i) {
    const auto address = "2001:db8:0:" + std::to_string(i) + "::1";  // one /48
    cache.Record(Of("id", "https://evil" + std::to_string(i), address), Millis(1 + i));
  }
  EXPECT_EQ(cache.Check(Of("id", "https://dapp.example", "192.0.2.1"), Millis(200)), Verdict::kOk);
}

/// Streams from many networks can evict the real page. The verdict is then unknown, not danger.
TEST_F(VerifyCacheTest, ReportsUnknownAfterEvictionByOtherNetworks) {
  cache.Record(Of("id", "https://dapp.example", "192.0.2.1"), Millis(0));
  for (int i = 0; i < 100; ++i) {
    const auto address = "198.51.100." + std::to_string(i);
    cache.Record(Of("id", "https://evil" + std::to_string(i), address), Millis(1));
  }
  const Connect page = Of("id", "https://dapp.example", "192.0.2.1");
  EXPECT_EQ(cache.Check(page, Millis(200)), Verdict::kUnknown);
  cache.Record(page, Millis(300));
  EXPECT_EQ(cache.Check(page, Millis(301)), Verdict::kOk);
}

TEST_F(VerifyCacheTest, ReportsUnknownAfterEvictionByOtherIds) {
  cache.Record(Of("id", "https://dapp.example", "192.0.2.1"), Millis(0));
  for (int i = 0; i < 100; ++i) cache.Record(Of(std::to_string(i), "o", "192.0.2.9"), Millis(1));
  cache.Record(Of("id", "https://evil.example", "192.0.2.9"), Millis(2));
  const Connect page = Of("id", "https://dapp.example", "192.0.2.1");
  EXPECT_EQ(cache.Check(page, Millis(3)), Verdict::kUnknown);
  // The evicted entry would have expired by now.
  EXPECT_EQ(cache.Check(page, kTtl + Millis(1)), Verdict::kDanger);
}

}  // namespace
}  // namespace prichal::bridge
