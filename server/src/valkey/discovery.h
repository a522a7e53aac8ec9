#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "valkey/dispatcher.h"
#include "valkey/node_connection.h"
#include "valkey/nodes.h"

namespace prichal::valkey {

/// Keeps the slot map up to date. Asks a working master for it. If none works, tries the seeds and
/// all servers of the last map in turn, indefinitely. Detects from the response whether the server
/// is part of a cluster. Owned by ClusterClient, on its event loop; the referenced objects must
/// outlive it.
class Discovery final : private NodeConnectionPort {
 public:
  /// Callbacks into the client.
  struct Events {
    /// A new map with at least one slot, or one server that owns all slots.
    std::function<void(const std::vector<SlotRange>& map, bool cluster)> on_map;
    /// The single server is now a replica.
    std::function<void(const Endpoint& endpoint)> on_replica;
    /// Returns true if the current map has a problem; the map is then requested again soon.
    std::function<bool()> troubled;
  };

  Discovery(NodeConnectionShared& shared, Nodes& nodes, Dispatcher& dispatcher, Events events);
  Discovery(const Discovery&) = delete;
  Discovery& operator=(const Discovery&) = delete;
  ~Discovery() override;

  /// Requests the first map. Call it once.
  void Start();
  /// Requests a new map, because the current one is wrong: immediately, or after the minimum
  /// interval.
  void Doubt();

 private:
  void OnReady(NodeConnection& connection) override;
  void OnLost(NodeConnection& connection, Commands sent, Commands unsent) override;
  void OnAnswer(NodeConnection& connection, std::unique_ptr<Command> command, Reply reply,
                bool too_few) override;
  void OnPush(NodeConnection& /*connection*/, Reply /*reply*/) override {}

  void Query();
  /// Reads the reply to a command. `asked`: the server that sent it.
  using Read = void (Discovery::*)(const Endpoint& asked, const Reply& reply);
  void QueryNode(Node& node, std::string_view wire, Read read);
  void QueryScout(std::string_view wire, Read read);
  void Scout();
  void NextScout();
  void ReadMap(const Endpoint& asked, const Reply& reply);
  void ReadRole(const Endpoint& asked, const Reply& reply);
  void Found(const std::vector<SlotRange>& map, bool cluster);
  void Failed(const Endpoint& asked, const std::string& reason);
  void PlanNext();
  void RetireScout();

  NodeConnectionShared& shared_;
  Nodes& nodes_;
  Dispatcher& dispatcher_;
  Events events_;
  std::vector<Endpoint> endpoints_;  ///< masters and replicas of the last map
  std::size_t next_candidate_ = 0;
  bool asking_ = false;
  bool failed_ = false;  ///< the last request failed; the next one goes to another server
  std::map<Endpoint, std::string> failures_;  ///< logged reasons since the last map
  Millis asked_at_{0};
  std::unique_ptr<NodeConnection> scout_;
  Read scout_reads_ = nullptr;  ///< reads its next reply
  /// Destroyed later, because they can be on the call stack.
  std::vector<std::unique_ptr<NodeConnection>> retired_;
  Alarm alarm_;
  Alarm scout_alarm_;
};

}  // namespace prichal::valkey
