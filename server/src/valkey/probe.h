#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "valkey/dispatcher.h"
#include "valkey/node_connection.h"
#include "valkey/nodes.h"
#include "valkey/subscriptions.h"

namespace prichal::valkey {

/// Periodically publishes a message to a private channel of each node and checks that it arrives.
/// The message takes the same path as all others: command connection, slot owner, push connection.
/// This detects connections that are open but do not deliver (for example after a failover), and
/// reopens them. Owned by ClusterClient, on its event loop.
class Probe {
 public:
  /// `on_silent`: called if two consecutive messages did not arrive.
  Probe(NodeConnectionShared& shared, Nodes& nodes, Dispatcher& dispatcher,
        Subscriptions& subscriptions, std::function<void(Node& node)> on_silent);

  /// Returns true for the channels of all clients' probes, which the PushPort must not receive.
  [[nodiscard]] static bool Owns(std::string_view channel);

  /// Chooses for each node with slots a channel in one of its slots.
  void OnOwnersChanged();
  /// A node was removed or lost its last slot: stops its probe.
  void Forget(const Node& node);
  /// A connection became ready or was lost.
  void OnLink(Node& node, bool ready);

  /// Events of the probe's channels, forwarded from Subscriptions.
  void OnPush(std::string_view channel, std::string_view payload);
  void OnSubscribed(std::string_view channel);
  void OnInterrupted(std::string_view channel);

 private:
  struct Watched {
    std::string channel;  ///< empty if not chosen yet
    bool confirmed = false;
    std::uint64_t awaited = 0;      ///< number of the message in flight; 0 if none
    std::uint64_t sent_micros = 0;  ///< MicrosNow() when it was sent
    int missed = 0;                 ///< consecutive messages
    std::unique_ptr<Alarm> alarm;
  };

  [[nodiscard]] Watched& WatchedAt(const Node& node);
  [[nodiscard]] Node* Find(std::string_view channel);
  void ChooseChannel(Node& node, Watched& watched);
  void Send(Node& node);
  void OnDue(NodeIndex index);
  void Unready(Node& node);

  NodeConnectionShared& shared_;
  Nodes& nodes_;
  Dispatcher& dispatcher_;
  Subscriptions& subscriptions_;
  const std::function<void(Node& node)> on_silent_;
  const std::string prefix_;  ///< of this client's channels
  std::uint64_t last_ = 0;
  std::vector<Watched> watched_;  ///< by node index
};

}  // namespace prichal::valkey
