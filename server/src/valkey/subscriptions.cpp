// Subscriptions: routing of channels to nodes. subscription_commands.cpp sends the commands.

#include "valkey/subscriptions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "valkey/resp.h"

namespace prichal::valkey {
Subscriptions::Subscriptions(NodeConnectionShared& shared, PushPort& port, NodeEvents events)
    : shared_(shared),
      port_(port),
      events_(std::move(events)),
      delay_alarm_([this] { RouteDue(); }),
      confirmation_alarm_([this] { CheckConfirmations(); }) {}

Subscriptions::~Subscriptions() { shared_.loop.ForgetTurnEnd(*this); }

void Subscriptions::MarkDirty() {
  if (dirty_) return;
  dirty_ = true;
  shared_.loop.AtTurnEnd(*this);
}

Subscriptions::Flow& Subscriptions::FlowOf(NodeIndex node) {
  if (node >= flows_.size()) flows_.resize(node + 1U);
  return flows_[node];
}

void Subscriptions::Count() {
  shared_.counters.channels.Set(table_.size());
  shared_.counters.channels_waiting.Set(table_.size() - confirmed_);
}

void Subscriptions::Subscribe(std::string channel) {
  const Entry entry{.slot = SlotOf(channel)};
  if (!table_.try_emplace(channel, entry).second) return;
  Count();
  Route(std::move(channel), entry);
}

void Subscriptions::Unsubscribe(std::string_view channel) {
  const auto place = table_.find(channel);
  if (place == table_.end()) return;
  const Entry entry = place->second;
  if (entry.state == State::kConfirmed) --confirmed_;
  if (entry.state != State::kWaiting) {
    FlowOf(entry.node).leaving.push_back(place->first);
    MarkDirty();
  }
  table_.erase(place);
  Count();
}

void Subscriptions::Route(std::string channel, const Entry& entry) {
  const NodeIndex owner = nodes_->owner(entry.slot);
  if (owner == kNoNode) {
    homeless_.push_back(std::move(channel));
    return;
  }
  FlowOf(owner).joining.push_back(std::move(channel));
  MarkDirty();
}

void Subscriptions::RouteAgain(std::string channel) {
  const auto place = table_.find(channel);
  if (place == table_.end() || place->second.state != State::kWaiting) return;
  Route(std::move(channel), place->second);
}

void Subscriptions::RouteLater(std::vector<std::string> channels, Millis most) {
  if (channels.empty()) return;
  const Millis wait(static_cast<std::int64_t>(
      shared_.random.Below(static_cast<std::uint64_t>(most.count()) + 1)));
  delayed_.push_back({.due = shared_.loop.now().steady + wait, .channels = std::move(channels)});
  RouteDue();
}

void Subscriptions::RouteDue() {
  const Millis now = shared_.loop.now().steady;
  Millis next = Millis::max();
  for (std::size_t i = 0; i < delayed_.size();) {
    if (delayed_[i].due > now) {
      next = std::min(next, delayed_[i++].due);
      continue;
    }
    const Delayed due = std::exchange(delayed_[i], std::move(delayed_.back()));
    delayed_.pop_back();
    for (const std::string& channel : due.channels) RouteAgain(channel);
  }
  if (next != Millis::max()) shared_.loop.Schedule(delay_alarm_, next);
}

void Subscriptions::Interrupt(Table::iterator place, std::vector<std::string>& again) {
  Entry& entry = place->second;
  if (entry.state == State::kConfirmed) {
    --confirmed_;
    entry.again = true;
    interrupted_.push_back(place->first);
  }
  entry.state = State::kWaiting;
  entry.node = kNoNode;
  again.push_back(place->first);
}

void Subscriptions::InterruptNode(NodeIndex node) {
  std::vector<std::string> again;
  for (auto place = table_.begin(); place != table_.end(); ++place) {
    if (place->second.state != State::kWaiting && place->second.node == node) {
      Interrupt(place, again);
    }
  }
  Flow& flow = FlowOf(node);
  flow.leaving.clear();
  flow.orders.clear();
  flow.unconfirmed = 0;
  Count();
  MarkDirty();
  RouteLater(std::move(again), shared_.options.resubscribe_within);
}

void Subscriptions::OnOwnersChanged() {
  owners_changed_ = true;
  MarkDirty();
}

void Subscriptions::CheckOwners() {
  owners_changed_ = false;
  std::vector<std::string> again;
  for (auto place = table_.begin(); place != table_.end(); ++place) {
    const Entry& entry = place->second;
    if (entry.state == State::kWaiting || nodes_->owner(entry.slot) == entry.node) continue;
    FlowOf(entry.node).leaving.push_back(place->first);
    Interrupt(place, again);
  }
  Count();
  RouteLater(std::move(again), shared_.options.resubscribe_within);
  // Routes channels again that wait for a former owner or for an unknown one.
  std::deque<std::string> astray = std::exchange(homeless_, {});
  for (std::size_t i = 0; i < flows_.size(); ++i) {
    std::erase_if(flows_[i].joining, [&](std::string& channel) {
      const auto place = table_.find(channel);
      if (place != table_.end() && nodes_->owner(place->second.slot) == i) return false;
      astray.push_back(std::move(channel));
      return true;
    });
  }
  for (std::string& channel : astray) RouteAgain(std::move(channel));
}

void Subscriptions::Forget(const Node& node) {
  FlowOf(node.index).up = false;
  InterruptNode(node.index);
  for (std::string& channel : std::exchange(FlowOf(node.index).joining, {})) {
    RouteAgain(std::move(channel));
  }
}

void Subscriptions::OnTurnEnd() {
  dirty_ = false;
  if (owners_changed_) CheckOwners();
  nodes_->ForEach([this](Node& node) { Pump(node); });
  if (interrupted_.empty()) return;
  auto interrupted = std::exchange(interrupted_, {});
  std::erase_if(interrupted,
                [this](const std::string& channel) { return !table_.contains(channel); });
  if (!interrupted.empty()) port_.OnInterrupted(interrupted);
}

void Subscriptions::CheckConfirmations() {
  confirmation_awaited_ = false;
  const Millis now = shared_.loop.now().steady;
  Millis next = Millis::max();
  nodes_->ForEach([&](Node& node) {
    const Flow& flow = FlowOf(node.index);
    if (flow.orders.empty()) return;
    const Millis due = flow.heard + shared_.options.deadline;
    if (due > now) {
      next = std::min(next, due);
    } else {
      node.pushes.Reopen("the server does not confirm subscriptions");
    }
  });
  if (next == Millis::max()) return;
  confirmation_awaited_ = true;
  shared_.loop.Schedule(confirmation_alarm_, next);
}

void Subscriptions::OnReady(NodeConnection& connection) {
  if (const Node* node = nodes_->Find(connection)) FlowOf(node->index).up = true;
  MarkDirty();
  events_.on_link(connection, true);
}

void Subscriptions::OnLost(NodeConnection& connection, Commands /*sent*/, Commands /*unsent*/) {
  const Node* node = nodes_->Find(connection);
  // A failed connection attempt interrupts no subscriptions.
  if (node == nullptr || !std::exchange(FlowOf(node->index).up, false)) return;
  InterruptNode(node->index);
  events_.on_link(connection, false);
}

void Subscriptions::OnPush(NodeConnection& connection, Reply reply) {
  Node* node = nodes_->Find(connection);
  if (node == nullptr) return;
  if (reply.IsError()) {
    Refused(*node, reply);
    return;
  }
  if (reply.kind != Reply::Kind::kList || reply.items.size() < 3) return;
  const std::string& what = reply.items[0].text;
  const std::string& channel = reply.items[1].text;
  if (what == "smessage" || what == "message") {
    const auto place = table_.find(channel);
    if (place == table_.end() || place->second.state != State::kConfirmed) return;
    shared_.counters.pushes.Add();
    port_.OnPush(channel, reply.items[2].text);
  } else if (what == "ssubscribe" || what == "subscribe") {
    Confirmed(*node, channel);
  } else if (what == "sunsubscribe" || what == "unsubscribe") {
    Left(*node, channel);
  }
}

}  // namespace prichal::valkey
