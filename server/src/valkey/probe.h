#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "valkey/alarm.h"
#include "valkey/dispatcher.h"
#include "valkey/nodes.h"
#include "valkey/subscriptions.h"

namespace prichal::valkey {

/// Sends each node a message to a channel of this client's own, by the way that all messages go:
/// the link for commands, the slot's owner, the link for pushes. Links that are up and lead nowhere
/// (as after a failover) are found by that, and made again.
class Probe {
 public:
  struct Events {
    /// Two messages in a row have not come back.
    std::function<void(Node& node)> on_silent;
  };

  Probe(LinkShared& shared, Nodes& nodes, Dispatcher& dispatcher, Subscriptions& subscriptions,
        Events events);

  /// A channel of some client's probe: not for the PushPort of the client.
  [[nodiscard]] static bool Owns(std::string_view channel);

  /// Each node that owns slots has a channel in one of them.
  void OnOwnersChanged();
  void Forget(const Node& node);
  /// A link works, or does not any more.
  void OnLink(Node& node, bool ready);

  void OnPush(std::string_view channel, std::string_view payload);
  void OnSubscribed(std::string_view channel);
  void OnInterrupted(std::string_view channel);

 private:
  struct Watched {
    std::string channel;  ///< empty: none yet
    bool confirmed = false;
    std::uint64_t awaited = 0;      ///< the number of the message that is under way; 0: none is
    std::uint64_t sent_micros = 0;  ///< MicrosNow()
    int missed = 0;                 ///< in a row
    std::unique_ptr<Alarm> alarm;
  };

  [[nodiscard]] Watched& WatchedAt(const Node& node);
  [[nodiscard]] Node* Find(std::string_view channel);
  void ChooseChannel(Node& node, Watched& watched);
  void Send(Node& node);
  void OnDue(NodeIndex index);
  void Unready(Node& node);

  LinkShared& shared_;
  Nodes& nodes_;
  Dispatcher& dispatcher_;
  Subscriptions& subscriptions_;
  Events events_;
  const std::string prefix_;  ///< of this client's channels
  std::uint64_t last_ = 0;
  std::vector<Watched> watched_;  ///< by node
};

}  // namespace prichal::valkey
