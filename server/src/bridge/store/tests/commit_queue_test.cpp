#include <gtest/gtest.h>

#include <map>
#include <thread>

#include "bridge/store/group_commit.h"
#include "bridge/store/tests/fixture_loops.h"

namespace prichal::bridge::store {
namespace {

Request RequestFor(std::uint32_t loop, std::int64_t id, std::size_t bytes = 100) {
  return {.loop = loop, .record = std::make_unique<Record>(FixtureRecord(id, kFixtureNow, bytes))};
}

TEST(CommitQueue, KeepsOrderPerThread) {
  CommitQueue queue(1 << 30);
  constexpr std::int64_t kEach = 20'000;
  std::vector<std::thread> threads;
  for (std::uint32_t loop = 0; loop < 3; ++loop) {
    threads.emplace_back([&queue, loop] {
      for (std::int64_t id = 1; id <= kEach; ++id) {
        Request request = RequestFor(loop, id);
        EXPECT_TRUE(queue.Push(request));
      }
    });
  }
  std::vector<Request> taken;
  while (taken.size() < 3 * kEach) {
    queue.Wait(Millis(10'000));
    queue.TakeAll(taken);
  }
  for (auto& thread : threads) thread.join();
  std::map<std::uint32_t, std::int64_t> last;
  for (const Request& request : taken) {
    EXPECT_EQ(request.record->event_id, ++last[request.loop]);
  }
  EXPECT_EQ(queue.messages(), 3U * kEach);
  std::size_t bytes = 0;
  for (const Request& request : taken) bytes += request.Cost();
  queue.Release(taken.size(), bytes);
  EXPECT_EQ(queue.messages(), 0U);
  EXPECT_EQ(queue.bytes(), 0U);
}

TEST(CommitQueue, LimitsBytesButAcceptsOneRequest) {
  CommitQueue queue(4'000);
  Request large = RequestFor(0, 1, 10'000);
  EXPECT_TRUE(queue.Push(large));
  Request second = RequestFor(0, 2);
  EXPECT_FALSE(queue.Push(second));
  EXPECT_NE(second.record, nullptr) << "the caller still has it";
  queue.PushAlways({.gone = {1, 2, 3}});
  std::vector<Request> taken;
  EXPECT_TRUE(queue.TakeAll(taken));
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_EQ(taken[1].gone.size(), 3U);
  EXPECT_FALSE(queue.Push(second)) << "taken is not committed";
  queue.Release(1, taken[0].Cost());
  EXPECT_TRUE(queue.Push(second));
}

TEST(CommitQueue, DropsPendingRequestsOnDestruction) {
  bool called = false;
  {
    CommitQueue queue(1 << 20);
    Request request = RequestFor(0, 1);
    request.done = [&called, owned = Share("x")](PublishResult) { called = true; };
    EXPECT_TRUE(queue.Push(request));
  }
  EXPECT_FALSE(called);
}

}  // namespace
}  // namespace prichal::bridge::store
