#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "base/clock.h"
#include "base/hash.h"
#include "bridge/core/counters.h"
#include "bridge/core/frames.h"
#include "bridge/core/hub.h"
#include "bridge/core/stream_merge.h"
#include "bridge/core/tests/hub_model.h"

namespace prichal::bridge {

/// A randomized test of hubs, streams and a store. Each step changes one of them, in random order,
/// and compares them with the model (hub_model.h).
class HubSimulation final : public DeliveryPort {
 public:
  /// `seed`: for the random numbers and the limits of the hubs.
  explicit HubSimulation(unsigned seed);
  /// Runs `steps` random steps, then ends all streams and messages and checks that nothing is left.
  void Play(int steps);

  void Deliver(const StreamHandle& stream, Batch batch) override;
  void EndCrowded(const StreamHandle& stream) override;

 private:
  bool Once(unsigned in) { return chance_() % in == 0; }

  void Happen();

  // --- messages

  void Accept(std::size_t to);

  /// By address: three that send, and two senders whose address is unknown after a restart.
  using Held = std::array<std::size_t, 5>;
  /// Messages that a mailbox holds or has reserved. `with_only_open`: also those for open streams
  /// only, which it may hold.
  [[nodiscard]] Held HeldBy(std::size_t to, bool with_only_open) const;

  /// Checks the messages that were evicted for a message of `sender`.
  void GiveWay(std::size_t to, const Sender& sender);
  void DeliverMore(std::uint32_t shard);

  /// The store commits in order, but may refuse a message at any time.
  void Commit(std::uint32_t shard, bool stored);
  void Pass(Millis time);

  // --- streams

  void Connect(std::size_t number);
  void Subscribe(std::size_t number, std::uint32_t generation, std::uint32_t shard,
                 const std::vector<ClientId>& ids, std::int64_t cursor);
  void Disconnect(std::size_t number);
  void Arrive(std::size_t number, std::uint32_t shard);
  void Pump(std::size_t number);

  /// Applies the watermarks if all batches that were under way when they were read have arrived.
  void EndRound(std::size_t number);
  void Receive(Client& client, std::int64_t id);
  void Leave(std::size_t number, std::uint32_t shard);

  /// Delivers everything that is under way, and checks that each stream has all its messages.
  void Quiesce();
  [[nodiscard]] bool IsOwed(const Client& client, std::int64_t id, const Known& message) const;

  // --- the process

  void Begin();

  /// Ends the process at an arbitrary point and starts one that loads the store.
  void Restart();
  static StreamHandle HandleOf(std::size_t client, std::uint32_t generation) {
    return {.loop = 0, .slot = static_cast<std::uint32_t>(client), .generation = generation};
  }

  const BrokerLimits limits_;
  std::mt19937 chance_;
  Step step_ = 1;
  Time now_{.steady = Millis(5'000), .unix_time = Millis(1'700'000'000'000)};
  SipHash hash_;
  std::array<std::unique_ptr<Counters>, kShards> counters_;
  std::unique_ptr<EventIds> event_ids_;
  std::array<Watermark, kShards> watermarks_;
  std::array<std::unique_ptr<Hub>, kShards> hubs_;
  std::uint32_t delivering_ = 0;  ///< shard whose task is running

  std::map<std::int64_t, Known> messages_;
  std::array<std::vector<std::int64_t>, kShards> waiting_;  ///< accepted, not committed
  std::vector<std::int64_t> lost_;
  std::array<Client, kClients> clients_;
  std::int64_t last_id_ = 0;
  std::int64_t largest_stored_ = 0;
};

}  // namespace prichal::bridge
