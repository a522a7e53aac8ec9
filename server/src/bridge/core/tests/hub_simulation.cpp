// HubSimulation: messages, time, and restarts of the process.

#include "bridge/core/tests/hub_simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

#include "bridge/core/frames.h"

namespace prichal::bridge {

HubSimulation::HubSimulation(unsigned seed)
    : limits_{.mailbox = {.messages = seed % 2 == 0 ? 12U : 60U, .bytes = 1 << 24},
              .total_bytes = 1 << 28,
              .page = {.messages = 3},
              .streams_per_id = seed % 3 == 0 ? 2U : 4U,
              .receivers_a_turn = 2,
              .untaken = {.messages = 3}},
      chance_(seed) {
  for (Client& client : clients_) {
    for (std::size_t receiver = 0; receiver < kReceivers; ++receiver) {
      if (Once(2)) client.receivers.push_back(receiver);
    }
    if (client.receivers.empty()) client.receivers.push_back(0);
  }
  Begin();
}

void HubSimulation::Play(int steps) {
  for (int i = 0; i < steps && !::testing::Test::HasFailure(); ++i) Happen();
  Quiesce();
  for (std::size_t i = 0; i < kClients; ++i) Connect(i);
  Quiesce();
  for (std::size_t i = 0; i < kClients; ++i) Disconnect(i);
  Quiesce();
  Pass(kTtlMax + kLate);
  for (const auto& counters : counters_) {
    EXPECT_EQ(counters->messages_waiting.Get(), 0U);
    EXPECT_EQ(counters->bytes_waiting.Get(), 0U);
    EXPECT_EQ(counters->mailboxes.Get(), 0U);
    EXPECT_EQ(counters->subscriptions.Get(), 0U);
  }
}

void HubSimulation::Deliver(const StreamHandle& stream, Batch batch) {
  for (const Delivery& delivery : batch.messages) {
    const Known& message = messages_.at(delivery.event_id);
    EXPECT_TRUE(message.acknowledged) << delivery.event_id << " was given before it was stored";
    EXPECT_TRUE(message.dies > now_.steady || message.committed == step_)
        << delivery.event_id << " was given after its ttl";
    EXPECT_EQ(*delivery.frame, MessageFrame(delivery.event_id, message.envelope));
  }
  Client& client = clients_[stream.slot];
  if (stream.generation == client.generation && client.merge) {
    client.arriving[delivering_].push_back(std::move(batch));
  }
}

void HubSimulation::EndCrowded(const StreamHandle& stream) {
  std::vector<std::size_t> listening(kReceivers);
  for (const Client& client : clients_) {
    // Its tasks take time, so a stream may be registered for a while after its end.
    for (const std::size_t receiver : client.receivers) ++listening[receiver];
  }
  EXPECT_GT(*std::max_element(listening.begin(), listening.end()), limits_.streams_per_id);
  if (stream.generation == clients_[stream.slot].generation) Disconnect(stream.slot);
}

void HubSimulation::Happen() {
  ++step_;
  const std::size_t client = chance_() % kClients;
  const auto shard = static_cast<std::uint32_t>(chance_() % kShards);
  switch (chance_() % 40) {
    case 0:
      return Disconnect(client);
    case 1:
    case 2:
      return Connect(client);
    case 3:
      return Pass(Millis(chance_() % 5'000));
    case 4:
      if (Once(4)) return Pass(Millis(chance_() % 200'000));
      return Quiesce();
    case 5:
      if (Once(5)) return Restart();
      // The wall clock is set forward or back, slightly or by up to an hour.
      now_.unix_time +=
          Millis(static_cast<int>(chance_() % 7'200'000) - 3'600'000) / (Once(2) ? 1 : 5'000);
      return;
    default:
      break;
  }
  switch (chance_() % 5) {
    case 0:
      return Accept(chance_() % kReceivers);
    case 1:
      return Commit(shard, !Once(8));
    case 2:
      if (Once(3)) return DeliverMore(shard);
      [[fallthrough]];
    case 3:
      return Arrive(client, shard);
    default:
      return Leave(client, shard);
  }
}

void HubSimulation::Accept(std::size_t to) {
  static constexpr std::array kTtls{0, 1, 5, 60, 300};
  const Millis ttl = std::chrono::seconds(kTtls.at(chance_() % kTtls.size()));
  // One of the addresses sends more than the others together.
  const Sender sender{.address = Once(2) ? 0 : static_cast<std::uint32_t>(chance_() % 3),
                      .id = static_cast<std::uint32_t>(chance_() % 2)};
  const Envelope envelope = EnvelopeAt(step_);
  const auto accepted = hubs_[ShardOf(to)]->Accept(
      {.to = Receiver(to), .envelope = envelope, .ttl = ttl, .sender = sender}, now_);
  ASSERT_TRUE(accepted || accepted.error() == PublishResult::kMailboxFull);
  GiveWay(to, sender);
  if (!accepted) {
    const Held others = HeldBy(to, false);
    EXPECT_GE(HeldBy(to, true).at(sender.address) + 1,
              *std::max_element(others.begin(), others.end()))
        << "refused, and another holds more";
    return;
  }
  ASSERT_GT(*accepted, last_id_) << "an id is given twice, or is smaller";
  last_id_ = *accepted;
  messages_[last_id_] = {.to = to,
                         .envelope = envelope,
                         .dies = now_.steady + (ttl.count() == 0 ? kHold : ttl),
                         .expires = now_.unix_time + ttl,
                         .only_open = ttl.count() == 0,
                         .sender = sender,
                         .accepted = step_};
  waiting_[ShardOf(to)].push_back(last_id_);
}

HubSimulation::Held HubSimulation::HeldBy(std::size_t to, bool with_only_open) const {
  Held held{};
  for (const auto& [id, message] : messages_) {
    if (message.to != to || message.gone || (message.only_open && !with_only_open)) continue;
    ++held.at(message.sender.address);
  }
  return held;
}

void HubSimulation::GiveWay(std::size_t to, const Sender& sender) {
  const std::vector<std::int64_t> gone = hubs_[ShardOf(to)]->TakeGone().all;
  if (gone.empty()) return;
  const Held before = HeldBy(to, true);
  // A refused message keeps its place until all messages before it are committed.
  const auto& waiting = waiting_[ShardOf(to)];
  const auto lost = std::count_if(lost_.begin(), lost_.end(), [&](std::int64_t id) {
    return !waiting.empty() && id > waiting.front();
  });
  EXPECT_GE(std::accumulate(before.begin(), before.end(), static_cast<std::size_t>(lost)),
            limits_.mailbox.messages)
      << "there was room";
  for (const std::int64_t id : gone) {
    EXPECT_EQ(messages_.at(id).to, to);
    messages_.at(id).gone = true;
  }
  const Held at_most = HeldBy(to, true);
  for (const std::int64_t id : gone) {
    EXPECT_GE(at_most.at(messages_.at(id).sender.address) + 1,
              HeldBy(to, false).at(sender.address) + 1)
        << id << " gave way to who holds more";
  }
}

void HubSimulation::DeliverMore(std::uint32_t shard) {
  if (!hubs_[shard]->HasMoreToDeliver()) return;
  delivering_ = shard;
  hubs_[shard]->DeliverMore(now_.steady);
}

void HubSimulation::Commit(std::uint32_t shard, bool stored) {
  auto& waiting = waiting_[shard];
  if (waiting.empty()) return;
  const std::size_t at = stored ? 0 : chance_() % waiting.size();
  const std::int64_t id = waiting[at];
  waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(at));
  Known& message = messages_.at(id);
  message.acknowledged = stored;
  message.committed = ++step_;
  message.kept_from = now_.steady;
  if (stored) largest_stored_ = std::max(largest_stored_, id);
  delivering_ = shard;
  hubs_[shard]->OnCommit(id, stored, now_.steady);
  if (stored) return;
  messages_.erase(id);
  lost_.push_back(id);
}

void HubSimulation::Pass(Millis time) {
  now_.steady += time;
  now_.unix_time += time;
  for (std::uint32_t shard = 0; shard < kShards; ++shard) {
    hubs_[shard]->Expire(now_.steady);
    for (const std::int64_t id : hubs_[shard]->TakeGone().all) {
      Known& message = messages_.at(id);
      EXPECT_LE(message.dies, now_.steady) << id << " left before its time";
      message.gone = true;
    }
  }
  for (const auto& [id, message] : messages_) {
    const bool is_kept = message.acknowledged && !message.only_open && !message.gone;
    EXPECT_FALSE(is_kept && std::max(message.dies, message.kept_from) + kLate <= now_.steady)
        << id << " is still there";
  }
}

void HubSimulation::Begin() {
  event_ids_ = std::make_unique<EventIds>();
  event_ids_->StartAfter(largest_stored_);
  for (std::uint32_t shard = 0; shard < kShards; ++shard) {
    counters_[shard] = std::make_unique<Counters>();
    watermarks_[shard].Close();
    hubs_[shard] = std::make_unique<Hub>(limits_, *event_ids_, watermarks_[shard], hash_, *this,
                                         *counters_[shard]);
  }
}

void HubSimulation::Restart() {
  for (auto& waiting : waiting_) {
    // Some unacknowledged messages are stored nevertheless.
    const std::size_t written = waiting.empty() ? 0 : chance_() % (waiting.size() + 1);
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (i >= written) {
        messages_.erase(waiting[i]);
        continue;
      }
      largest_stored_ = std::max(largest_stored_, waiting[i]);
      messages_.at(waiting[i]).acknowledged = true;
      messages_.at(waiting[i]).committed = step_;
    }
    waiting.clear();
  }
  for (Client& client : clients_) {
    client.merge.reset();
    for (auto& batches : client.arriving) batches.clear();
    for (auto& tasks : client.leaving) tasks.clear();
  }
  last_id_ = largest_stored_;
  Begin();
  std::erase_if(messages_, [this](const auto& entry) {
    const Known& message = entry.second;
    // Removals are written with a later commit, so an evicted message may be there again.
    return message.only_open || message.expires <= now_.unix_time || (message.gone && Once(2));
  });
  for (auto& [id, message] : messages_) {
    message.gone = false;
    // The file has no IP addresses.
    message.sender.address = static_cast<std::uint32_t>(3 + message.accepted % 2);
    message.kept_from = now_.steady;
    const Millis left = std::min(message.expires - now_.unix_time, kTtlMax);
    message.dies = now_.steady + left;
    hubs_[ShardOf(message.to)]->Restore(Receiver(message.to), id, left, message.envelope,
                                        now_.steady);
  }
}

}  // namespace prichal::bridge
