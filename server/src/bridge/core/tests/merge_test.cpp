#include <gtest/gtest.h>

#include <map>
#include <random>

#include "bridge/core/hub.h"
#include "bridge/core/stream_merge.h"

namespace prichal::bridge {
namespace {

Delivery DeliveryWithId(std::int64_t id) { return {.event_id = id, .frame = Share("x")}; }

std::vector<std::int64_t> TakeAll(Merge& merge) {
  std::vector<std::int64_t> ids;
  while (auto delivery = merge.Next()) ids.push_back(delivery->event_id);
  return ids;
}

TEST(Merge, NeverWaitsWithOneShard) {
  Merge merge({3});
  EXPECT_FALSE(merge.caught_up());
  merge.Add(3, {.messages = {DeliveryWithId(1), DeliveryWithId(2)}, .up_to = 2});
  EXPECT_EQ(TakeAll(merge), (std::vector<std::int64_t>{1, 2}));
  EXPECT_TRUE(merge.PagesToAsk().empty());
  EXPECT_EQ(merge.waits_with(), 0);
  EXPECT_TRUE(merge.caught_up());
  merge.Add(
      7, {.messages = {DeliveryWithId(9)}, .up_to = 9});  // a shard that the stream does not have
  EXPECT_TRUE(TakeAll(merge).empty());
}

TEST(Merge, WaitsForShardThatMayHaveSmallerId) {
  Merge merge({0, 1});
  merge.Add(0, {.messages = {DeliveryWithId(5)}, .up_to = 5});
  EXPECT_TRUE(TakeAll(merge).empty());
  EXPECT_TRUE(merge.PagesToAsk().empty()) << "the first page of shard 1 is on its way";
  EXPECT_EQ(merge.waits_with(), 0) << "which says more than a watermark could";
  merge.Add(1, {.messages = {}, .up_to = 4});
  EXPECT_TRUE(TakeAll(merge).empty());
  EXPECT_EQ(merge.waits_with(), 5);
  const auto confirmations = merge.ConfirmationsToAsk();
  ASSERT_EQ(confirmations.size(), 1U);
  EXPECT_EQ(confirmations[0].shard, 1U);
  EXPECT_EQ(confirmations[0].event_id, 5);
  EXPECT_TRUE(merge.ConfirmationsToAsk().empty()) << "each is asked once";
  EXPECT_EQ(merge.waits_with(), 0) << "shard 1 will say so";
  merge.Add(1, {.messages = {DeliveryWithId(3)}, .up_to = 3});
  merge.Add(1, {.messages = {}, .up_to = 6});
  EXPECT_EQ(TakeAll(merge), (std::vector<std::int64_t>{3, 5}));
}

TEST(Merge, ContinuesByWatermarksWithoutConfirmations) {
  Merge merge({0, 1, 2});
  merge.Add(1, {.up_to = 4});
  merge.Add(2, {.up_to = 2, .more = true});
  merge.Add(0, {.messages = {DeliveryWithId(5)}, .up_to = 5});
  EXPECT_EQ(merge.waits_with(), 5);
  merge.AdvanceWatermarks({9, 9, 9});
  EXPECT_EQ(merge.waits_with(), 0) << "shard 2 has its pages to deliver first";
  EXPECT_TRUE(TakeAll(merge).empty());
  EXPECT_EQ(merge.PagesToAsk(), std::vector<std::uint32_t>{2});
  merge.Add(2, {.up_to = 2});
  merge.AdvanceWatermarks({9, 9, 4});
  EXPECT_TRUE(TakeAll(merge).empty());
  EXPECT_EQ(merge.waits_with(), 5);
  merge.AdvanceWatermarks({9, 3, 5});
  EXPECT_EQ(TakeAll(merge), std::vector<std::int64_t>{5})
      << "a watermark that is older takes nothing back";
  EXPECT_TRUE(merge.ConfirmationsToAsk().empty());
}

TEST(Merge, RequestsNextPageAfterCurrentOne) {
  Merge merge({0});
  merge.Add(0, {.messages = {DeliveryWithId(1)}, .up_to = 1, .more = true});
  EXPECT_TRUE(merge.PagesToAsk().empty());
  TakeAll(merge);
  EXPECT_EQ(merge.PagesToAsk(), std::vector<std::uint32_t>{0});
  EXPECT_TRUE(merge.PagesToAsk().empty()) << "each is asked once";
  EXPECT_FALSE(merge.caught_up());
}

/// Two hubs and one stream, with random delays between them, like loops.
class World final : public DeliveryPort {
 public:
  explicit World(unsigned seed) : random(seed) {
    for (int i = 0; i < 2; ++i) {
      hubs.push_back(
          std::make_unique<Hub>(BrokerLimits{.total_bytes = 1 << 20, .page = {.messages = 3}},
                                event_ids, watermarks.at(hubs.size()), hash, *this, counters));
    }
  }

  void Deliver(const StreamHandle& /*stream*/, Batch batch) override {
    to_stream[giving].push_back(std::move(batch));
  }

  void EndCrowded(const StreamHandle& /*stream*/) override {}

  /// Runs one random event: a message is accepted, committed or delivered, or a request arrives.
  void Step() {
    const std::size_t shard = random() % 2;
    giving = shard;
    Hub& hub = *hubs[shard];
    switch (random() % 4) {
      case 0: {
        const ClientId to = *ClientId::Parse(std::string(64, shard == 0 ? 'a' : 'b'));
        const auto accepted = hub.Accept(
            {.to = to, .envelope = Envelope::Make(to, "trace", "m"), .ttl = Millis(60'000)}, now);
        if (accepted) uncommitted[shard].push_back(*accepted);
        break;
      }
      case 1:
        if (!uncommitted[shard].empty()) {
          const std::int64_t id = uncommitted[shard].front();
          uncommitted[shard].erase(uncommitted[shard].begin());
          stored.push_back(id);
          hub.OnCommit(id, true, now.steady);
        }
        break;
      case 2:
        Receive(shard);
        break;
      default:
        Carry(shard);
        break;
    }
  }

  void Receive(std::size_t shard) {
    if (to_stream[shard].empty()) return;
    merge.Add(static_cast<std::uint32_t>(shard), std::move(to_stream[shard].front()));
    to_stream[shard].erase(to_stream[shard].begin());
    if (round && round->arriving[shard] > 0) --round->arriving[shard];
    Pump();
    if (round) EndRound();
  }

  void Pump() {
    while (auto delivery = merge.Next()) received.push_back(delivery->event_id);
    for (const std::uint32_t shard : merge.PagesToAsk())
      questions[shard].push_back({shard, std::nullopt});
    if (round || merge.waits_with() == 0) return;
    round = Round{.last = event_ids.Last()};
    for (std::size_t shard = 0; shard < 2; ++shard) {
      round->watermarks[shard] = watermarks[shard].Read(round->last);
      round->arriving[shard] = to_stream[shard].size();
    }
    EndRound();
  }

  /// Applies the watermarks if all batches that were under way when they were read have arrived.
  void EndRound() {
    if (round->arriving[0] > 0 || round->arriving[1] > 0) return;
    const Round ended = *std::exchange(round, std::nullopt);
    merge.AdvanceWatermarks(ended.watermarks);
    if (merge.waits_with() <= ended.last) {
      for (const auto& [shard, id] : merge.ConfirmationsToAsk())
        questions[shard].push_back({shard, id});
    }
    Pump();
  }

  void Carry(std::size_t shard) {
    if (questions[shard].empty()) return;
    const auto question = questions[shard].front();
    questions[shard].erase(questions[shard].begin());
    giving = shard;
    if (question.confirm) {
      hubs[shard]->Confirm({.slot = 1}, *question.confirm);
    } else {
      hubs[shard]->Continue({.slot = 1}, now.steady);
    }
  }

  std::mt19937 random;
  Time now{.steady = Millis(1), .unix_time = Millis(1'000)};
  EventIds event_ids;
  SipHash hash;
  Counters counters;
  std::vector<std::unique_ptr<Hub>> hubs;
  std::size_t giving = 0;
  std::array<std::vector<Batch>, 2> to_stream;
  struct Question {
    std::uint32_t shard = 0;
    std::optional<std::int64_t> confirm;  ///< event ID to confirm; empty: the next page
  };
  std::array<std::vector<Question>, 2> questions;
  struct Round {
    std::int64_t last = 0;
    std::vector<std::int64_t> watermarks = {0, 0};
    std::array<std::size_t, 2> arriving = {};
  };
  std::optional<Round> round;
  std::array<Watermark, 2> watermarks;
  std::array<std::vector<std::int64_t>, 2> uncommitted;
  std::vector<std::int64_t> stored;
  std::vector<std::int64_t> received;
  Merge merge{{0, 1}};
};

TEST(Merge, NeverSkipsMessageUnderAnyDelays) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    World world(seed);
    for (int i = 0; i < 20; ++i) world.Step();  // builds a backlog
    for (const std::uint32_t shard : {0U, 1U}) {
      world.giving = shard;
      world.hubs[shard]->Subscribe({.slot = 1},
                                   {*ClientId::Parse(std::string(64, shard == 0 ? 'a' : 'b'))}, 0,
                                   world.now.steady);
    }
    for (int i = 0; i < 400; ++i) world.Step();
    for (int i = 0; i < 400; ++i) {  // everything arrives
      for (const std::size_t shard : {0U, 1U}) {
        world.giving = shard;
        for (const std::int64_t id : std::exchange(world.uncommitted[shard], {})) {
          world.stored.push_back(id);
          world.hubs[shard]->OnCommit(id, true, world.now.steady);
        }
        world.Receive(shard);
        world.Carry(shard);
      }
    }
    std::sort(world.stored.begin(), world.stored.end());
    EXPECT_EQ(world.received, world.stored) << "seed " << seed;
  }
}

}  // namespace
}  // namespace prichal::bridge
