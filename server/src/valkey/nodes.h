#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "valkey/node_connection.h"
#include "valkey/slots.h"

namespace prichal::valkey {

/// A master with its two connections. Owned by Nodes.
struct Node {
  /// Creates both connections, but does not open them.
  Node(NodeConnectionShared& shared, NodeIndex own_index, const Endpoint& where,
       NodeConnectionPort& commands_port, NodeConnectionPort& pushes_port)
      : index(own_index),
        endpoint(where),
        commands(shared, where, NodeConnection::Kind::kCommands, commands_port, own_index),
        pushes(shared, where, NodeConnection::Kind::kPushes, pushes_port, own_index) {}

  const NodeIndex index;
  const Endpoint endpoint;
  NodeConnection commands;
  NodeConnection pushes;
  std::size_t slots = 0;  ///< number of slots that it owns
  Millis idle_since{0};   ///< steady time since it owns no slot; zero if it owns some
  bool probed = false;    ///< its probes are answered
};

/// Callbacks of Dispatcher and Subscriptions into the client.
struct NodeEvents {
  /// A server reported a new owner of a slot.
  std::function<void(std::uint16_t slot, const Endpoint& owner)> on_moved;
  /// A newer slot map is needed.
  std::function<void()> on_doubt;
  /// A connection became ready or was lost.
  std::function<void(NodeConnection& connection, bool ready)> on_link;
};

/// Table of the masters and of the owner of each slot. Owned by ClusterClient, on its event loop.
class Nodes {
 public:
  Nodes(NodeConnectionShared& shared, NodeConnectionPort& commands, NodeConnectionPort& pushes);

  /// Returns the owner of a slot. Null if unknown.
  [[nodiscard]] Node* OwnerOf(std::uint16_t slot) { return At(owners_.at(slot)); }
  [[nodiscard]] NodeIndex owner(std::uint16_t slot) const { return owners_.at(slot); }
  /// Returns the node at an index. Null if it was removed.
  [[nodiscard]] Node* At(NodeIndex index) {
    return index < nodes_.size() ? nodes_[index].get() : nullptr;
  }
  /// Returns the node of a connection. Null if the connection belongs to no node.
  [[nodiscard]] Node* Find(const NodeConnection& connection);
  /// Returns the node at an endpoint; creates and connects it if it is new.
  Node& There(const Endpoint& endpoint);

  /// Changes the owner of one slot.
  void SetOwner(std::uint16_t slot, NodeIndex owner);
  /// Applies a slot map. Returns the number of slots whose owner changed.
  std::size_t Apply(const std::vector<SlotRange>& ranges);

  /// Removes and returns the nodes that have owned no slot since `before`.
  [[nodiscard]] std::vector<std::unique_ptr<Node>> TakeIdle(Millis before);

  template <typename Action>
  void ForEach(Action action) const {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i]) action(*nodes_[i]);
    }
  }
  [[nodiscard]] std::size_t size() const;

 private:
  NodeConnectionShared& shared_;
  NodeConnectionPort& commands_;
  NodeConnectionPort& pushes_;
  std::vector<std::unique_ptr<Node>> nodes_;  ///< by index
  std::array<NodeIndex, kSlots> owners_{};
};

}  // namespace prichal::valkey
