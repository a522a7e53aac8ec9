#include "bridge/core/frames.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <thread>
#include <vector>

#include "bridge/core/mailbox.h"

namespace prichal::bridge {
namespace {

TEST(Frames, MatchesDocumentedBytes) {
  EXPECT_EQ(kOpening, "retry: 100\n\n");
  EXPECT_EQ(HeartbeatFrame(Heartbeat::kLegacy), "event: heartbeat\n\n");
  EXPECT_EQ(HeartbeatFrame(Heartbeat::kMessage), "event: message\r\ndata: heartbeat\r\n\r\n");
  const ClientId from = *ClientId::Parse(std::string(64, 'F'));
  const Envelope envelope = Envelope::Make(from, "0192f3c4-5d6e-7f80-9a1b-2c3d4e5f6071", "a<b\xff");
  EXPECT_EQ(MessageFrame(42, envelope),
            "event: message\nid: 42\ndata: {\"from\":\"" + std::string(64, 'F') +
                "\",\"message\":\"a\\u003cb\\ufffd\",\"trace_id\":\"0192f3c4-5d6e-7f80-9a1b-"
                "2c3d4e5f6071\",\"connect_source\":{\"ip\":\"\"}}\n\n");
}

TEST(Frames, PlacesRequestSourceAfterTraceId) {
  const ClientId from = *ClientId::Parse(std::string(64, 'F'));
  const std::string start = "event: message\nid: 42\ndata: ";
  const std::string json =
      "{\"from\":\"" + std::string(64, 'F') +
      "\",\"message\":\"m\",\"trace_id\":\"t\",\"request_source\":\"c291cmNl\","
      "\"connect_source\":{\"ip\":\"\"}}";
  const Envelope envelope = Envelope::Make(from, "t", "m", Share("c291cmNl"));
  EXPECT_EQ(MessageFrame(42, envelope), start + json + "\n\n");
  EXPECT_EQ(SizeOfJson(envelope),
            json.size() - std::string_view(",\"request_source\":\"c291cmNl\"").size());
}

TEST(Frames, ComputesSizeBeforeFormatting) {
  const ClientId from = *ClientId::Parse(std::string(64, 'F'));
  for (const SharedBytes& source : {SharedBytes(), Share("c291cmNl")}) {
    for (const std::int64_t id : {std::int64_t{1}, EventIds::kLargest}) {
      const Envelope envelope = Envelope::Make(from, "t", "a\"b", source);
      EXPECT_EQ(SizeOfFrame(id, envelope), MessageFrame(id, envelope).size());
    }
  }
}

TEST(Frames, DiffersBetweenReceiversOnlyAtTheEnd) {
  const std::string frame =
      MessageFrame(42, Envelope::Make(*ClientId::Parse(std::string(64, 'F')), "t", "m"));
  ASSERT_TRUE(frame.ends_with(kFrameEnd));
  EXPECT_TRUE((frame.substr(0, frame.size() - kFrameEnd.size()) + FrameEndFor("203.0.113.7"))
                  .ends_with("\"connect_source\":{\"ip\":\"203.0.113.7\"}}\n\n"));
}

TEST(EventIds, IncreasesEvenIfClockStepsBack) {
  EventIds ids;
  const std::int64_t first = ids.Next(Millis(1'700'000'000'000));
  EXPECT_EQ(first, 1'700'000'000'000LL << 11);
  EXPECT_EQ(ids.Next(Millis(1'700'000'000'000)), first + 1);
  EXPECT_EQ(ids.Next(Millis(1'600'000'000'000)), first + 2);  // stepped back
  EXPECT_GT(ids.Next(Millis(1'700'000'000'001)), first + 2);
  ids.StartAfter(first + 1'000'000'000);
  EXPECT_EQ(ids.Next(Millis(1'700'000'000'000)), first + 1'000'000'001);
  ids.StartAfter(5);
  EXPECT_EQ(ids.Last(), first + 1'000'000'001);
}

TEST(EventIds, ContinuesAfterIdsOfPreviousProcess) {
  const Millis now(1'700'000'000'000);
  EventIds before;
  std::int64_t last = 0;
  for (int i = 0; i < 2'048; ++i) last = before.Next(now);
  EventIds after;
  after.StartAfter(now);
  EXPECT_EQ(after.Next(now), last + 1);
}

TEST(EventIds, StaysWithinJavaScriptSafeIntegers) {
  EventIds ids;
  const Millis end_of_2100(4'133'980'799'999);
  EXPECT_LE(ids.Next(end_of_2100), EventIds::kLargest);
}

TEST(EventIds, IsUniqueAcrossThreads) {
  EventIds ids;
  constexpr std::size_t kEach = 20'000;
  std::vector<std::vector<std::int64_t>> drawn(4);
  std::vector<std::thread> threads;
  threads.reserve(drawn.size());
  for (auto& drawn_ids : drawn) {
    threads.emplace_back([&ids, &drawn_ids] {
      for (std::size_t i = 0; i < kEach; ++i) drawn_ids.push_back(ids.Next(Millis(1)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<std::int64_t> all;
  for (const auto& drawn_ids : drawn) {
    EXPECT_TRUE(std::is_sorted(drawn_ids.begin(), drawn_ids.end()));
    all.insert(all.end(), drawn_ids.begin(), drawn_ids.end());
  }
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
}

struct Due : Expiring {
  explicit Due(int due) : number(due) {}
  int number;
};

TEST(ExpiryRing, ReturnsEachEntryOnceWhenDue) {
  ExpiryRing<Due> ring;
  std::vector<int> taken;
  const auto advance = [&](Millis now) {
    ring.TakeDue(now, [&](const Due& due) { taken.push_back(due.number); });
  };
  std::array<Due, 5> dues{Due{300}, Due{1}, Due{86'400}, Due{0}, Due{7}};
  ring.Add(dues[0], Millis(300'500), Millis(500));
  ring.Add(dues[1], Millis(1'500), Millis(500));
  ring.Add(dues[2], Millis(86'400'500), Millis(500));
  ring.Add(dues[3], Millis(0), Millis(500));  // overdue
  advance(Millis(1'499));
  EXPECT_EQ(taken, (std::vector<int>{0}));
  advance(Millis(2'000));
  EXPECT_EQ(taken, (std::vector<int>{0, 1}));
  advance(Millis(300'499));
  EXPECT_EQ(taken.size(), 2U);
  advance(Millis(400'000));
  advance(Millis(90'000'000));
  EXPECT_EQ(taken, (std::vector<int>{0, 1, 300, 86'400}));
  ring.Add(dues[4], Millis(200'000'000'500), Millis(200'000'000'000));  // after a long pause
  advance(Millis(200'000'001'000));
  EXPECT_EQ(taken.back(), 7);
}

TEST(ExpiryRing, DropsDestroyedEntriesAndReplacesMovedOnes) {
  ExpiryRing<Due> ring;
  std::vector<int> taken;
  Due moved(1);
  auto gone = std::make_unique<Due>(2);
  auto gone_meanwhile = std::make_unique<Due>(4);
  Due destroys(3);
  ring.Add(moved, Millis(300'000), Millis(0));
  ring.Add(moved, Millis(2'000), Millis(0));
  ring.Add(*gone, Millis(1'000), Millis(0));
  ring.Add(destroys, Millis(3'000), Millis(0));
  ring.Add(*gone_meanwhile, Millis(3'000), Millis(0));
  gone.reset();
  ring.TakeDue(Millis(400'000), [&](Due& due) {
    taken.push_back(due.number);
    if (&due == &destroys) gone_meanwhile.reset();
  });
  EXPECT_EQ(taken, (std::vector<int>{1, 3}));
}

}  // namespace
}  // namespace prichal::bridge
