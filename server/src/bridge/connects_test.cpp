#include "bridge/connects.h"

#include <gtest/gtest.h>

#include <string>

namespace prichal::bridge {
namespace {

constexpr Millis kTtl{300'000};

class ConnectsTest : public ::testing::Test {
 protected:
  [[nodiscard]] Connect Of(std::string_view id, std::string_view origin,
                           std::string_view address) const {
    return Connect::Of(hash, id, origin, address);
  }

  const SipHash hash;
  Connects connects{100, kTtl};
};

TEST_F(ConnectsTest, FourVerdicts) {
  connects.Note(Of("id", "https://dapp.example", "2001:db8::1"), Millis(0));
  const auto check = [&](std::string_view id, std::string_view origin, std::string_view address) {
    return NameOf(connects.Check(Of(id, origin, address), Millis(1)));
  };
  EXPECT_EQ(check("id", "https://dapp.example", "2001:db8::1"), "ok");
  EXPECT_EQ(check("id", "https://dapp.example", "2001:db8::2"), "warning");
  EXPECT_EQ(check("id", "https://evil.example", "2001:db8::1"), "danger");
  EXPECT_EQ(check("ID", "https://dapp.example", "2001:db8::1"), "unknown");
}

TEST_F(ConnectsTest, TheBestOfAllThatIsKnownOfAnId) {
  connects.Note(Of("id", "https://evil.example", "192.0.2.9"), Millis(0));
  connects.Note(Of("id", "https://dapp.example", "192.0.2.1"), Millis(0));
  connects.Note(Of("id", "https://other.example", "192.0.2.2"), Millis(0));
  EXPECT_EQ(connects.Check(Of("id", "https://dapp.example", "192.0.2.1"), Millis(1)), Verdict::kOk);
  EXPECT_EQ(connects.Check(Of("id", "https://dapp.example", "192.0.2.2"), Millis(1)),
            Verdict::kWarning);
}

TEST_F(ConnectsTest, ForgetsAndRenews) {
  const Connect one = Of("one", "o", "a");
  const Connect two = Of("two", "o", "a");
  connects.Note(one, Millis(0));
  connects.Note(two, Millis(0));
  connects.Note(one, Millis(1));
  EXPECT_EQ(connects.size(), 2U);
  EXPECT_EQ(connects.Check(two, kTtl - Millis(1)), Verdict::kOk);
  EXPECT_EQ(connects.Check(two, kTtl), Verdict::kUnknown);
  connects.Expire(kTtl);
  EXPECT_EQ(connects.size(), 1U);
  EXPECT_EQ(connects.Check(one, kTtl), Verdict::kOk);
  connects.Expire(kTtl + Millis(1));
  EXPECT_EQ(connects.size(), 0U);
}

TEST_F(ConnectsTest, IsBoundedByTheOldestGoing) {
  for (int i = 0; i < 150; ++i) connects.Note(Of(std::to_string(i), "o", "a"), Millis(i));
  EXPECT_EQ(connects.size(), 100U);
  EXPECT_EQ(connects.Check(Of("49", "o", "a"), Millis(150)), Verdict::kUnknown);
  EXPECT_EQ(connects.Check(Of("50", "o", "a"), Millis(150)), Verdict::kOk);

  Connects none(0, kTtl);
  none.Note(Of("1", "o", "a"), Millis(0));
  EXPECT_EQ(none.size(), 0U);
}

TEST_F(ConnectsTest, OneIdCannotFillIt) {
  connects.Note(Of("other", "o", "a"), Millis(0));
  for (int i = 0; i < 1000; ++i) connects.Note(Of("id", std::to_string(i), "a"), Millis(i));
  EXPECT_EQ(connects.size(), 17U);
  EXPECT_EQ(connects.Check(Of("other", "o", "a"), Millis(1000)), Verdict::kOk);
  EXPECT_EQ(connects.Check(Of("id", "999", "a"), Millis(1000)), Verdict::kOk);
  EXPECT_EQ(connects.Check(Of("id", "983", "a"), Millis(1000)), Verdict::kDanger);
}

}  // namespace
}  // namespace prichal::bridge
