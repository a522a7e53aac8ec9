// Histories with one planted fault each: the checker must find exactly that fault.

#include "chaos/history/checker.h"

#include <gtest/gtest.h>

#include <vector>

namespace prichal::chaos {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kTtl = 300 * kSecond;

/// Two mailboxes with one reader each, and six messages, one without a response. The first reader
/// is disconnected after three messages and returns.
class CheckerTest : public ::testing::Test {
 protected:
  CheckerTest() {
    history_.readers = {{.mailboxes = {0}}, {.mailboxes = {1}}};
    for (int i = 0; i < 6; ++i) {
      history_.posts.push_back({.sender = 0,
                                .mailbox = i == 5 ? 1U : 0U,
                                .invoked = At(10 * i),
                                .answered = At(10 * i + 1),
                                .ttl = kTtl,
                                .answer = Answer::kOk});
    }
    history_.posts[4].answer = Answer::kUnknown;
    history_.streams = {
        {.reader = 0, .cursor = 0, .asked = At(-2), .opened = At(-1), .ended = At(25)},
        {.reader = 0, .cursor = 102, .asked = At(26), .opened = At(27), .drained = At(28)},
        {.reader = 1, .cursor = 0, .asked = At(60), .opened = At(61), .drained = At(62)}};
    for (const std::uint64_t number : {0U, 1U, 2U}) Deliver(0, number);
    Deliver(1, 3);
    Deliver(2, 5);
    history_.ended = At(100);
  }

  static Nanos At(Nanos seconds) { return (1'000 + seconds) * kSecond; }

  Delivery& Deliver(std::size_t stream, std::uint64_t number) {
    return history_.streams[stream].deliveries.emplace_back(
        Delivery{.at = history_.posts[number].answered + 1,
                 .id = static_cast<std::int64_t>(100 + number),
                 .number = number});
  }
  Delivery& Given(std::size_t stream, std::size_t place) {
    return history_.streams[stream].deliveries[place];
  }

  [[nodiscard]] std::vector<Rule> Found(const CheckOptions& options = {}) const {
    std::vector<Rule> rules;
    for (const auto& [rule, count] : Check(history_, options).counts) rules.push_back(rule);
    return rules;
  }

  using Rules = std::vector<Rule>;
  History history_;
};

TEST_F(CheckerTest, AcceptsCorrectHistory) {
  const Verdict verdict = Check(history_);
  EXPECT_TRUE(verdict.good());
  EXPECT_EQ(verdict.acknowledged, 5U);
  EXPECT_EQ(verdict.unknown, 1U);
  EXPECT_EQ(verdict.owed, 5U);
  EXPECT_EQ(verdict.deliveries, 5U);
  EXPECT_EQ(verdict.returns, 1U);
}

TEST_F(CheckerTest, AllowsDeliveryOfUnansweredMessage) {
  Deliver(1, 4);
  EXPECT_EQ(Found(), Rules{});
}

TEST_F(CheckerTest, ReportsMessageLostForNewStream) {
  history_.streams[2].deliveries.clear();
  EXPECT_EQ(Found(), Rules{Rule::kLost});
}

TEST_F(CheckerTest, ReportsMessageLostForOpenStream) {
  history_.streams[1].deliveries.clear();
  EXPECT_EQ(Found(), Rules{Rule::kLost});
  // A reader disconnected immediately was not connected long enough to require the delivery.
  history_.streams[1].ended = history_.posts[3].answered + 1;
  EXPECT_EQ(Found(), Rules{});
}

TEST_F(CheckerTest, ReportsMessageSkippedByCursor) {
  auto& first = history_.streams[0].deliveries;
  first.erase(first.begin() + 1);
  EXPECT_EQ(Found(), Rules{Rule::kLost});
}

TEST_F(CheckerTest, IgnoresMessageExpiredBeforeFirstStream) {
  history_.streams[2].deliveries.clear();
  history_.posts[5].ttl = 9 * kSecond;
  EXPECT_EQ(Found(), Rules{});
}

TEST_F(CheckerTest, ReportsDuplicateOnOneStream) {
  Deliver(0, 2).id = 103;
  history_.streams[1].cursor = 0;
  EXPECT_EQ(Found(), (Rules{Rule::kDoubled, Rule::kTwoIds}));
}

TEST_F(CheckerTest, ReportsRedeliveryBelowCursor) {
  auto& again = history_.streams[1].deliveries;
  again.insert(again.begin(), Given(0, 2));
  EXPECT_EQ(Found(), Rules{Rule::kFallingId});
}

TEST_F(CheckerTest, ReportsMessageWithTwoEventIds) {
  Delivery again = Given(0, 2);
  again.id = 999;
  history_.streams[1].deliveries.push_back(again);
  EXPECT_EQ(Found(), Rules{Rule::kTwoIds});
  EXPECT_EQ(Found({.two_ids = true}), Rules{});
}

TEST_F(CheckerTest, ReportsMisdeliveredMessage) {
  Deliver(1, 5);
  EXPECT_EQ(Found(), Rules{Rule::kMisdelivered});
}

TEST_F(CheckerTest, ReportsReorderedMessages) {
  std::swap(Given(0, 0).number, Given(0, 1).number);
  Given(0, 0).at = Given(0, 1).at;
  EXPECT_EQ(Found(), Rules{Rule::kReordered});
}

TEST_F(CheckerTest, AllowsAnyOrderOfConcurrentPosts) {
  std::swap(Given(0, 0).number, Given(0, 1).number);
  Given(0, 0).at = Given(0, 1).at;
  history_.posts[0].answered = history_.posts[1].invoked + 1;
  EXPECT_EQ(Found(), Rules{});
}

TEST_F(CheckerTest, ReportsDecreasingEventId) {
  std::swap(Given(0, 1), Given(0, 2));
  EXPECT_EQ(Found(), Rules{Rule::kFallingId});
}

TEST_F(CheckerTest, ReportsMessageThatWasNeverSent) {
  Deliver(1, 3).id = 200;
  Given(1, 1).number = std::nullopt;
  EXPECT_EQ(Found(), Rules{Rule::kThinAir});
}

TEST_F(CheckerTest, ReportsDeliveryBeforeSend) {
  Given(2, 0).at = history_.posts[5].invoked - 1;
  EXPECT_EQ(Found(), Rules{Rule::kThinAir});
}

TEST_F(CheckerTest, ReportsAlteredMessage) {
  Given(0, 1).intact = false;
  EXPECT_EQ(Found(), Rules{Rule::kAltered});
}

TEST_F(CheckerTest, ReportsDeliveryOfRejectedMessage) {
  history_.posts[1].answer = Answer::kRefused;
  EXPECT_EQ(Found(), Rules{Rule::kRefused});
}

TEST_F(CheckerTest, ReportsDeliveryOfExpiredMessage) {
  history_.posts[5].ttl = kSecond;
  Given(2, 0).at = At(70);
  EXPECT_EQ(Found(), Rules{Rule::kExpired});
}

TEST_F(CheckerTest, ReportsLateDeliveryAfterRecovery) {
  // Message 2 was sent at 20 s and delivered at 21 s. Message 5 was sent at 50 s and is the next of
  // its mailbox.
  const CheckOptions options{.well_again = {At(18), At(20)}, .recovers = kSecond + 1};
  EXPECT_EQ(Found(options), Rules{});
  EXPECT_EQ(Check(history_, options).slowest_recovery, kSecond + 1);
  Given(0, 2).at += 1;
  EXPECT_EQ(Found(options), Rules{Rule::kLate});
  // A message that was delivered before is not new: the next one is 3, on the returned stream.
  history_.streams[1].deliveries.insert(history_.streams[1].deliveries.begin(), Given(0, 1));
  history_.streams[1].deliveries[0].at = At(20);
  history_.streams[1].deliveries[0].id = 103;
  EXPECT_GT(Check(history_, options).slowest_recovery, kSecond + 1);
}

}  // namespace
}  // namespace prichal::chaos
