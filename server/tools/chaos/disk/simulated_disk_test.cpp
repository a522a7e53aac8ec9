#include "chaos/disk/simulated_disk.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace prichal::chaos {
namespace {

constexpr int kLosses = 300;
constexpr SimulatedDisk::Inode kFile = 1;

class SimulatedDiskTest : public ::testing::Test {
 protected:
  /// Returns the possible contents of `name` after a power loss; "absent" if it may not exist.
  std::set<std::string> Left(const std::string& name) {
    std::set<std::string> left;
    for (int i = 0; i < kLosses; ++i) {
      const auto files = disk_.Lose(chance_);
      left.insert(files.contains(name) ? files.at(name) : "absent");
    }
    return left;
  }

  SimulatedDisk disk_;
  std::mt19937_64 chance_{1};
};

TEST_F(SimulatedDiskTest, KeepsSyncedFileAfterPowerLoss) {
  disk_.Create("a", kFile);
  disk_.Write(kFile, 0, "one");
  disk_.Sync(kFile);
  disk_.SyncFolder();
  EXPECT_EQ(disk_.pending(), 0U);
  EXPECT_EQ(Left("a"), std::set<std::string>{"one"});
}

TEST_F(SimulatedDiskTest, MayLoseFileNameWithoutFolderSync) {
  disk_.Create("a", kFile);
  disk_.Write(kFile, 0, "one");
  disk_.Sync(kFile);
  EXPECT_EQ(Left("a"), (std::set<std::string>{"absent", "one"}));
}

TEST_F(SimulatedDiskTest, TearsUnsyncedWritesAtSectorBoundaries) {
  disk_.Create("a", kFile);
  disk_.SyncFolder();
  disk_.Write(kFile, 0, std::string(2 * SimulatedDisk::kSector, 'o'));
  disk_.Sync(kFile);
  disk_.Write(kFile, 0, std::string(2 * SimulatedDisk::kSector, 'n'));
  const std::string was(SimulatedDisk::kSector, 'o');
  const std::string is(SimulatedDisk::kSector, 'n');
  EXPECT_EQ(Left("a"), (std::set<std::string>{was + was, was + is, is + was, is + is}));
}

TEST_F(SimulatedDiskTest, MayLoseUnsyncedTruncation) {
  disk_.Create("a", kFile);
  disk_.SyncFolder();
  disk_.Write(kFile, 0, "one");
  disk_.Sync(kFile);
  disk_.Truncate(kFile, 0);
  EXPECT_EQ(Left("a"), (std::set<std::string>{"", "one"}));
}

TEST_F(SimulatedDiskTest, RenamesAtomically) {
  disk_.Create("a", kFile);
  disk_.Write(kFile, 0, "one");
  disk_.Sync(kFile);
  disk_.SyncFolder();
  disk_.Rename("a", "b");
  for (int i = 0; i < kLosses; ++i) {
    const auto files = disk_.Lose(chance_);
    EXPECT_EQ(files.size(), 1U);
    EXPECT_EQ(files.begin()->second, "one");
  }
  EXPECT_EQ(Left("b").size(), 2U);
}

TEST_F(SimulatedDiskTest, LosesWritesForGoodAfterFailedSync) {
  std::set<std::string> left;
  for (int i = 0; i < kLosses; ++i) {
    SimulatedDisk disk;
    disk.Create("a", kFile);
    disk.Write(kFile, 0, "one");
    disk.FailSync(kFile, chance_);
    disk.Sync(kFile);
    disk.SyncFolder();
    left.insert(disk.Lose(chance_).at("a"));
  }
  EXPECT_TRUE(left.contains("one"));
  EXPECT_GT(left.size(), 1U);
}

}  // namespace
}  // namespace prichal::chaos
