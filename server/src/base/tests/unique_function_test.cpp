#include "base/unique_function.h"

#include <gtest/gtest.h>

namespace prichal {
namespace {

TEST(UniqueFunction, OwnsItsCaptures) {
  auto owned = std::make_unique<int>(7);
  int seen = 0;
  Task task = [owned = std::move(owned), &seen] { seen = *owned; };
  Task moved = std::move(task);
  EXPECT_TRUE(moved);
  moved();
  EXPECT_EQ(seen, 7);
}

TEST(UniqueFunction, PassesArguments) {
  int sum = 0;
  UniqueFunction<void(int, int)> add = [&sum](int a, int b) { sum = a + b; };
  add(2, 3);
  EXPECT_EQ(sum, 5);
  EXPECT_FALSE((UniqueFunction<void(int, int)>()));
}

TEST(UniqueFunction, ReleasesItsCapturesWithoutACall) {
  auto shared = std::make_shared<int>(1);
  {
    const Task task = [shared] {};
  }
  EXPECT_EQ(shared.use_count(), 1);
}

}  // namespace
}  // namespace prichal
