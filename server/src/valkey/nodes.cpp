#include "valkey/nodes.h"

#include <algorithm>

namespace prichal::valkey {

Nodes::Nodes(NodeConnectionShared& shared, NodeConnectionPort& commands, NodeConnectionPort& pushes)
    : shared_(shared), commands_(commands), pushes_(pushes) {
  owners_.fill(kNoNode);
}

Node* Nodes::Find(const NodeConnection& connection) {
  Node* node = At(connection.node());
  // The index of a removed node can have been reused.
  return node != nullptr && (&node->commands == &connection || &node->pushes == &connection)
             ? node
             : nullptr;
}

std::size_t Nodes::size() const {
  return static_cast<std::size_t>(std::count_if(nodes_.begin(), nodes_.end(),
                                                [](const auto& node) { return node != nullptr; }));
}

Node& Nodes::There(const Endpoint& endpoint) {
  std::size_t free = nodes_.size();
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i] && nodes_[i]->endpoint == endpoint) return *nodes_[i];
    if (!nodes_[i]) free = i;
  }
  if (free == nodes_.size()) nodes_.emplace_back();
  nodes_[free] =
      std::make_unique<Node>(shared_, static_cast<NodeIndex>(free), endpoint, commands_, pushes_);
  Node& node = *nodes_[free];
  node.idle_since = shared_.loop.now().steady;
  node.commands.Open();
  node.pushes.Open();
  shared_.counters.nodes.Set(size());
  return node;
}

void Nodes::SetOwner(std::uint16_t slot, NodeIndex owner) {
  if (owners_.at(slot) == owner) return;
  if (Node* before = OwnerOf(slot)) {
    if (--before->slots == 0) before->idle_since = shared_.loop.now().steady;
  }
  owners_.at(slot) = owner;
  if (Node* after = OwnerOf(slot)) {
    ++after->slots;
    after->idle_since = Millis(0);
  }
}

std::size_t Nodes::Apply(const std::vector<SlotRange>& ranges) {
  std::array<NodeIndex, kSlots> next{};
  next.fill(kNoNode);
  for (const SlotRange& range : ranges) {
    const NodeIndex index = There(range.master).index;
    std::fill(next.begin() + range.first, next.begin() + range.last + 1, index);
  }
  std::size_t moved = 0;
  for (std::uint16_t slot = 0; slot < kSlots; ++slot) {
    if (next.at(slot) == owners_.at(slot)) continue;
    ++moved;
    SetOwner(slot, next.at(slot));
  }
  return moved;
}

std::vector<std::unique_ptr<Node>> Nodes::TakeIdle(Millis before) {
  std::vector<std::unique_ptr<Node>> taken;
  for (auto& node : nodes_) {
    if (!node || node->slots > 0) continue;
    if (node->idle_since <= before) taken.push_back(std::move(node));
  }
  if (!taken.empty()) shared_.counters.nodes.Set(size());
  return taken;
}

}  // namespace prichal::valkey
