#include "valkey/probe.h"

#include <fmt/format.h>

#include <utility>

#include "valkey/resp.h"

namespace prichal::valkey {
namespace {

constexpr std::string_view kPrefix = "prichal:probe:";
constexpr int kMostMissed = 2;
/// Attempts to find a channel of a node; nearly always enough even if the node owns only one slot.
constexpr std::uint64_t kMostTries = 16 * kSlots;

}  // namespace

Probe::Probe(NodeConnectionShared& shared, Nodes& nodes, Dispatcher& dispatcher,
             Subscriptions& subscriptions, std::function<void(Node& node)> on_silent)
    : shared_(shared),
      nodes_(nodes),
      dispatcher_(dispatcher),
      subscriptions_(subscriptions),
      on_silent_(std::move(on_silent)),
      prefix_(fmt::format("{}{:016x}:", kPrefix, shared.random.Next())) {}

bool Probe::Owns(std::string_view channel) { return channel.starts_with(kPrefix); }

Probe::Watched& Probe::WatchedAt(const Node& node) {
  if (node.index >= watched_.size()) watched_.resize(node.index + 1U);
  return watched_[node.index];
}

Node* Probe::Find(std::string_view channel) {
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    if (watched_[i].channel == channel) return nodes_.At(static_cast<NodeIndex>(i));
  }
  return nullptr;
}

void Probe::ChooseChannel(Node& node, Watched& watched) {
  if (!watched.channel.empty()) {
    subscriptions_.Unsubscribe(watched.channel);
    watched.channel.clear();
  }
  Unready(node);
  const std::uint64_t first = shared_.random.Next();
  for (std::uint64_t i = 0; i < kMostTries; ++i) {
    std::string channel = fmt::format("{}{:x}", prefix_, first + i);
    if (nodes_.owner(SlotOf(channel)) != node.index) continue;
    watched.channel = channel;
    if (!watched.alarm) {
      watched.alarm = std::make_unique<Alarm>([this, index = node.index] { OnDue(index); });
    }
    shared_.loop.Schedule(*watched.alarm, shared_.loop.now().steady + shared_.options.probe_every);
    subscriptions_.Subscribe(std::move(channel));
    return;
  }
}

void Probe::OnOwnersChanged() {
  nodes_.ForEach([this](Node& node) {
    Watched& watched = WatchedAt(node);
    if (node.slots == 0) {
      Forget(node);
    } else if (watched.channel.empty() || nodes_.owner(SlotOf(watched.channel)) != node.index) {
      ChooseChannel(node, watched);
    }
  });
}

void Probe::Forget(const Node& node) {
  Watched& watched = WatchedAt(node);
  if (!watched.channel.empty()) subscriptions_.Unsubscribe(watched.channel);
  watched = Watched();
}

void Probe::Unready(Node& node) {
  Watched& watched = WatchedAt(node);
  node.probed = false;
  watched.confirmed = false;
  watched.awaited = 0;
  watched.missed = 0;
}

void Probe::OnLink(Node& node, bool ready) {
  Watched& watched = WatchedAt(node);
  if (!ready) {
    node.probed = false;
    watched.awaited = 0;
    watched.missed = 0;
  } else if (watched.confirmed && watched.awaited == 0) {
    Send(node);
  }
}

void Probe::OnSubscribed(std::string_view channel) {
  Node* node = Find(channel);
  if (node == nullptr) return;
  WatchedAt(*node).confirmed = true;
  Send(*node);
}

void Probe::OnInterrupted(std::string_view channel) {
  if (Node* node = Find(channel)) Unready(*node);
}

void Probe::Send(Node& node) {
  Watched& watched = WatchedAt(node);
  const Millis now = shared_.loop.now().steady;
  shared_.loop.Schedule(*watched.alarm, now + shared_.options.probe_every / 2);
  if (!node.commands.ready() || !watched.confirmed) return;
  watched.awaited = ++last_;
  watched.sent_micros = MicrosNow();
  const bool sharded = shared_.options.pushes == PushKind::kSharded;
  const std::string number = std::to_string(watched.awaited);
  std::string wire;
  AppendCommand(wire, {sharded ? "SPUBLISH" : "PUBLISH", watched.channel, number});
  // The reply is irrelevant; only the pushed message counts.
  dispatcher_.RunAt(node, std::move(wire), [](const Client::Answer&) {});
}

void Probe::OnPush(std::string_view channel, std::string_view payload) {
  Node* node = Find(channel);
  if (node == nullptr) return;
  Watched& watched = WatchedAt(*node);
  // An old message arrived after it was counted as missed.
  if (watched.awaited == 0 || payload != std::to_string(watched.awaited)) return;
  const Millis now = shared_.loop.now().steady;
  watched.awaited = 0;
  watched.missed = 0;
  shared_.counters.probe_answered_at.Set(static_cast<std::uint64_t>(now.count()));
  shared_.counters.probe_micros.Set(MicrosNow() - watched.sent_micros);
  shared_.loop.Schedule(*watched.alarm, now + shared_.options.probe_every);
  if (!node->probed) {
    node->probed = true;
    shared_.options.log(fmt::format("{} is ready", NameOf(node->endpoint)));
  }
}

void Probe::OnDue(NodeIndex index) {
  Node* node = nodes_.At(index);
  if (node == nullptr) return;
  Watched& watched = WatchedAt(*node);
  const bool up = node->commands.ready() && node->pushes.ready();
  if (!up || (watched.awaited == 0 && watched.confirmed)) {
    Send(*node);
    return;
  }
  // A subscription that is not confirmed on a working connection counts as missed.
  ++watched.missed;
  shared_.counters.probes_missed.Add();
  if (watched.missed < kMostMissed) {
    Send(*node);
    return;
  }
  Unready(*node);
  shared_.loop.Schedule(*watched.alarm,
                        shared_.loop.now().steady + shared_.options.probe_every / 2);
  shared_.options.log(
      fmt::format("{} does not answer ({} probes lost)", NameOf(node->endpoint), kMostMissed));
  on_silent_(*node);
}

}  // namespace prichal::valkey
