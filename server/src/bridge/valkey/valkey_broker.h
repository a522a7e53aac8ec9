#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "bridge/core/broker.h"
#include "bridge/core/counters.h"
#include "bridge/core/frames.h"
#include "bridge/core/subscription_table.h"
#include "bridge/valkey/backend.h"
#include "bridge/valkey/channel.h"
#include "bridge/valkey/schema.h"
#include "http/connection/handler.h"
#include "valkey/client.h"

namespace prichal::bridge {

/// The broker whose messages are in a server or a cluster of Valkey, shared by several instances.
/// The server allocates event IDs, deduplicates, stores and pushes.
///
/// A push is only a hint. Each push names the message before it. If the broker does not know that
/// message, it reads the mailbox. It also reads the mailbox periodically and, after an
/// interruption, from the last event ID. Each loop has its own broker for its streams, with one
/// subscription and one read per client ID, however many streams listen to it.
///
/// Event IDs grow in each mailbox, but the clocks of servers differ. Before a stream of several
/// client IDs gets a message, each of the other mailboxes must promise that its later event IDs are
/// larger (Schema::Range::raise: a fence). So one Last-Event-ID is enough for all of them.
///
/// Owned by a BridgeLoop. See Broker for lifecycle and threads.
class ValkeyBroker final : public Broker, private valkey::PushPort {
 public:
  /// Objects that the brokers of all loops share. They must outlive the brokers.
  struct Shared {
    const Schema& schema;
    EventIds& event_ids;  ///< follows the largest event ID that any of them has seen
    const SipHash& hash;
    valkey::Durability durability = valkey::Durability::kMaster;
  };
  using MakeClient = std::function<std::unique_ptr<valkey::Client>(valkey::PushPort&)>;
  /// Call it before `loop` runs. `port` and `counters` must outlive the broker.
  ValkeyBroker(const BrokerLimits& limits, const Shared& shared, http::Loop& loop,
               const MakeClient& make_client, DeliveryPort& port, Counters& counters);
  ValkeyBroker(const ValkeyBroker&) = delete;
  ValkeyBroker& operator=(const ValkeyBroker&) = delete;
  ~ValkeyBroker() override;

  void SetLimits(const BrokerLimits& limits) override { limits_ = limits; }
  void Publish(Publication publication, Done done) override;
  void Subscribe(const StreamHandle& stream, std::vector<ClientId> ids, std::int64_t after,
                 std::uint32_t address) override;
  void Continue(const StreamHandle& stream) override;
  void Confirm(const StreamHandle& stream, std::int64_t event_id) override;
  void Unsubscribe(const StreamHandle& stream) override;
  void Tick() override;

  [[nodiscard]] valkey::Client& client() { return *client_; }
  [[nodiscard]] const ValkeyCounters& counters() const { return own_counters_; }

 private:
  // Pushes.
  void OnPush(std::string_view channel, std::string_view payload) override;
  void OnSubscribed(std::string_view channel) override;
  void OnInterrupted(std::span<const std::string> channels) override;

  // Channels.
  Channel& Open(const ClientId& id);
  void CloseIfUnused(Channel& channel);
  [[nodiscard]] Channel* Find(const ClientId& id, std::uint64_t serial);
  void OnChannelPush(Channel& channel, const Push& push);
  /// Offers a new message to the streams of a channel, except `but`.
  void Accept(Channel& channel, const KeptMessage& message, const Reader* but = nullptr);
  /// Requests a fence: `channel.past` must reach this event ID.
  void Want(Channel& channel, std::int64_t event_id);
  void Read(Channel& channel);
  /// Reads a channel. `on`: reads the next page of the previous read.
  void ReadNow(Channel& channel, bool on = false);
  void ReadNext();
  void OnRead(Channel& channel, const Page& page);
  void OnReadFailed(Channel& channel);
  /// Ends a read after its last page.
  void OnReadToEnd(Channel& channel, const Page& page);
  void Prime(Channel& channel, const Page& page);
  void Wake(Channel& channel);

  // Streams: valkey_broker_streams.cpp.
  [[nodiscard]] Reader* FindReader(const StreamHandle& stream);
  void Fill(Reader& reader);
  void ReadPageFor(Reader& reader, Reader::Source& source);
  void OnPage(Reader& reader, Channel& channel, Page page);
  void DeliverBatch(Reader& reader);
  [[nodiscard]] bool MayGo(const Reader& reader, const Reader::Next& next);
  void Append(Reader& reader, const Reader::Next& next, Batch& batch);
  void MarkDelivered(const Reader& reader);

  void Retry();
  [[nodiscard]] Millis now() const { return loop_.now().steady; }

  BrokerLimits limits_;
  const Shared shared_;
  http::Loop& loop_;
  DeliveryPort& port_;
  Counters& counters_;
  ValkeyCounters own_counters_;
  std::unordered_map<ClientId, Channel, ClientIdHash> channels_;
  SubscriptionTable subscriptions_;
  std::unordered_map<StreamHandle, Reader, StreamHandleHash> readers_;
  std::uint64_t serial_ = 0;
  std::uint64_t ticks_ = 0;
  std::size_t reads_ = 0;  ///< reads of channels that are under way
  std::deque<std::pair<ClientId, std::uint64_t>> to_read_;
  std::vector<std::pair<ClientId, std::uint64_t>> failed_channels_;
  std::vector<StreamHandle> failed_readers_;
  std::unique_ptr<valkey::Client>
      client_;  ///< destroyed first: its callbacks use the members above
};

}  // namespace prichal::bridge
