#include "signin/ledger/valkey/names.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "valkey/slots.h"

namespace prichal::signin {
namespace {

TEST(LedgerNames, MapsKeysOfOneTransactionToOneSlot) {
  const UserId user = UserId::New();
  const auto slot = valkey::SlotOf(UserKey(user));
  EXPECT_EQ(valkey::SlotOf(UnfinishedKey(PartitionOf(user))), slot);
  EXPECT_EQ(valkey::SlotOf(NewsChannel(PartitionOf(user))), slot);
  std::set<std::uint16_t> slots;
  for (std::size_t partition = 0; partition < kPartitions; ++partition) {
    slots.insert(valkey::SlotOf(NewsChannel(partition)));
    EXPECT_EQ(PartitionOfChannel(NewsChannel(partition)), partition);
  }
  EXPECT_EQ(slots.size(), kPartitions) << "shared out as evenly as that goes";
}

TEST(LedgerNames, IgnoresForeignChannels) {
  for (const char* channel : {"", "prichal:auth:{3f}", "prichal:auth:{3f}:unfinished",
                              "prichal:auth:{3g}:news", "prichal:auth:{003f}:news"}) {
    EXPECT_FALSE(PartitionOfChannel(channel)) << channel;
  }
}

TEST(LedgerNames, ParsesEventsAndIgnoresMalformedOnes) {
  const SessionId one = SessionId::New();
  const SessionId two = SessionId::New();
  const UserId user = UserId::New();
  const auto ended = ParseNews(fmt::format("ended {} {}", one.text(), two.text()));
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->ended, (std::vector{one, two}));
  EXPECT_TRUE(ended->changed.empty());
  const auto changed = ParseNews(fmt::format("changed {}", user.text()));
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->changed, std::vector{user});
  for (const std::string& wrong :
       {std::string(), std::string("ended x"), fmt::format("changed {}", one.text()),
        fmt::format("changed {0} {0}", user.text()),
        fmt::format("ended {} {}", one.text(), user.text()), fmt::format("Ended {}", one.text())}) {
    EXPECT_FALSE(ParseNews(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace prichal::signin
