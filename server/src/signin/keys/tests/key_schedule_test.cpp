#include "signin/keys/key_schedule.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "signin/ledger/tests/fixture_values.h"

namespace prichal::signin {
namespace {

using token::Algorithm;
using namespace std::chrono_literals;
using Kind = KeyChange::Kind;

/// Keys with a policy, on which the test takes the steps that are due.
class Schedule {
 public:
  /// Takes all steps that are due and returns their kinds.
  std::vector<Kind> RunAt(Millis now) {
    std::vector<Kind> done;
    while (const auto change = Due(*keys, policy, now)) {
      keys = After(*keys, *change, policy, now);
      done.push_back(change->kind);
      if (done.size() > 10) break;
    }
    return done;
  }
  [[nodiscard]] std::string active() const { return keys->keys().front().id(); }
  [[nodiscard]] const SigningKey& at(std::size_t place) const { return keys->keys().at(place); }
  [[nodiscard]] std::size_t size() const { return keys->keys().size(); }

  KeyPolicy policy{.algorithm = Algorithm::kEdDsa};
  std::shared_ptr<const SigningKeys> keys = SigningKeys::Generate(Algorithm::kEdDsa, kStart);
};

TEST(KeySchedule, PublishesNextKeyBeforeNinetyDayRotation) {
  Schedule schedule;
  const std::string first = schedule.active();
  const Millis end = kStart + 90 * kDay;
  EXPECT_TRUE(schedule.RunAt(kStart).empty());
  EXPECT_TRUE(schedule.RunAt(end - 600s - 1ms).empty());

  EXPECT_EQ(schedule.RunAt(end - 600s), std::vector{Kind::kPublishNext});
  const std::string second = schedule.at(1).id();
  EXPECT_EQ(schedule.at(1).state, KeyState::kNext);
  EXPECT_EQ(schedule.at(1).active_from, end);
  EXPECT_NE(schedule.keys->published().Find(second, "EdDSA"), nullptr);
  EXPECT_EQ(schedule.active(), first);
  EXPECT_TRUE(schedule.RunAt(end - 1ms).empty());

  EXPECT_EQ(schedule.RunAt(end), std::vector{Kind::kActivate});
  EXPECT_EQ(schedule.active(), second);
  EXPECT_EQ(schedule.at(0).active_from, end);
  EXPECT_EQ(schedule.at(1).id(), first);
  EXPECT_EQ(schedule.at(1).state, KeyState::kRetired);
  EXPECT_NE(schedule.keys->published().Find(first, "EdDSA"), nullptr);

  EXPECT_TRUE(schedule.RunAt(end + 900s - 1ms).empty());
  EXPECT_EQ(schedule.RunAt(end + 900s), std::vector{Kind::kForget});
  EXPECT_EQ(schedule.keys->published().Find(first, "EdDSA"), nullptr);
  EXPECT_EQ(schedule.size(), 1U);
}

TEST(KeySchedule, PublishesNextKeyForTwiceMaxAgeEvenIfLate) {
  Schedule schedule;
  const Millis late = kStart + 200 * kDay;
  EXPECT_EQ(schedule.RunAt(late), std::vector{Kind::kPublishNext});
  EXPECT_EQ(schedule.at(1).active_from, late + 2 * kPublishedMaxAge);
  EXPECT_EQ(schedule.RunAt(late + 400 * kDay), std::vector{Kind::kActivate})
      << "and its own ninety days begin when it does";
}

TEST(KeySchedule, ReportsTimeOfNextStep) {
  Schedule schedule;
  for (int step = 0; step < 12; ++step) {
    const auto due = NextDue(*schedule.keys, schedule.policy);
    ASSERT_TRUE(due);
    EXPECT_FALSE(Due(*schedule.keys, schedule.policy, *due - 1ms)) << step;
    EXPECT_EQ(schedule.RunAt(*due).size(), 1U) << step;
  }
  schedule.policy.rotation = 0ms;
  schedule.RunAt(kStart + 400 * kDay);
  schedule.RunAt(kStart + 800 * kDay);
  schedule.RunAt(kStart + 1'200 * kDay);
  EXPECT_FALSE(NextDue(*schedule.keys, schedule.policy));
}

TEST(KeySchedule, SchedulesNothingWithoutRotation) {
  Schedule schedule;
  schedule.policy.rotation = 0ms;
  EXPECT_TRUE(schedule.RunAt(kStart + 4'000 * kDay).empty());
}

TEST(KeySchedule, PublishesKeyOfNewAlgorithmBeforeUse) {
  Schedule schedule;
  schedule.policy.algorithm = Algorithm::kEs256;
  EXPECT_EQ(schedule.RunAt(kStart + 1s), std::vector{Kind::kPublishNext});
  EXPECT_EQ(schedule.keys->active().algorithm(), Algorithm::kEdDsa);
  EXPECT_EQ(schedule.RunAt(kStart + 601s), std::vector{Kind::kActivate});
  EXPECT_EQ(schedule.keys->active().algorithm(), Algorithm::kEs256);
}

TEST(KeySchedule, DropsNextKeyOfOldAlgorithm) {
  Schedule schedule;
  schedule.RunAt(kStart + 90 * kDay);
  const std::string unwanted = schedule.at(1).id();
  schedule.policy.algorithm = Algorithm::kEs256;
  EXPECT_EQ(schedule.RunAt(kStart + 91 * kDay), std::vector{Kind::kPublishNext});
  EXPECT_EQ(schedule.size(), 2U);
  EXPECT_NE(schedule.at(1).id(), unwanted);
}

TEST(KeySchedule, KeepsRetiredKeyUntilItsTokensExpire) {
  Schedule schedule;
  schedule.policy.tail = 3'900s;
  schedule.RunAt(kStart + 90 * kDay);
  const Millis retired = kStart + 91 * kDay;
  schedule.RunAt(retired);
  schedule.policy.tail = 900s;  // shorter lifetime of later tokens; issued ones keep theirs
  EXPECT_TRUE(schedule.RunAt(retired + 3'899s).empty());
  EXPECT_EQ(schedule.RunAt(retired + 3'900s), std::vector{Kind::kForget});
}

TEST(KeySchedule, CorrectsTimesInFuture) {
  Schedule schedule;
  const Millis ahead = kStart + 3'650 * kDay;
  schedule.RunAt(ahead);
  schedule.RunAt(ahead + 600s);
  schedule.RunAt(ahead + 600s + 91 * kDay);
  ASSERT_EQ(schedule.size(), 2U);  // active, next

  EXPECT_EQ(schedule.RunAt(kStart), std::vector{Kind::kCorrectTimes});
  EXPECT_EQ(schedule.at(0).active_from, kStart);
  EXPECT_EQ(schedule.at(1).created, kStart);
  EXPECT_EQ(schedule.at(1).active_from, kStart + 600s);
  EXPECT_EQ(schedule.RunAt(kStart + 600s), std::vector{Kind::kActivate});
  EXPECT_EQ(schedule.at(1).forgotten_at, kStart + 1'500s);

  // The clock goes back while a key is retired: it stays for its tail from now on.
  EXPECT_EQ(schedule.RunAt(kStart - 30 * kDay), std::vector{Kind::kCorrectTimes});
  EXPECT_EQ(schedule.at(1).retired_at, kStart - 30 * kDay);
  EXPECT_EQ(schedule.at(1).forgotten_at, kStart - 30 * kDay + 900s);
}

TEST(KeySchedule, ToleratesClockSkewOfFiveMinutes) {
  Schedule schedule;
  schedule.RunAt(kStart + 90 * kDay);
  schedule.RunAt(kStart + 91 * kDay);
  EXPECT_TRUE(schedule.RunAt(kStart + 91 * kDay - 300s).empty());
  EXPECT_EQ(schedule.RunAt(kStart + 91 * kDay - 301s), std::vector{Kind::kCorrectTimes});
}

TEST(KeySchedule, RoundsTimesUpToWholeSeconds) {
  Schedule schedule;
  schedule.RunAt(kStart + 90 * kDay + 1ms);
  EXPECT_EQ(schedule.at(1).active_from, kStart + 90 * kDay + 601s);
  schedule.RunAt(kStart + 91 * kDay + 1ms);
  EXPECT_EQ(schedule.at(1).forgotten_at, kStart + 91 * kDay + 901s);
}

TEST(KeySchedule, DescribesEachStep) {
  Schedule schedule;
  const auto described = [&](const KeyChange& change) { return Describe(change, *schedule.keys); };
  schedule.RunAt(kStart + 90 * kDay);
  const std::string next = schedule.at(1).id();
  EXPECT_EQ(described({.kind = Kind::kPublishNext}),
            "the key " + next + " is published and becomes active at 2026-12-20T14:23:20Z");
  schedule.RunAt(kStart + 91 * kDay);
  EXPECT_EQ(described({.kind = Kind::kActivate, .key = next}), "the key " + next + " is active");
  EXPECT_EQ(described({.kind = Kind::kForget, .key = "abc"}),
            "the key abc is removed; tokens that it signed are no longer valid");
}

TEST(KeySchedule, RunsAllDueStepsInOneTurn) {
  Schedule schedule;
  schedule.RunAt(kStart + 90 * kDay);
  schedule.RunAt(kStart + 91 * kDay);
  const Turn turn = TurnOnTime(schedule.keys, schedule.policy, kStart + 300 * kDay);
  ASSERT_EQ(turn.steps.size(), 2U);
  EXPECT_TRUE(turn.steps[0].ends_with("no longer valid")) << turn.steps[0];
  EXPECT_TRUE(turn.steps[1].find("is published") != std::string::npos) << turn.steps[1];
  EXPECT_TRUE(TurnOnTime(turn.keys, schedule.policy, kStart + 300 * kDay).steps.empty());
}

TEST(KeySchedule, CreatesNextOrActiveKeyOnRequest) {
  Schedule schedule;
  const std::string first = schedule.active();
  const auto asked = TurnAsAsked(schedule.keys, schedule.policy, false, kStart + kDay);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->keys->keys().front().id(), first);
  const SigningKey& next = asked->keys->keys().at(1);
  EXPECT_EQ(next.active_from, kStart + kDay + 600s);

  const auto again = TurnAsAsked(asked->keys, schedule.policy, false, kStart + kDay + 1s);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error(), "the key " + next.id() +
                               " is already next and becomes active at 2026-09-22T14:23:20Z; use "
                               "--now to activate it at once");
  const auto hurried = TurnAsAsked(asked->keys, schedule.policy, true, kStart + kDay + 1s);
  ASSERT_TRUE(hurried);
  EXPECT_EQ(hurried->keys->keys().front().id(), next.id());
  EXPECT_EQ(hurried->keys->keys().at(1).id(), first);
  EXPECT_EQ(hurried->keys->keys().at(1).forgotten_at, kStart + kDay + 901s);

  const auto new_at_once = TurnAsAsked(schedule.keys, schedule.policy, true, kStart + kDay);
  ASSERT_TRUE(new_at_once);
  EXPECT_NE(new_at_once->keys->keys().front().id(), first);
  EXPECT_EQ(new_at_once->keys->keys().at(1).state, KeyState::kRetired);
  EXPECT_EQ(new_at_once->steps.size(), 2U);
}

TEST(KeySchedule, ThrowsOnActivationWithoutNextKey) {
  Schedule schedule;
  EXPECT_THROW((void)After(*schedule.keys, {.kind = Kind::kActivate}, schedule.policy, kStart),
               std::logic_error);
}

}  // namespace
}  // namespace prichal::signin
