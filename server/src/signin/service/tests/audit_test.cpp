#include "signin/service/audit.h"

#include <gtest/gtest.h>

namespace prichal::signin {
namespace {

using Summary = std::map<std::string, std::uint64_t>;

TEST(RefusalBudget, CountsRateLimitRefusalsWithoutLines) {
  RefusalBudget budget;
  const Millis now(1'000'000);
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(budget.Take("rate_limited", now));
  EXPECT_EQ(budget.TakeSummary(now), (Summary{{"rate_limited", 5}}));
  EXPECT_FALSE(budget.Take("rate_limited", now));
  EXPECT_EQ(budget.TakeSummary(now + Millis(59'999)), Summary{});
  EXPECT_EQ(budget.TakeSummary(now + Millis(60'000)), (Summary{{"rate_limited", 1}}));
  EXPECT_EQ(budget.TakeSummary(now + Millis(600'000), true), Summary{});
}

TEST(RefusalBudget, LogsLimitedNumberOfRefusalsPerMinute) {
  RefusalBudget budget;
  const Millis now(1'000'000);
  for (std::size_t i = 0; i < RefusalBudget::kLinesAMinute; ++i) {
    EXPECT_TRUE(budget.Take("token_invalid", now + Millis(i)));
  }
  EXPECT_FALSE(budget.Take("token_invalid", now + Millis(59'999)));
  EXPECT_FALSE(budget.Take("no_session", now + Millis(59'999)));
  EXPECT_TRUE(budget.Take("token_invalid", now + Millis(60'000)));
  EXPECT_EQ(budget.TakeSummary(now, true), (Summary{{"no_session", 1}, {"token_invalid", 1}}));
}

}  // namespace
}  // namespace prichal::signin
