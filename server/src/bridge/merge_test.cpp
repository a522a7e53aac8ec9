#include "bridge/merge.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "bridge/hub.h"

namespace prichal::bridge {
namespace {

Delivery Message(std::int64_t id) { return {.event_id = id, .frame = Share("x")}; }

std::vector<std::int64_t> TakeAll(Merge& merge) {
  std::vector<std::int64_t> ids;
  while (auto delivery = merge.Take()) ids.push_back(delivery->event_id);
  return ids;
}

TEST(Merge, OneHomeNeverWaits) {
  Merge merge({3});
  EXPECT_FALSE(merge.caught_up());
  merge.Offer(3, {.messages = {Message(1), Message(2)}, .up_to = 2});
  EXPECT_EQ(TakeAll(merge), (std::vector<std::int64_t>{1, 2}));
  EXPECT_TRUE(merge.Questions().empty());
  EXPECT_TRUE(merge.caught_up());
  merge.Offer(7, {.messages = {Message(9)}, .up_to = 9});  // no home of ours
  EXPECT_TRUE(TakeAll(merge).empty());
}

TEST(Merge, WaitsForWhoMightStillGiveASmallerOne) {
  Merge merge({0, 1});
  merge.Offer(0, {.messages = {Message(5)}, .up_to = 5});
  EXPECT_TRUE(TakeAll(merge).empty());
  EXPECT_TRUE(merge.Questions().empty()) << "the first page of home 1 is on its way";
  merge.Offer(1, {.messages = {}, .up_to = 4});
  EXPECT_TRUE(TakeAll(merge).empty());
  const auto questions = merge.Questions();
  ASSERT_EQ(questions.size(), 1U);
  EXPECT_EQ(questions[0].home, 1U);
  EXPECT_EQ(questions[0].confirm, 5);
  EXPECT_TRUE(merge.Questions().empty()) << "each is asked once";
  merge.Offer(1, {.messages = {Message(3)}, .up_to = 3});
  merge.Offer(1, {.messages = {}, .up_to = 6});
  EXPECT_EQ(TakeAll(merge), (std::vector<std::int64_t>{3, 5}));
}

TEST(Merge, AsksForTheNextPageWhenThePageIsTaken) {
  Merge merge({0});
  merge.Offer(0, {.messages = {Message(1)}, .up_to = 1, .more = true});
  EXPECT_TRUE(merge.Questions().empty());
  TakeAll(merge);
  const auto questions = merge.Questions();
  ASSERT_EQ(questions.size(), 1U);
  EXPECT_EQ(questions[0].confirm, std::nullopt);
  EXPECT_FALSE(merge.caught_up());
}

/// Two hubs and one stream, with every hop between them delayed at random: what the loops do.
class World final : public DeliveryPort {
 public:
  explicit World(unsigned seed) : random(seed) {
    for (int i = 0; i < 2; ++i) {
      hubs.push_back(
          std::make_unique<Hub>(HubLimits{.page_messages = 3}, event_ids, hash, *this, counters));
    }
  }

  void Give(const StreamRef& /*stream*/, Batch batch) override {
    to_stream[giving].push_back(std::move(batch));
  }

  /// One thing happens: a message is accepted, settled, given, or a question is carried.
  void Step() {
    const std::size_t home = random() % 2;
    giving = home;
    Hub& hub = *hubs[home];
    switch (random() % 4) {
      case 0: {
        const ClientId to = *ClientId::Parse(std::string(64, home == 0 ? 'a' : 'b'));
        const auto accepted = hub.Accept({.to = to, .envelope = "{}", .ttl = Millis(60'000)}, now);
        if (accepted) unsettled[home].push_back(accepted->event_id);
        break;
      }
      case 1:
        if (!unsettled[home].empty()) {
          const std::int64_t id = unsettled[home].front();
          unsettled[home].erase(unsettled[home].begin());
          stored.push_back(id);
          hub.Settled(id, true, now.steady);
        }
        break;
      case 2:
        Receive(home);
        break;
      default:
        Carry(home);
        break;
    }
  }

  void Receive(std::size_t home) {
    if (to_stream[home].empty()) return;
    merge.Offer(static_cast<std::uint32_t>(home), std::move(to_stream[home].front()));
    to_stream[home].erase(to_stream[home].begin());
    while (auto delivery = merge.Take()) received.push_back(delivery->event_id);
    for (const auto& question : merge.Questions()) questions[question.home].push_back(question);
  }

  void Carry(std::size_t home) {
    if (questions[home].empty()) return;
    const auto question = questions[home].front();
    questions[home].erase(questions[home].begin());
    giving = home;
    if (question.confirm) {
      hubs[home]->Confirm({.slot = 1}, *question.confirm);
    } else {
      hubs[home]->Continue({.slot = 1}, now.steady);
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
  std::array<std::vector<Merge::Question>, 2> questions;
  std::array<std::vector<std::int64_t>, 2> unsettled;
  std::vector<std::int64_t> stored;
  std::vector<std::int64_t> received;
  Merge merge{{0, 1}};
};

TEST(Merge, TheCursorNeverSkipsWhateverTheHopsDo) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    World world(seed);
    for (int i = 0; i < 20; ++i) world.Step();  // a backlog
    for (const std::uint32_t home : {0U, 1U}) {
      world.giving = home;
      world.hubs[home]->Subscribe({.slot = 1},
                                  {*ClientId::Parse(std::string(64, home == 0 ? 'a' : 'b'))}, 0,
                                  world.now.steady);
    }
    for (int i = 0; i < 400; ++i) world.Step();
    for (int i = 0; i < 400; ++i) {  // everything arrives in the end
      for (const std::size_t home : {0U, 1U}) {
        world.giving = home;
        for (const std::int64_t id : std::exchange(world.unsettled[home], {})) {
          world.stored.push_back(id);
          world.hubs[home]->Settled(id, true, world.now.steady);
        }
        world.Receive(home);
        world.Carry(home);
      }
    }
    std::sort(world.stored.begin(), world.stored.end());
    EXPECT_EQ(world.received, world.stored) << "seed " << seed;
  }
}

}  // namespace
}  // namespace prichal::bridge
