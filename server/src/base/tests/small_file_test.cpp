#include <gtest/gtest.h>

#include "base/descriptor.h"
#include "base/tests/fixture_tree.h"

namespace prichal {
namespace {

TEST(SmallFileTest, ReadsWholeFileUpToLimit) {
  FixtureTree tree;
  tree.Write("some", std::string("a\0b\n", 4));
  tree.Write("none", "");
  EXPECT_EQ(ReadSmallFile(tree.path("some"), 4), std::string("a\0b\n", 4));
  EXPECT_EQ(ReadSmallFile(tree.path("none"), 4), "");
  const auto large = ReadSmallFile(tree.path("some"), 3);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error(), "more than 3 bytes");
}

TEST(SmallFileTest, ReportsReadError) {
  const FixtureTree tree;
  const auto missing = ReadSmallFile(tree.path("missing"), 10);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error(), "No such file or directory");
  const auto folder = ReadSmallFile(tree.path("."), 10);
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error(), "Is a directory");
  const auto endless = ReadSmallFile("/dev/zero", 10);
  ASSERT_FALSE(endless);
  EXPECT_EQ(endless.error(), "more than 10 bytes");
}

}  // namespace
}  // namespace prichal
