#include <gtest/gtest.h>

#include <string>

#include "ops/canary/canary.h"

namespace prichal::ops {
namespace {

bool Has(const CanaryStats& stats, const std::string& line) {
  return stats.Text().find("\n" + line + "\n") != std::string::npos;
}

TEST(CanaryBooks, CountsRoundResults) {
  CanaryStats stats;
  EXPECT_TRUE(stats.is_good());
  EXPECT_TRUE(Has(stats, "prichal_canary_last_good_seconds 0"));
  Round round;
  round.ages = {std::vector{Millis(5)}, {Millis(6), Millis(40'000)}};
  round.posted = {1, 2};
  round.posts = {Millis(3)};
  stats.Add(round, std::chrono::seconds(1'790'000'000));
  EXPECT_TRUE(stats.is_good());
  for (const char* line : {
           "prichal_canary_last_round_good 1",
           "prichal_canary_last_good_seconds 1790000000",
           "prichal_canary_rounds_total{result=\"good\"} 1",
           "prichal_canary_messages_total{stream=\"reopened\"} 2",
           "prichal_canary_delivery_seconds_bucket{stream=\"kept\",le=\"0.005\"} 1",
           "prichal_canary_delivery_seconds_bucket{stream=\"reopened\",le=\"0.005\"} 0",
           "prichal_canary_delivery_seconds_bucket{stream=\"reopened\",le=\"0.01\"} 1",
           "prichal_canary_delivery_seconds_bucket{stream=\"reopened\",le=\"30\"} 1",
           "prichal_canary_delivery_seconds_bucket{stream=\"reopened\",le=\"+Inf\"} 2",
           "prichal_canary_post_seconds_count 1",
       }) {
    EXPECT_TRUE(Has(stats, line)) << line << "\n" << stats.Text();
  }

  Round bad;
  bad.lost = {0, 1};
  bad.repeated = {2, 0};
  bad.late = 1;
  bad.reconnects = 3;
  bad.errors.push_back({.step = Step::kStream, .kind = Kind::kTls, .words = "no"});
  stats.Add(bad, std::chrono::seconds(1'790'000'015));
  EXPECT_FALSE(stats.is_good());
  for (const char* line : {
           "prichal_canary_last_round_good 0",
           "prichal_canary_last_good_seconds 1790000000",
           "prichal_canary_rounds_total{result=\"bad\"} 1",
           "prichal_canary_messages_lost_total{stream=\"reopened\"} 1",
           "prichal_canary_messages_repeated_total{stream=\"kept\"} 2",
           "prichal_canary_messages_late_total 1",
           "prichal_canary_reconnects_total 3",
           "prichal_canary_errors_total{step=\"stream\",kind=\"tls\"} 1",
           "prichal_canary_errors_total{step=\"post\",kind=\"tls\"} 0",
       }) {
    EXPECT_TRUE(Has(stats, line)) << line << "\n" << stats.Text();
  }
}

TEST(CanaryBooks, MarksRoundBadOnLossDuplicateOrError) {
  EXPECT_TRUE(Round().is_good());
  Round lost;
  lost.lost = {1, 0};
  Round repeated;
  repeated.repeated = {0, 1};
  Round error;
  error.errors.emplace_back();
  for (const auto& round : {lost, repeated, error}) EXPECT_FALSE(round.is_good());
  Round reconnected;  // a reconnect is no problem
  reconnected.reconnects = 1;
  EXPECT_TRUE(reconnected.is_good());
}

TEST(CanaryBooks, ClassifiesResponses) {
  using outbound::Trouble;
  const auto of = [](int status, Trouble trouble) {
    outbound::Response answer;
    answer.status = status;
    answer.trouble = trouble;
    return NameOf(KindOf(answer));
  };
  EXPECT_EQ(of(429, Trouble::kNone), "429");
  EXPECT_EQ(of(404, Trouble::kNone), "4xx");
  EXPECT_EQ(of(503, Trouble::kCut), "5xx");
  EXPECT_EQ(of(302, Trouble::kNone), "status");
  EXPECT_EQ(of(200, Trouble::kCut), "cut");
  EXPECT_EQ(of(0, Trouble::kName), "name");
  EXPECT_EQ(of(0, Trouble::kTimeout), "timeout");
}

}  // namespace
}  // namespace prichal::ops
