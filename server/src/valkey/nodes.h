#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "valkey/link.h"
#include "valkey/slots.h"

namespace prichal::valkey {

/// A master, with its two links.
struct Node {
  Node(LinkShared& shared, NodeIndex own_index, const Endpoint& where, LinkPort& commands_port,
       LinkPort& pushes_port)
      : index(own_index),
        endpoint(where),
        commands(shared, where, Link::Kind::kCommands, commands_port, own_index),
        pushes(shared, where, Link::Kind::kPushes, pushes_port, own_index) {}

  const NodeIndex index;
  const Endpoint endpoint;
  Link commands;
  Link pushes;
  std::size_t slots = 0;  ///< that it owns
  Millis idle_since{0};   ///< steady time: it owns none; zero: it owns some
  bool probed = false;    ///< its probes come back
};

/// The masters of a cluster, or the one server, and who owns which slot.
class Nodes {
 public:
  Nodes(LinkShared& shared, LinkPort& commands, LinkPort& pushes);

  /// Null: nobody is known to own it.
  [[nodiscard]] Node* OwnerOf(std::uint16_t slot) { return At(owners_.at(slot)); }
  [[nodiscard]] NodeIndex owner(std::uint16_t slot) const { return owners_.at(slot); }
  /// Null: gone.
  [[nodiscard]] Node* At(NodeIndex index) {
    return index < nodes_.size() ? nodes_[index].get() : nullptr;
  }
  /// Whom a link belongs to; null: to none.
  [[nodiscard]] Node* Of(const Link& link);
  /// The node there, which is made and connected to when it is new.
  Node& There(const Endpoint& endpoint);

  void SetOwner(std::uint16_t slot, NodeIndex owner);
  /// How many slots have another owner now.
  std::size_t Apply(const std::vector<SlotRange>& ranges);

  /// Takes the nodes away that have owned nothing since `before`, or for a shorter time without a
  /// command under way.
  [[nodiscard]] std::vector<std::unique_ptr<Node>> TakeIdle(Millis before);

  template <typename Action>
  void ForEach(Action action) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i]) action(*nodes_[i]);
    }
  }
  [[nodiscard]] std::size_t size() const;

 private:
  LinkShared& shared_;
  LinkPort& commands_;
  LinkPort& pushes_;
  std::vector<std::unique_ptr<Node>> nodes_;  ///< by index
  std::array<NodeIndex, kSlots> owners_{};
};

}  // namespace prichal::valkey
