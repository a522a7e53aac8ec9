// HubSimulation: clients, their streams, and the tasks between them and the shards.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "bridge/core/tests/hub_simulation.h"

namespace prichal::bridge {

void HubSimulation::Connect(std::size_t number) {
  Disconnect(number);
  Client& client = clients_[number];
  if (Once(10)) {  // a client that has lost its state
    client.cursor = 0;
    client.received.clear();
  }
  ++client.generation;
  // Some clients open a muted stream: every message is before its Last-Event-ID.
  client.opened_with = Once(15) ? EventIds::kLargest : client.cursor;
  client.opened = {};
  std::map<std::uint32_t, std::vector<ClientId>> by_shard;
  for (const std::size_t receiver : client.receivers) {
    by_shard[ShardOf(receiver)].push_back(Receiver(receiver));
  }
  std::vector<std::uint32_t> shards;
  shards.reserve(by_shard.size());
  for (const auto& [shard, ids] : by_shard) shards.push_back(shard);
  client.merge.emplace(shards);
  client.round.reset();
  for (const auto& [shard, ids] : by_shard) {
    client.leaving[shard].emplace_back(
        [this, number, shard = shard, ids = ids, generation = client.generation,
         cursor = client.opened_with] { Subscribe(number, generation, shard, ids, cursor); });
  }
}

void HubSimulation::Subscribe(std::size_t number, std::uint32_t generation, std::uint32_t shard,
                              const std::vector<ClientId>& ids, std::int64_t cursor) {
  Client& client = clients_[number];
  if (generation == client.generation) client.opened[shard] = step_;
  delivering_ = shard;
  hubs_[shard]->Subscribe(HandleOf(number, generation), ids, cursor, now_.steady);
  EXPECT_TRUE(hubs_[shard]->TakeGone().all.empty()) << "a stream concerns nobody but itself";
}

void HubSimulation::Disconnect(std::size_t number) {
  Client& client = clients_[number];
  if (!client.merge) return;
  // Unconfirmed batches are lost with the connection.
  for (auto& batches : client.arriving) batches.clear();
  for (const std::uint32_t shard : client.merge->shards()) {
    client.leaving[shard].emplace_back([this, shard, ref = HandleOf(number, client.generation)] {
      delivering_ = shard;
      hubs_[shard]->Unsubscribe(ref);
    });
  }
  client.merge.reset();
}

void HubSimulation::Arrive(std::size_t number, std::uint32_t shard) {
  Client& client = clients_[number];
  auto& batches = client.arriving[shard];
  if (batches.empty()) return;
  client.merge->Add(shard, std::move(batches.front()));
  batches.pop_front();
  if (client.round && client.round->arriving[shard] > 0) --client.round->arriving[shard];
  Pump(number);
  if (client.round) EndRound(number);
}

void HubSimulation::Pump(std::size_t number) {
  Client& client = clients_[number];
  const StreamHandle ref = HandleOf(number, client.generation);
  while (const auto delivery = client.merge->Next()) Receive(client, delivery->event_id);
  for (const std::uint32_t shard : client.merge->PagesToAsk()) {
    client.leaving[shard].emplace_back([this, shard, ref] {
      delivering_ = shard;
      hubs_[shard]->Continue(ref, now_.steady);
    });
  }
  if (client.round || client.merge->waits_with() == 0) return;
  client.round = Client::Round{.last = event_ids_->Last(), .watermarks = {}, .arriving = {}};
  for (std::uint32_t shard = 0; shard < kShards; ++shard) {
    client.round->watermarks.push_back(watermarks_[shard].Read(client.round->last));
    client.round->arriving[shard] = client.arriving[shard].size();
  }
  EndRound(number);
}

void HubSimulation::EndRound(std::size_t number) {
  Client& client = clients_[number];
  const auto& arriving = client.round->arriving;
  if (std::any_of(arriving.begin(), arriving.end(), [](std::size_t n) { return n > 0; })) return;
  const Client::Round ended = *std::exchange(client.round, std::nullopt);
  client.merge->AdvanceWatermarks(ended.watermarks);
  if (client.merge->waits_with() <= ended.last) {
    for (const auto& asked : client.merge->ConfirmationsToAsk()) {
      client.leaving[asked.shard].emplace_back(
          [this, asked, ref = HandleOf(number, client.generation)] {
            delivering_ = asked.shard;
            hubs_[asked.shard]->Confirm(ref, asked.event_id);
          });
    }
  }
  Pump(number);
}

void HubSimulation::Receive(Client& client, std::int64_t id) {
  EXPECT_GT(id, std::max(client.cursor, client.opened_with)) << "known already, or out of order";
  client.cursor = id;
  client.received.push_back(id);
  const Known& message = messages_.at(id);
  EXPECT_EQ(std::count(client.receivers.begin(), client.receivers.end(), message.to), 1);
  if (message.only_open) {
    EXPECT_LT(client.opened[ShardOf(message.to)], message.committed) << id << " was not for it";
  }
}

void HubSimulation::Leave(std::size_t number, std::uint32_t shard) {
  auto& tasks = clients_[number].leaving[shard];
  if (tasks.empty()) return;
  const auto task = std::move(tasks.front());
  tasks.pop_front();
  ++step_;
  task();
}

void HubSimulation::Quiesce() {
  for (std::uint32_t shard = 0; shard < kShards; ++shard) {
    while (!waiting_[shard].empty()) Commit(shard, true);
  }
  for (bool busy = true; busy;) {
    busy = false;
    for (std::uint32_t shard = 0; shard < kShards; ++shard) {
      busy = busy || hubs_[shard]->HasMoreToDeliver();
      DeliverMore(shard);
    }
    for (std::size_t number = 0; number < kClients; ++number) {
      for (std::uint32_t shard = 0; shard < kShards; ++shard) {
        busy = busy || !clients_[number].leaving[shard].empty() ||
               !clients_[number].arriving[shard].empty();
        Leave(number, shard);
        Arrive(number, shard);
      }
    }
  }
  for (const Client& client : clients_) {
    if (!client.merge) continue;
    EXPECT_TRUE(client.merge->caught_up());
    for (const auto& [id, message] : messages_) {
      if (IsOwed(client, id, message)) {
        EXPECT_TRUE(std::binary_search(client.received.begin(), client.received.end(), id))
            << "lost " << id;
      }
    }
  }
}

bool HubSimulation::IsOwed(const Client& client, std::int64_t id, const Known& message) const {
  if (!message.acknowledged || message.gone) return false;
  if (id <= client.opened_with || message.dies <= now_.steady) return false;
  const auto& receivers = client.receivers;
  if (std::find(receivers.begin(), receivers.end(), message.to) == receivers.end()) return false;
  return !message.only_open || client.opened[ShardOf(message.to)] < message.accepted;
}

}  // namespace prichal::bridge
