#include "bridge/http/embedded_broker.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bridge/core/tests/hub_fixture.h"
#include "bridge/http/tests/fixture_loop.h"

namespace prichal::bridge {
namespace {

/// A store that completes requests when the test calls CommitFirst().
class SlowStore final : public store::Store {
 public:
  Result<store::Loaded, std::string> Load(
      Millis /*now*/, const std::function<void(store::Record)>& /*take*/) override {
    return store::Loaded{};
  }
  void Start(PostTo /*post*/) override {}
  void Append(std::uint32_t /*loop*/, store::Record record, Done done) override {
    waiting.emplace_back(std::move(record), std::move(done));
  }
  void Remove(std::vector<std::int64_t> event_ids) override {
    removed.insert(removed.end(), event_ids.begin(), event_ids.end());
  }
  void Stop() override {}
  [[nodiscard]] bool healthy() const override { return true; }
  [[nodiscard]] store::Stats Snapshot() const override { return {}; }

  void CommitFirst(PublishResult outcome) {
    auto [record, done] = std::move(waiting.front());
    waiting.pop_front();
    done(outcome);
  }

  std::deque<std::pair<store::Record, Done>> waiting;
  std::vector<std::int64_t> removed;
};

class Port final : public DeliveryPort {
 public:
  void Deliver(const StreamHandle& stream, Batch batch) override {
    for (const Delivery& delivery : batch.messages) {
      delivered[stream.slot].push_back(*delivery.frame);
    }
  }
  void EndCrowded(const StreamHandle& stream) override { crowded.push_back(stream.slot); }

  std::map<std::uint32_t, std::vector<std::string>> delivered;
  std::vector<std::uint32_t> crowded;
};

class EmbeddedBrokerTest : public ::testing::Test {
 protected:
  /// Publishes a message and returns the index of its result in `outcomes`.
  std::size_t Publish(const std::string& body, Millis ttl = Millis(60'000)) {
    const std::size_t place = outcomes.size();
    outcomes.emplace_back();
    broker.Publish({.to = Id('a'),
                    .envelope = Envelope::Make(Id('f'), "trace", body),
                    .ttl = ttl,
                    .fingerprint = fingerprints.Compute({body})},
                   [this, place](PublishResult outcome) {
                     EXPECT_FALSE(outcomes[place]) << "told twice";
                     outcomes[place] = outcome;
                   });
    return place;
  }
  void Subscribe(std::uint32_t slot) {
    broker.Subscribe({.slot = slot, .generation = 1}, {Id('a')}, 0, 0);
  }

  FakeLoop loop;
  SlowStore store;
  EventIds event_ids;
  SipHash hash;
  Fingerprints fingerprints;
  Watermark watermark;
  Port port;
  Counters counters;
  EmbeddedBroker broker{{.mailbox = {.messages = 3, .bytes = 10'000},
                         .total_bytes = 100'000,
                         .streams_per_id = 4,
                         .receivers_a_turn = 2},
                        {store, event_ids, hash},
                        loop,
                        watermark,
                        port,
                        counters};
  std::deque<std::optional<PublishResult>> outcomes;
};

TEST_F(EmbeddedBrokerTest, DeliversAndAcknowledgesAfterCommit) {
  Subscribe(1);
  const std::size_t first = Publish("one");
  EXPECT_FALSE(outcomes[first]);
  EXPECT_TRUE(port.delivered[1].empty());
  EXPECT_EQ(store.waiting.front().first.envelope.message(), "\"one\"");
  store.CommitFirst(PublishResult::kStored);
  EXPECT_EQ(outcomes[first], PublishResult::kStored);
  EXPECT_EQ(port.delivered[1].size(), 1U);
}

TEST_F(EmbeddedBrokerTest, DeliversDuplicateOnceAndAcknowledgesBoth) {
  Subscribe(1);
  const std::size_t first = Publish("one");
  const std::size_t again = Publish("one");
  EXPECT_EQ(store.waiting.size(), 1U);
  EXPECT_FALSE(outcomes[again]) << "what becomes of the first is not known yet";
  store.CommitFirst(PublishResult::kStored);
  EXPECT_EQ(outcomes[first], PublishResult::kStored);
  EXPECT_EQ(outcomes[again], PublishResult::kDuplicate);
  EXPECT_EQ(outcomes[Publish("one")], PublishResult::kDuplicate);
  EXPECT_EQ(port.delivered[1].size(), 1U);
  EXPECT_EQ(counters.duplicates.Get(), 2U);
  loop.time.steady += Millis(60'000);
  const std::size_t later = Publish("one");
  EXPECT_FALSE(outcomes[later]) << "its ttl is over: it is a new one";
}

TEST_F(EmbeddedBrokerTest, ExtendsTtlOfOriginalByDuplicate) {
  Publish("one", Millis(10'000));
  store.CommitFirst(PublishResult::kStored);
  const std::size_t again = Publish("one", Millis(60'000));
  EXPECT_FALSE(outcomes[again]) << "the store has to know";
  ASSERT_EQ(store.waiting.size(), 1U);
  const store::Record& record = store.waiting.front().first;
  EXPECT_EQ(record.event_id, event_ids.Last());
  EXPECT_EQ(record.expires, loop.time.unix_time + Millis(60'000));
  EXPECT_EQ(record.envelope.message(), "\"one\"");
  EXPECT_EQ(record.fingerprint, fingerprints.Compute({"one"}));
  EXPECT_TRUE(record.replaces);
  store.CommitFirst(PublishResult::kStored);
  EXPECT_EQ(outcomes[again], PublishResult::kDuplicate);

  loop.time.steady += Millis(30'000);
  loop.time.unix_time += Millis(30'000);
  broker.Tick();
  EXPECT_EQ(outcomes[Publish("one", Millis(1'000))], PublishResult::kDuplicate);
  Subscribe(1);
  EXPECT_EQ(port.delivered[1].size(), 1U);
  EXPECT_TRUE(store.removed.empty());
  loop.time.steady += Millis(33'000);
  broker.Tick();
  EXPECT_EQ(store.removed, std::vector<std::int64_t>{event_ids.Last()});
}

TEST_F(EmbeddedBrokerTest, ExtendsTtlOfOriginalBeingStored) {
  const std::size_t first = Publish("one", Millis(10'000));
  const std::size_t again = Publish("one", Millis(60'000));
  store.CommitFirst(PublishResult::kStored);
  EXPECT_EQ(outcomes[first], PublishResult::kStored);
  EXPECT_FALSE(outcomes[again]);
  ASSERT_EQ(store.waiting.size(), 1U);
  EXPECT_EQ(store.waiting.front().first.expires, loop.time.unix_time + Millis(60'000));
  store.CommitFirst(PublishResult::kStoreFailed);
  EXPECT_EQ(outcomes[again], PublishResult::kStoreFailed);
}

TEST_F(EmbeddedBrokerTest, RemovesEvictedMessageAgainAfterTtlExtension) {
  Publish("one", Millis(10'000));
  store.CommitFirst(PublishResult::kStored);
  const std::int64_t original = event_ids.Last();
  const std::size_t again = Publish("one", Millis(60'000));
  for (const char* body : {"two", "three"}) Publish(body);
  broker.Publish({.to = Id('a'),
                  .envelope = Envelope::Make(Id('e'), "trace", "of another sender"),
                  .ttl = Millis(1'000),
                  .sender = {.address = 1, .id = 1}},
                 [](PublishResult /*outcome*/) {});
  EXPECT_EQ(store.removed, std::vector<std::int64_t>{original});
  ASSERT_EQ(store.waiting.front().first.event_id, original);
  store.CommitFirst(PublishResult::kStored);
  EXPECT_EQ(outcomes[again], PublishResult::kDuplicate);
  EXPECT_EQ(store.removed, (std::vector<std::int64_t>{original, original}));
}

TEST_F(EmbeddedBrokerTest, AcceptsRetryAfterStoreFailure) {
  const std::size_t first = Publish("one");
  const std::size_t again = Publish("one");
  store.CommitFirst(PublishResult::kStoreFailed);
  EXPECT_EQ(outcomes[first], PublishResult::kStoreFailed);
  EXPECT_EQ(outcomes[again], PublishResult::kStoreFailed);
  const std::size_t third = Publish("one");
  store.CommitFirst(PublishResult::kStoreBusy);
  EXPECT_EQ(outcomes[third], PublishResult::kStoreBusy);
  const std::size_t fourth = Publish("one");
  store.CommitFirst(PublishResult::kStored);
  EXPECT_EQ(outcomes[fourth], PublishResult::kStored);
}

TEST_F(EmbeddedBrokerTest, DetectsDuplicateOfRestoredMessage) {
  broker.Restore({.to = Id('a'),
                  .event_id = 7,
                  .envelope = Envelope::Make(Id('f'), "trace", "one"),
                  .fingerprint = fingerprints.Compute({"one"})},
                 Millis(60'000), loop.time.steady);
  EXPECT_EQ(outcomes[Publish("one")], PublishResult::kDuplicate);
  Subscribe(1);
  EXPECT_EQ(port.delivered[1].size(), 1U);
}

TEST_F(EmbeddedBrokerTest, RemovesEvictedMessageAndAcceptsItAgain) {
  Publish("one");
  store.CommitFirst(PublishResult::kStored);
  const std::int64_t gone = event_ids.Last();
  for (const char* body : {"two", "three"}) {
    Publish(body);
    store.CommitFirst(PublishResult::kStored);
  }
  broker.Publish({.to = Id('a'),
                  .envelope = Envelope::Make(Id('e'), "trace", "of another sender"),
                  .ttl = Millis(1'000),
                  .sender = {.address = 1, .id = 1}},
                 [](PublishResult /*outcome*/) {});
  EXPECT_EQ(store.removed, std::vector<std::int64_t>{gone});
  const std::size_t again = Publish("one");
  EXPECT_NE(outcomes[again], PublishResult::kDuplicate);
}

TEST_F(EmbeddedBrokerTest, RejectsTooLargeAndFullMailboxWithoutStoring) {
  EXPECT_EQ(outcomes[Publish(std::string(20'000, 'x'))], PublishResult::kTooLarge);
  for (const char* body : {"one", "two", "three"}) {
    Publish(body);
    store.CommitFirst(PublishResult::kStored);
  }
  EXPECT_EQ(outcomes[Publish("four")], PublishResult::kMailboxFull);
  EXPECT_TRUE(store.waiting.empty());
}

TEST_F(EmbeddedBrokerTest, StoresOnlyIdOfMessageWithZeroTtl) {
  Publish("now", Millis(0));
  EXPECT_TRUE(store.waiting.front().first.envelope.empty());
  EXPECT_EQ(store.waiting.front().first.event_id, event_ids.Last());
}

TEST_F(EmbeddedBrokerTest, DeliversToManyStreamsInBatches) {
  for (std::uint32_t slot = 1; slot <= 5; ++slot) Subscribe(slot);
  EXPECT_EQ(port.crowded, std::vector<std::uint32_t>{5});
  broker.Unsubscribe({.slot = 5, .generation = 1});
  Publish("one");
  store.CommitFirst(PublishResult::kStored);
  EXPECT_EQ(port.delivered.size(), 2U);
  loop.RunAll();
  EXPECT_EQ(port.delivered.size(), 4U);
}

TEST_F(EmbeddedBrokerTest, RefillEndsWhenStoreHasEveryMessage) {
  for (const char* body : {"one", "two", "three"}) {
    Publish(body);
    store.CommitFirst(PublishResult::kStored);
  }
  EXPECT_EQ(broker.refill_pending(), 0U);
  broker.AnnounceRefill();
  EXPECT_GT(broker.refill_pending(), 0U) << "the loss is known before the loop begins the refill";
  broker.Refill();
  EXPECT_EQ(broker.refill_pending(), 3U);
  // New messages do not complete the old ones.
  std::deque<std::pair<store::Record, store::Store::Done>> refill;
  std::swap(refill, store.waiting);
  ASSERT_EQ(refill.size(), 3U);
  for (const char receiver : {'b', 'c', 'd'}) {
    broker.Publish({.to = Id(receiver),
                    .envelope = Envelope::Make(Id('f'), "trace", "live"),
                    .ttl = Millis(60'000)},
                   [](PublishResult /*outcome*/) {});
    store.CommitFirst(PublishResult::kStored);
  }
  EXPECT_EQ(broker.refill_pending(), 3U);
  std::swap(refill, store.waiting);
  for (int written = 0; written < 3; ++written) {
    EXPECT_GT(broker.refill_pending(), 0U);
    store.CommitFirst(PublishResult::kStored);
  }
  EXPECT_EQ(broker.refill_pending(), 0U);
  EXPECT_TRUE(store.waiting.empty());
}

TEST_F(EmbeddedBrokerTest, RefillStaysPendingWhileStoreFails) {
  Publish("one");
  store.CommitFirst(PublishResult::kStored);
  broker.AnnounceRefill();
  broker.Refill();
  store.CommitFirst(PublishResult::kStoreFailed);
  EXPECT_EQ(broker.refill_pending(), 1U);
  EXPECT_TRUE(store.waiting.empty());
  broker.Tick();
  store.CommitFirst(PublishResult::kStored);
  EXPECT_EQ(broker.refill_pending(), 0U);
}

TEST_F(EmbeddedBrokerTest, RefillRestartsAfterAnotherLoss) {
  Publish("one");
  store.CommitFirst(PublishResult::kStored);
  broker.AnnounceRefill();
  broker.Refill();
  broker.AnnounceRefill();
  broker.Refill();
  store.CommitFirst(PublishResult::kStored);
  EXPECT_GT(broker.refill_pending(), 0U) << "that one went into the lost file";
  ASSERT_EQ(store.waiting.size(), 1U);
  store.CommitFirst(PublishResult::kStored);
  EXPECT_EQ(broker.refill_pending(), 0U);
}

TEST_F(EmbeddedBrokerTest, RefillAppendsManyReceiversInOneCommit) {
  for (const char receiver : {'a', 'b', 'c', 'd'}) {
    broker.Publish({.to = Id(receiver),
                    .envelope = Envelope::Make(Id('f'), "trace", "one"),
                    .ttl = Millis(60'000)},
                   [](PublishResult /*outcome*/) {});
    store.CommitFirst(PublishResult::kStored);
  }
  broker.AnnounceRefill();
  broker.Refill();
  EXPECT_EQ(store.waiting.size(), 4U) << "one commit writes all of them";
}

TEST_F(EmbeddedBrokerTest, RemovesExpiredMessagesFromStore) {
  Publish("one", Millis(1'000));
  store.CommitFirst(PublishResult::kStored);
  loop.time.steady += Millis(3'000);
  broker.Tick();
  EXPECT_EQ(store.removed, std::vector<std::int64_t>{event_ids.Last()});
}

}  // namespace
}  // namespace prichal::bridge
