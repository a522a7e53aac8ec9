// Subscriptions: routing of channels to nodes, and the batched commands. The server confirms each
// channel, or rejects the whole command.

#include "valkey/subscriptions.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "valkey/resp.h"

namespace prichal::valkey {
Subscriptions::Subscriptions(NodeConnectionShared& shared, PushPort& port, Events events)
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
    for (const std::string& channel : due.channels) {
      const auto place = table_.find(channel);
      if (place != table_.end() && place->second.state == State::kWaiting) {
        Route(channel, place->second);
      }
    }
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
  for (std::string& channel : astray) {
    const auto place = table_.find(channel);
    if (place != table_.end() && place->second.state == State::kWaiting) {
      Route(std::move(channel), place->second);
    }
  }
}

void Subscriptions::Forget(const Node& node) {
  FlowOf(node.index).up = false;
  InterruptNode(node.index);
  for (std::string& channel : std::exchange(FlowOf(node.index).joining, {})) {
    const auto place = table_.find(channel);
    if (place != table_.end() && place->second.state == State::kWaiting) {
      Route(std::move(channel), place->second);
    }
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
      node.pushes.Reopen("the server confirms no subscription");
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

void Subscriptions::OnLost(NodeConnection& connection,
                           std::vector<std::unique_ptr<Command>> /*sent*/,
                           std::vector<std::unique_ptr<Command>> /*unsent*/) {
  const Node* node = nodes_->Find(connection);
  // A failed connection attempt interrupts no subscriptions.
  if (node == nullptr || !std::exchange(FlowOf(node->index).up, false)) return;
  InterruptNode(node->index);
  events_.on_link(connection, false);
}

void Subscriptions::OnAnswer(NodeConnection& /*link*/, std::unique_ptr<Command> /*command*/,
                             Reply /*reply*/, bool /*too_few*/) {}

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

namespace {

/// Channels per command.
constexpr std::size_t kBatch = 512;
/// Limit of unconfirmed channels per node, so that its replies fit in its output buffer.
constexpr std::size_t kMostUnconfirmed = 8'192;
/// Pause before a retry: after a temporary error, and after a permission error.
constexpr Millis kSubscribePause{100};
constexpr Millis kLongPause{2'000};

}  // namespace

void Subscriptions::Pump(Node& node) {
  if (!node.pushes.ready()) return;
  Flow& flow = FlowOf(node.index);
  // Unsubscribe first, because a channel can be removed and added again in one iteration.
  if (!flow.leaving.empty()) SendGrouped(node, false, std::exchange(flow.leaving, {}));
  std::vector<std::string> batch;
  while (!flow.joining.empty() && flow.unconfirmed + batch.size() < kMostUnconfirmed) {
    std::string channel = std::move(flow.joining.front());
    flow.joining.pop_front();
    const auto place = table_.find(channel);
    if (place == table_.end() || place->second.state != State::kWaiting) continue;
    if (nodes_->owner(place->second.slot) != node.index) {
      Route(std::move(channel), place->second);
      continue;
    }
    place->second.state = State::kSent;
    place->second.node = node.index;
    batch.push_back(std::move(channel));
  }
  if (!batch.empty()) SendGrouped(node, true, std::move(batch));
}

void Subscriptions::SendGrouped(Node& node, bool subscribes, std::vector<std::string> channels) {
  const bool by_slot = cluster_ && shared_.options.pushes == PushKind::kSharded;
  if (!by_slot) {
    for (std::size_t first = 0; first < channels.size(); first += kBatch) {
      const auto begin = channels.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end =
          channels.begin() + static_cast<std::ptrdiff_t>(std::min(first + kBatch, channels.size()));
      SendOrder(node, subscribes, {std::make_move_iterator(begin), std::make_move_iterator(end)});
    }
    return;
  }
  std::vector<std::pair<std::uint16_t, std::string>> sorted;
  sorted.reserve(channels.size());
  for (std::string& channel : channels) {
    const std::uint16_t slot = SlotOf(channel);
    sorted.emplace_back(slot, std::move(channel));
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> group;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    group.push_back(std::move(sorted[i].second));
    const bool last = i + 1 == sorted.size() || sorted[i + 1].first != sorted[i].first;
    if (last || group.size() == kBatch) SendOrder(node, subscribes, std::exchange(group, {}));
  }
}

void Subscriptions::SendOrder(Node& node, bool subscribes, std::vector<std::string> channels) {
  const bool sharded = shared_.options.pushes == PushKind::kSharded;
  std::string wire;
  AppendCommandHead(wire, channels.size() + 1);
  AppendCommandPart(wire, subscribes ? (sharded ? "SSUBSCRIBE" : "SUBSCRIBE")
                                     : (sharded ? "SUNSUBSCRIBE" : "UNSUBSCRIBE"));
  const std::uint32_t id = ++last_order_;
  for (const std::string& channel : channels) {
    AppendCommandPart(wire, channel);
    if (!subscribes) continue;
    Entry& entry = table_.find(channel)->second;
    entry.order = id;
    if (entry.again) shared_.counters.resubscriptions.Add();
  }
  node.pushes.SendRaw(wire);
  Flow& flow = FlowOf(node.index);
  const Millis now = shared_.loop.now().steady;
  if (flow.orders.empty()) flow.heard = now;
  if (!std::exchange(confirmation_awaited_, true)) {
    shared_.loop.Schedule(confirmation_alarm_, now + shared_.options.deadline);
  }
  flow.unconfirmed += channels.size();
  flow.orders.push_back({.subscribes = subscribes, .id = id, .channels = std::move(channels)});
}

void Subscriptions::Confirmed(Node& node, std::string_view channel) {
  Flow& flow = FlowOf(node.index);
  if (flow.orders.empty() || !flow.orders.front().subscribes ||
      flow.orders.front().channels[flow.orders.front().confirmed] != channel) {
    node.pushes.Reopen("a subscription was confirmed that was not asked for");
    return;
  }
  Order& order = flow.orders.front();
  const std::uint32_t id = order.id;
  flow.heard = shared_.loop.now().steady;
  --flow.unconfirmed;
  if (++order.confirmed == order.channels.size()) flow.orders.pop_front();
  if (!flow.joining.empty() && flow.unconfirmed < kMostUnconfirmed / 2) MarkDirty();
  const auto place = table_.find(channel);
  // The channel can have been removed and added again in the meantime.
  if (place == table_.end() || place->second.state != State::kSent || place->second.order != id) {
    return;
  }
  place->second.state = State::kConfirmed;
  ++confirmed_;
  Count();
  port_.OnSubscribed(channel);
}

void Subscriptions::Left(Node& node, std::string_view channel) {
  Flow& flow = FlowOf(node.index);
  if (!flow.orders.empty() && !flow.orders.front().subscribes &&
      flow.orders.front().channels[flow.orders.front().confirmed] == channel) {
    flow.heard = shared_.loop.now().steady;
    --flow.unconfirmed;
    Order& order = flow.orders.front();
    if (++order.confirmed == order.channels.size()) flow.orders.pop_front();
    return;
  }
  // Unsolicited: the slot has left the node.
  const auto place = table_.find(channel);
  if (place == table_.end() || place->second.state == State::kWaiting ||
      place->second.node != node.index) {
    return;
  }
  std::vector<std::string> again;
  Interrupt(place, again);
  Count();
  MarkDirty();
  RouteLater(std::move(again), shared_.options.resubscribe_within);
  events_.on_doubt();
}

void Subscriptions::Refused(Node& node, const Reply& reply) {
  Flow& flow = FlowOf(node.index);
  if (flow.orders.empty()) return;
  const Order order = std::move(flow.orders.front());
  flow.orders.pop_front();
  flow.heard = shared_.loop.now().steady;
  flow.unconfirmed -= order.channels.size() - order.confirmed;
  // Ignore a failed unsubscribe: if the slot moved, the server has already removed the
  // subscription.
  if (!order.subscribes) return;
  std::vector<std::string> again;
  for (const std::string& channel : order.channels) {
    const auto place = table_.find(channel);
    if (place == table_.end() || place->second.order != order.id ||
        place->second.state != State::kSent) {
      continue;
    }
    Interrupt(place, again);
  }
  const Refusal refusal = ReadRefusal(reply.text, node.endpoint);
  Millis pause = kSubscribePause;
  switch (refusal.kind) {
    case Refusal::Kind::kMoved:
      shared_.counters.redirects.Add();
      events_.on_moved(refusal.slot, refusal.target);
      if (refusal.target != node.endpoint) pause = Millis(0);
      break;
    case Refusal::Kind::kTryAgain:
    case Refusal::Kind::kReadOnly:
    case Refusal::Kind::kAsk:
      events_.on_doubt();
      break;
    default:
      shared_.options.log(fmt::format("{} refuses {} subscriptions: {}", NameOf(node.endpoint),
                                      again.size(), reply.text));
      pause = kLongPause;
  }
  RouteLater(std::move(again), pause);
}

}  // namespace prichal::valkey
