#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "signin/keys/key_rotation.h"
#include "signin/ledger/tests/fixture_key_store.h"
#include "signin/ledger/tests/fixture_values.h"

namespace prichal::signin {
namespace {

using token::Algorithm;
using namespace std::chrono_literals;

SealingKey Sealing(char digit = '1') { return *SealingKey::FromText(std::string(64, digit)); }

/// An instance with its own SharedKeyRotation.
struct Instance {
  explicit Instance(FixtureKeyStore& store, char sealing = '1')
      : rotation(store, Sealing(sealing),
                 {.policy = {.algorithm = Algorithm::kEdDsa},
                  .on_change =
                      [this](std::shared_ptr<const SigningKeys> keys,
                             const std::vector<std::string>& lines) {
                        given = std::move(keys);
                        report.insert(report.end(), lines.begin(), lines.end());
                        ++changes;
                      },
                  .on_fault = [this](const KeyFault& fault) { faults.push_back(fault.line); }}) {}

  [[nodiscard]] std::string active() const {
    return given == nullptr ? "" : given->keys().front().id();
  }

  std::shared_ptr<const SigningKeys> given;
  std::vector<std::string> report;
  std::vector<std::string> faults;
  int changes = 0;
  SharedKeyRotation rotation;
};

class SharedKeyRotationTest : public ::testing::Test {
 protected:
  void RefreshAll(std::initializer_list<Instance*> instances, Millis now) {
    for (Instance* each : instances) {
      each->rotation.Refresh(now);
      store_.Run();
    }
  }
  FixtureKeyStore store_;
};

TEST_F(SharedKeyRotationTest, SharesKeysCreatedByFirstInstance) {
  Instance one(store_);
  Instance other(store_);
  one.rotation.Refresh(kStart);
  other.rotation.Refresh(kStart);
  EXPECT_EQ(one.rotation.keys(), nullptr) << "the store has not answered";
  store_.Run();
  ASSERT_NE(one.given, nullptr);
  ASSERT_NE(other.given, nullptr);
  EXPECT_EQ(one.active(), other.active());
  EXPECT_EQ(one.given->refresh_key(), other.given->refresh_key());
  EXPECT_EQ(one.report.size() + other.report.size(), 1U) << "one has made them";
  EXPECT_EQ(one.rotation.keys(), one.given);
  RefreshAll({&one, &other}, kStart + 30s);
  EXPECT_EQ(one.changes, 1);
  EXPECT_EQ(store_.versions, 1U);
}

TEST_F(SharedKeyRotationTest, RotatesOnceForAllInstances) {
  Instance one(store_);
  Instance other(store_);
  RefreshAll({&one, &other}, kStart);
  const std::string first = one.active();
  for (const Millis after : {90 * kDay - 600s, 90 * kDay, 90 * kDay + 900s}) {
    RefreshAll({&one, &other}, kStart + after);
    EXPECT_EQ(one.given->published().Write(), other.given->published().Write());
  }
  EXPECT_NE(one.active(), first);
  EXPECT_EQ(one.given->keys().size(), 1U);
  EXPECT_EQ(store_.versions, 4U) << "made, next, active, forgotten: each once";
  EXPECT_EQ(other.report, std::vector<std::string>(
                              3, "another instance has changed the keys; they are reloaded"));
}

TEST_F(SharedKeyRotationTest, RotatesOnceUnderConcurrency) {
  std::vector<std::unique_ptr<Instance>> instances;
  for (int i = 0; i < 5; ++i) {
    instances.push_back(std::make_unique<Instance>(store_));
    RefreshAll({instances.back().get()}, kStart);
  }
  for (auto& each : instances) each->rotation.Refresh(kStart + 90 * kDay);
  store_.Run();
  std::set<std::string> published;
  for (auto& each : instances) published.insert(each->given->published().Write());
  EXPECT_EQ(published.size(), 1U);
  EXPECT_EQ(store_.versions, 2U);
}

TEST_F(SharedKeyRotationTest, ReportsConflictOfConcurrentRotateCommands) {
  Instance one(store_);
  Instance other(store_);
  RefreshAll({&one, &other}, kStart);
  std::vector<std::string> answers;
  const auto answer = [&answers](Result<std::vector<std::string>, std::string> result) {
    answers.push_back(result ? result->back() : result.error());
  };
  one.rotation.Rotate(true, kStart + kDay, answer);
  other.rotation.Rotate(true, kStart + kDay, answer);
  store_.Run();
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[0], "the key " + one.active() + " is active");
  EXPECT_TRUE(answers[1].starts_with("another instance changed the keys at the same time"))
      << answers[1];
  RefreshAll({&other}, kStart + kDay + 30s);
  EXPECT_EQ(other.active(), one.active());

  one.rotation.Rotate(false, kStart + 2 * kDay, answer);
  store_.Run();
  one.rotation.Rotate(false, kStart + 2 * kDay, answer);
  store_.Run();
  EXPECT_TRUE(answers[2].find("is published and becomes active at") != std::string::npos)
      << answers[2];
  EXPECT_TRUE(answers[3].find("is already next") != std::string::npos) << answers[3];
  one.rotation.Refresh(kStart + 2 * kDay);
  one.rotation.Rotate(true, kStart + 2 * kDay, answer);
  EXPECT_EQ(answers[4], "the keys are being read. Fix: retry");
}

TEST_F(SharedKeyRotationTest, LoadsNothingWithWrongSealingKey) {
  Instance one(store_);
  RefreshAll({&one}, kStart);
  Instance stranger(store_, '2');
  RefreshAll({&stranger}, kStart + 200 * kDay);
  EXPECT_EQ(stranger.given, nullptr);
  ASSERT_EQ(stranger.faults.size(), 1U);
  EXPECT_TRUE(stranger.faults[0].starts_with("the shared signing keys were sealed with another"));
  EXPECT_EQ(store_.versions, 1U);
}

TEST_F(SharedKeyRotationTest, KeepsKeysWhileStoreIsUnavailable) {
  Instance one(store_);
  store_.down = true;
  RefreshAll({&one}, kStart);
  EXPECT_EQ(one.given, nullptr);
  EXPECT_EQ(one.faults, std::vector<std::string>{"cannot read the keys: it is away"});
  store_.down = false;
  RefreshAll({&one}, kStart);
  const std::string first = one.active();
  store_.down = true;
  RefreshAll({&one}, kStart + 90 * kDay);
  EXPECT_EQ(one.active(), first);
  EXPECT_EQ(one.given->keys().size(), 1U);
}

TEST_F(SharedKeyRotationTest, UsesUnconfirmedKeysOnlyAfterReadingThemBack) {
  Instance one(store_);
  RefreshAll({&one}, kStart);
  store_.silent_after_save = true;
  RefreshAll({&one}, kStart + 90 * kDay);
  EXPECT_EQ(one.given->keys().size(), 1U);
  EXPECT_EQ(one.faults, std::vector<std::string>{"cannot save the keys: no answer"});
  store_.silent_after_save = false;
  RefreshAll({&one}, kStart + 90 * kDay + 30s);
  EXPECT_EQ(one.given->keys().size(), 2U);
  EXPECT_EQ(store_.versions, 2U) << "it was kept the first time";
}

TEST_F(SharedKeyRotationTest, RestoresKeysLostByStore) {
  Instance one(store_);
  RefreshAll({&one}, kStart);
  const auto before = store_.stored;
  RefreshAll({&one}, kStart + 90 * kDay);
  const std::string published = one.given->published().Write();
  store_.stored = before;  // a failover to a stale replica
  RefreshAll({&one}, kStart + 90 * kDay + 30s);
  EXPECT_EQ(one.given->published().Write(), published);
  Instance other(store_);
  RefreshAll({&other}, kStart + 90 * kDay + 30s);
  EXPECT_EQ(other.given->published().Write(), published);

  store_.stored.reset();
  RefreshAll({&one, &other}, kStart + 90 * kDay + 60s);
  EXPECT_EQ(one.given->published().Write(), published);
  EXPECT_EQ(other.given->published().Write(), published);
  EXPECT_EQ(one.given->refresh_key(), other.given->refresh_key());
}

TEST_F(SharedKeyRotationTest, CanBeDestroyedWithPendingStoreCall) {
  {
    Instance one(store_);
    one.rotation.Refresh(kStart);
    one.rotation.Refresh(kStart);
    EXPECT_EQ(store_.answers.size(), 1U) << "one call at a time";
  }
  store_.Run();
  EXPECT_EQ(store_.versions, 0U);
  int changes = 0;
  {
    SharedKeyRotation one(store_, Sealing(),
                          {.policy = {.algorithm = Algorithm::kEdDsa},
                           .on_change = [&changes](const auto&, const auto&) { ++changes; },
                           .on_fault = {}});
    one.Refresh(kStart);
    ASSERT_TRUE(store_.RunOne());  // now the save is pending
  }
  store_.Run();
  EXPECT_EQ(changes, 0);
  EXPECT_EQ(store_.versions, 1U);
}

}  // namespace
}  // namespace prichal::signin
