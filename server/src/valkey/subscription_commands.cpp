// Subscriptions: the batched commands. The server confirms each channel, or rejects the whole
// command.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "valkey/resp.h"
#include "valkey/subscriptions.h"

namespace prichal::valkey {
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
    node.pushes.Reopen("confirmation of an unknown subscription");
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
      shared_.options.log(fmt::format("{} rejects {} subscriptions: {}", NameOf(node.endpoint),
                                      again.size(), reply.text));
      pause = kLongPause;
  }
  RouteLater(std::move(again), pause);
}

}  // namespace prichal::valkey
