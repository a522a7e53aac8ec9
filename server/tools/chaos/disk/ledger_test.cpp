#include "chaos/disk/ledger.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace prichal::chaos {
namespace {

constexpr Millis kNow{1'700'000'000'000};

class LedgerTest : public ::testing::Test {
 protected:
  LedgerTest() {
    for (std::int64_t id = 1; id <= 3; ++id) {
      records_.push_back(MakeRecord(id, kNow + Millis(1'000), 100, chance_));
      ledger_.Offer(records_.back());
    }
    ledger_.Keep(1);
    ledger_.Keep(2);
    loaded_.last_id = 3;
  }

  /// Returns the first problem of a start with these records. Empty if none.
  std::string Fault(const std::vector<bridge::store::Record>& records) {
    const auto wrong = ledger_.Check(records, loaded_, kNow);
    return wrong.empty() ? std::string() : wrong.front();
  }

  std::mt19937_64 chance_{1};
  std::vector<bridge::store::Record> records_;
  Ledger ledger_;
  bridge::store::Loaded loaded_;
};

TEST_F(LedgerTest, AllowsPendingRecordPresentOrAbsent) {
  EXPECT_EQ(Fault(records_), "");
  EXPECT_EQ(Fault(records_), "");
}

TEST_F(LedgerTest, ReportsRecordThatReappears) {
  EXPECT_EQ(Fault({records_[0], records_[1]}), "");
  EXPECT_EQ(Fault(records_), "3 is there, and was never sent, or was gone before");
}

TEST_F(LedgerTest, ReportsLostAcknowledgedRecord) {
  EXPECT_EQ(Fault({records_[0]}), "2 was acknowledged and is lost");
}

TEST_F(LedgerTest, AllowsReleasedRecordToBeMissing) {
  ledger_.Release(2);
  EXPECT_EQ(Fault({records_[0]}), "");
}

TEST_F(LedgerTest, ReportsAlteredRecord) {
  records_[1].expires += Millis(1);
  EXPECT_EQ(Fault(records_), "2 is not as it was sent");
}

TEST_F(LedgerTest, ReportsRecordsOutOfOrder) {
  EXPECT_EQ(Fault({records_[1], records_[0]}), "1 was given after 2");
}

TEST_F(LedgerTest, ReportsLastIdBelowAnAssignedId) {
  loaded_.last_id = 1;
  EXPECT_EQ(Fault(records_), "the last id is 1, and 2 has been given");
}

TEST_F(LedgerTest, ReportsChangedFingerprintKey) {
  EXPECT_EQ(Fault(records_), "");
  loaded_.fingerprints = Fingerprints();
  EXPECT_EQ(Fault(records_), "repetitions are known by another key than before");
}

}  // namespace
}  // namespace prichal::chaos
