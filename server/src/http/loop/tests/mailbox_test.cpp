#include "http/loop/mailbox.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace prichal::http {
namespace {

TEST(Mailbox, RunsInOrderAndWakesOncePerBatch) {
  Mailbox mailbox(8);
  std::vector<int> seen;
  EXPECT_EQ(mailbox.Push([&] { seen.push_back(1); }, false), Mailbox::Pushed::kFirst);
  EXPECT_EQ(mailbox.Push([&] { seen.push_back(2); }, false), Mailbox::Pushed::kMore);
  mailbox.RunAll();
  EXPECT_EQ(seen, (std::vector<int>{1, 2}));
  EXPECT_EQ(mailbox.Push([] {}, false), Mailbox::Pushed::kFirst);
}

TEST(Mailbox, RejectsTaskWhenFullUnlessForced) {
  Mailbox mailbox(1);
  EXPECT_EQ(mailbox.Push([] {}, false), Mailbox::Pushed::kFirst);
  EXPECT_EQ(mailbox.Push([] {}, false), Mailbox::Pushed::kFull);
  EXPECT_EQ(mailbox.refused(), 1U);
  EXPECT_EQ(mailbox.Push([] {}, true), Mailbox::Pushed::kMore);
  mailbox.RunAll();
  EXPECT_EQ(mailbox.Push([] {}, false), Mailbox::Pushed::kFirst);
}

TEST(Mailbox, RunsNestedTasksInNextBatch) {
  Mailbox mailbox(8);
  int runs = 0;
  (void)mailbox.Push([&] { (void)mailbox.Push([&] { ++runs; }, false); }, false);
  mailbox.RunAll();
  EXPECT_EQ(runs, 0);
  mailbox.RunAll();
  EXPECT_EQ(runs, 1);
}

TEST(Mailbox, DestroysPendingTasks) {
  auto held = std::make_shared<int>(1);
  {
    Mailbox mailbox(8);
    (void)mailbox.Push([held] {}, false);
  }
  EXPECT_EQ(held.use_count(), 1);
}

TEST(Mailbox, KeepsOrderPerThread) {
  constexpr int kThreads = 4;
  constexpr int kEach = 5000;
  Mailbox mailbox(kThreads * kEach);
  std::vector<int> last(kThreads, -1);
  int total = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < kEach; ++i) {
        const Mailbox::Pushed pushed = mailbox.Push(
            [&last, &total, t, i] {
              EXPECT_EQ(last.at(static_cast<std::size_t>(t)), i - 1);
              last.at(static_cast<std::size_t>(t)) = i;
              ++total;
            },
            true);
        EXPECT_NE(pushed, Mailbox::Pushed::kFull);
      }
    });
  }
  while (total < kThreads * kEach) mailbox.RunAll();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace prichal::http
