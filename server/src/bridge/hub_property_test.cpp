// Homes, streams and a store, in whatever order things happen to them: every acknowledged message
// that lives reaches every stream that asks for it, once for each cursor, by growing id, and
// nothing leaves early or stays late.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bridge/hub.h"
#include "bridge/hub_model.h"

namespace prichal::bridge {
namespace {

class World final : public DeliveryPort {
 public:
  explicit World(unsigned seed) : chance_(seed) {
    for (Client& client : clients_) {
      for (std::size_t receiver = 0; receiver < kReceivers; ++receiver) {
        if (Once(2)) client.receivers.push_back(receiver);
      }
      if (client.receivers.empty()) client.receivers.push_back(0);
    }
    Begin();
  }

  void Play(int steps) {
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

  void Give(const StreamRef& stream, Batch batch) override {
    for (const Delivery& delivery : batch.messages) {
      Known& message = messages_.at(delivery.event_id);
      ++message.given_to;
      EXPECT_TRUE(message.acknowledged) << delivery.event_id << " was given before it was stored";
      EXPECT_TRUE(message.dies > now_.steady || message.settled == step_)
          << delivery.event_id << " was given after its ttl";
      EXPECT_EQ(*delivery.frame, *message.frame);
    }
    Client& client = clients_[stream.slot];
    if (stream.generation == client.generation && client.merge) {
      client.arriving[giving_].push_back(std::move(batch));
    }
  }

 private:
  bool Once(unsigned in) { return chance_() % in == 0; }

  void Happen() {
    ++step_;
    const std::size_t client = chance_() % kClients;
    const auto home = static_cast<std::uint32_t>(chance_() % kHomes);
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
        // The wall clock is set: a little, or by an hour, in either direction.
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
        return Settle(home, !Once(8));
      case 2:
      case 3:
        return Arrive(client, home);
      default:
        return Leave(client, home);
    }
  }

  // --- messages

  void Accept(std::size_t to) {
    static constexpr std::array kTtls{0, 1, 5, 60, 300};
    const Millis ttl = std::chrono::seconds(kTtls.at(chance_() % kTtls.size()));
    const auto accepted = hubs_[HomeOf(to)]->Accept(
        {.to = Receiver(to), .envelope = EnvelopeAt(step_), .ttl = ttl}, now_);
    ASSERT_TRUE(accepted || accepted.error() == AcceptError::kMailboxFull);
    if (!accepted) return;
    ASSERT_GT(accepted->event_id, last_id_) << "an id is given twice, or is smaller";
    last_id_ = accepted->event_id;
    messages_[last_id_] = {.to = to,
                           .frame = accepted->frame,
                           .dies = now_.steady + (ttl.count() == 0 ? kHold : ttl),
                           .expires = now_.unix_time + ttl,
                           .only_open = ttl.count() == 0,
                           .accepted = step_};
    waiting_[HomeOf(to)].push_back(last_id_);
  }

  /// The store keeps what it keeps in order; what it refuses, it refuses at any time.
  void Settle(std::uint32_t home, bool stored) {
    auto& waiting = waiting_[home];
    if (waiting.empty()) return;
    const std::size_t at = stored ? 0 : chance_() % waiting.size();
    const std::int64_t id = waiting[at];
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(at));
    Known& message = messages_.at(id);
    message.acknowledged = stored;
    message.settled = ++step_;
    message.kept_from = now_.steady;
    if (stored) largest_stored_ = std::max(largest_stored_, id);
    giving_ = home;
    hubs_[home]->Settled(id, stored, now_.steady);
    if (!stored) messages_.erase(id);
  }

  void Pass(Millis time) {
    now_.steady += time;
    now_.unix_time += time;
    for (std::uint32_t home = 0; home < kHomes; ++home) {
      hubs_[home]->Expire(now_.steady);
      for (const std::int64_t id : hubs_[home]->TakeGone()) {
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

  // --- streams

  void Connect(std::size_t number) {
    Disconnect(number);
    Client& client = clients_[number];
    if (Once(10)) {  // one that has forgotten all it knew
      client.cursor = 0;
      client.received.clear();
    }
    ++client.generation;
    // Now and then one that wants silence: nothing is as late as its cursor.
    client.opened_with = Once(15) ? EventIds::kLargest : client.cursor;
    client.opened = {};
    client.confirmed_before.clear();
    std::map<std::uint32_t, std::vector<ClientId>> by_home;
    for (const std::size_t receiver : client.receivers) {
      by_home[HomeOf(receiver)].push_back(Receiver(receiver));
    }
    std::vector<std::uint32_t> homes;
    for (const auto& [home, ids] : by_home) homes.push_back(home);
    client.merge.emplace(homes);
    for (const auto& [home, ids] : by_home) {
      client.leaving[home].emplace_back(
          [this, number, home = home, ids = ids, generation = client.generation,
           cursor = client.opened_with] { Subscribe(number, generation, home, ids, cursor); });
    }
  }

  void Subscribe(std::size_t number, std::uint32_t generation, std::uint32_t home,
                 const std::vector<ClientId>& ids, std::int64_t cursor) {
    Client& client = clients_[number];
    // A cursor that is real confirms what nobody else was given, or waits for.
    std::set<std::int64_t> may_go;
    for (auto& [id, message] : messages_) {
      const bool is_here = message.acknowledged && !message.gone && cursor <= last_id_ &&
                           std::count(ids.begin(), ids.end(), Receiver(message.to)) > 0;
      if (is_here && id <= cursor && message.given_to == 1 && !message.only_open) {
        may_go.insert(id);
      }
    }
    if (generation == client.generation) {
      client.opened[home] = step_;
      for (const auto& [id, message] : messages_) {
        if (message.gone) client.confirmed_before.insert(id);
      }
    }
    giving_ = home;
    hubs_[home]->Subscribe(RefOf(number, generation), ids, cursor, now_.steady);
    for (const std::int64_t id : hubs_[home]->TakeGone()) {
      EXPECT_TRUE(may_go.contains(id)) << id << " left, and nobody has confirmed it";
      messages_.at(id).gone = true;
    }
    for (const std::int64_t id : may_go) {
      const Known& message = messages_.at(id);
      EXPECT_TRUE(message.gone || SomebodyElseListens(number, message.to)) << id << " stays";
    }
  }

  [[nodiscard]] bool SomebodyElseListens(std::size_t number, std::size_t to) const {
    for (std::size_t other = 0; other < kClients; ++other) {
      const Client& client = clients_[other];
      const bool is_gone = !client.merge && client.leaving[HomeOf(to)].empty();
      if (other != number && !is_gone &&
          std::count(client.receivers.begin(), client.receivers.end(), to) > 0)
        return true;
    }
    return false;
  }

  void Disconnect(std::size_t number) {
    Client& client = clients_[number];
    if (!client.merge) return;
    // What is on its way is lost with the connection: nobody has confirmed it.
    for (auto& batches : client.arriving) batches.clear();
    for (const std::uint32_t home : client.merge->homes()) {
      client.leaving[home].emplace_back([this, home, ref = RefOf(number, client.generation)] {
        giving_ = home;
        hubs_[home]->Unsubscribe(ref);
      });
    }
    client.merge.reset();
  }

  void Arrive(std::size_t number, std::uint32_t home) {
    Client& client = clients_[number];
    auto& batches = client.arriving[home];
    if (batches.empty()) return;
    client.merge->Offer(home, std::move(batches.front()));
    batches.pop_front();
    while (const auto delivery = client.merge->Take()) Receive(client, delivery->event_id);
    for (const auto& question : client.merge->Questions()) {
      client.leaving[question.home].emplace_back(
          [this, question, ref = RefOf(number, client.generation)] {
            giving_ = question.home;
            Hub& hub = *hubs_[question.home];
            if (question.confirm) return hub.Confirm(ref, *question.confirm);
            hub.Continue(ref, now_.steady);
          });
    }
  }

  void Receive(Client& client, std::int64_t id) {
    EXPECT_GT(id, std::max(client.cursor, client.opened_with)) << "known already, or out of order";
    client.cursor = id;
    client.received.push_back(id);
    const Known& message = messages_.at(id);
    EXPECT_EQ(std::count(client.receivers.begin(), client.receivers.end(), message.to), 1);
    if (message.only_open) {
      EXPECT_LT(client.opened[HomeOf(message.to)], message.settled) << id << " was not for it";
    }
  }

  void Leave(std::size_t number, std::uint32_t home) {
    auto& tasks = clients_[number].leaving[home];
    if (tasks.empty()) return;
    const auto task = std::move(tasks.front());
    tasks.pop_front();
    ++step_;
    task();
  }

  /// Everything arrives that is under way. Then each stream has all that it may ask for.
  void Quiesce() {
    for (std::uint32_t home = 0; home < kHomes; ++home) {
      while (!waiting_[home].empty()) Settle(home, true);
    }
    for (bool busy = true; busy;) {
      busy = false;
      for (std::size_t number = 0; number < kClients; ++number) {
        for (std::uint32_t home = 0; home < kHomes; ++home) {
          busy = busy || !clients_[number].leaving[home].empty() ||
                 !clients_[number].arriving[home].empty();
          Leave(number, home);
          Arrive(number, home);
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

  [[nodiscard]] bool IsOwed(const Client& client, std::int64_t id, const Known& message) const {
    if (!message.acknowledged || id <= client.opened_with || message.dies <= now_.steady) {
      return false;
    }
    if (client.confirmed_before.contains(id)) return false;
    const auto& receivers = client.receivers;
    if (std::find(receivers.begin(), receivers.end(), message.to) == receivers.end()) return false;
    return !message.only_open || client.opened[HomeOf(message.to)] < message.accepted;
  }

  // --- the process

  void Begin() {
    event_ids_ = std::make_unique<EventIds>();
    event_ids_->StartAfter(largest_stored_);
    for (std::uint32_t home = 0; home < kHomes; ++home) {
      counters_[home] = std::make_unique<Counters>();
      hubs_[home] = std::make_unique<Hub>(HubLimits{.mailbox_messages = 60, .page_messages = 3},
                                          *event_ids_, hash_, *this, *counters_[home]);
    }
  }

  /// The process dies, in the middle of everything, and another one reads what the store has.
  void Restart() {
    for (auto& waiting : waiting_) {
      // Some of what nobody was told of is there all the same.
      const std::size_t written = waiting.empty() ? 0 : chance_() % (waiting.size() + 1);
      for (std::size_t i = 0; i < waiting.size(); ++i) {
        if (i >= written) {
          messages_.erase(waiting[i]);
          continue;
        }
        largest_stored_ = std::max(largest_stored_, waiting[i]);
        messages_.at(waiting[i]).acknowledged = true;
        messages_.at(waiting[i]).settled = step_;
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
      // What was let go is written so with a later commit: it may be there once more.
      return message.only_open || message.expires <= now_.unix_time || (message.gone && Once(2));
    });
    for (auto& [id, message] : messages_) {
      message.gone = false;
      message.given_to = 0;
      message.kept_from = now_.steady;
      const Millis left = std::min(message.expires - now_.unix_time, kTtlMax);
      message.dies = now_.steady + left;
      hubs_[HomeOf(message.to)]->Restore(Receiver(message.to), id, left, *message.frame,
                                         now_.steady);
    }
  }

  static StreamRef RefOf(std::size_t client, std::uint32_t generation) {
    return {.loop = 0, .slot = static_cast<std::uint32_t>(client), .generation = generation};
  }

  std::mt19937 chance_;
  Step step_ = 1;
  Time now_{.steady = Millis(5'000), .unix_time = Millis(1'700'000'000'000)};
  SipHash hash_;
  std::array<std::unique_ptr<Counters>, kHomes> counters_;
  std::unique_ptr<EventIds> event_ids_;
  std::array<std::unique_ptr<Hub>, kHomes> hubs_;
  std::uint32_t giving_ = 0;  ///< whose turn it is

  std::map<std::int64_t, Known> messages_;
  std::array<std::vector<std::int64_t>, kHomes> waiting_;  ///< not settled
  std::array<Client, kClients> clients_;
  std::int64_t last_id_ = 0;
  std::int64_t largest_stored_ = 0;
};

TEST(HubProperty, EveryAcknowledgedMessageReachesEveryStreamOnceForEachCursor) {
  for (unsigned seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    World(seed).Play(600);
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace prichal::bridge
