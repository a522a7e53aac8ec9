#include "valkey/discovery.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "valkey/resp.h"

namespace prichal::valkey {
namespace {

/// Minimum interval between two requests.
constexpr Millis kLeastPause{100};

constexpr std::string_view kClusterSlots = "*2\r\n$7\r\nCLUSTER\r\n$5\r\nSLOTS\r\n";
constexpr std::string_view kRole = "*1\r\n$4\r\nROLE\r\n";

}  // namespace

Discovery::Discovery(NodeConnectionShared& shared, Nodes& nodes, Dispatcher& dispatcher,
                     Events events)
    : shared_(shared),
      nodes_(nodes),
      dispatcher_(dispatcher),
      events_(std::move(events)),
      alarm_([this] { Query(); }),
      scout_alarm_([this] { NextScout(); }) {}

Discovery::~Discovery() = default;

void Discovery::Start() { shared_.loop.Schedule(alarm_, shared_.loop.now().steady); }

void Discovery::Doubt() {
  if (asking_) return;
  const Millis now = shared_.loop.now().steady;
  shared_.loop.Schedule(alarm_, std::max(now, asked_at_ + kLeastPause));
}

void Discovery::PlanNext() {
  const Millis every =
      events_.troubled() ? shared_.options.refresh_soon : shared_.options.refresh_every;
  shared_.loop.Schedule(alarm_, shared_.loop.now().steady + shared_.Jittered(every));
}

void Discovery::Query() {
  if (asking_) return;
  retired_.clear();
  asking_ = true;
  asked_at_ = shared_.loop.now().steady;
  std::vector<Node*> ready;
  nodes_.ForEach([&](Node& node) {
    if (node.slots > 0 && node.commands.ready()) ready.push_back(&node);
  });
  if (ready.empty() || failed_) {
    Scout();
  } else {
    QueryNode(*ready[shared_.random.Below(ready.size())], kClusterSlots, &Discovery::ReadMap);
  }
}

void Discovery::QueryNode(Node& node, std::string_view wire, Read read) {
  dispatcher_.RunAt(node, std::string(wire),
                    [this, asked = node.endpoint, read](const Client::Answer& answer) {
                      if (answer) return (this->*read)(asked, *answer);
                      Failed(asked, answer.error().message);
                    });
}

void Discovery::QueryScout(std::string_view wire, Read read) {
  auto command = std::make_unique<Command>();
  command->wire = wire;
  command->by_itself = true;
  scout_reads_ = read;
  scout_->Send(std::move(command));
}

void Discovery::RetireScout() {
  if (!scout_) return;
  // The scout can be the caller, so do not destroy it now.
  NodeConnection& connection = *retired_.emplace_back(std::move(scout_));
  connection.Close();
}

void Discovery::Scout() {
  // One request to one server. The connection stays open for a ROLE command.
  const std::size_t seeds = shared_.options.uri.seeds.size();
  const std::size_t at = next_candidate_++ % (seeds + endpoints_.size());
  const Endpoint& candidate = at < seeds ? shared_.options.uri.seeds[at] : endpoints_[at - seeds];
  NodeConnectionPort& port = *this;
  scout_ = std::make_unique<NodeConnection>(shared_, candidate, NodeConnection::Kind::kScout, port);
  scout_->Open();
  shared_.loop.Schedule(scout_alarm_, shared_.loop.now().steady + shared_.options.deadline);
}

void Discovery::NextScout() {
  if (scout_) Failed(scout_->endpoint(), "no answer in time");
}

void Discovery::OnReady(NodeConnection& connection) {
  if (&connection == scout_.get()) QueryScout(kClusterSlots, &Discovery::ReadMap);
}

void Discovery::OnLost(NodeConnection& connection, Commands /*sent*/, Commands /*unsent*/) {
  if (&connection == scout_.get()) Failed(connection.endpoint(), connection.last_reason());
}

void Discovery::OnAnswer(NodeConnection& connection, std::unique_ptr<Command> /*command*/,
                         Reply reply, bool /*too_few*/) {
  if (&connection == scout_.get()) (this->*scout_reads_)(connection.endpoint(), reply);
}

void Discovery::ReadMap(const Endpoint& asked, const Reply& reply) {
  if (reply.IsError() && ReadRefusal(reply.text, asked).kind == Refusal::Kind::kNoCluster) {
    // A single server without cluster mode. It can be a replica, which rejects writes.
    if (scout_) return QueryScout(kRole, &Discovery::ReadRole);
    Node* node = nullptr;
    nodes_.ForEach([&](Node& one) {
      if (one.endpoint == asked && one.commands.ready()) node = &one;
    });
    if (node == nullptr) return Failed(asked, "the connection was lost");
    return QueryNode(*node, kRole, &Discovery::ReadRole);
  }
  auto map = ParseSlots(reply, asked);
  if (!map) {
    Failed(asked, fmt::format("CLUSTER SLOTS: {}", map.error()));
  } else if (map->empty()) {
    Failed(asked, "the cluster has no slots assigned");
  } else {
    Found(*map, true);
  }
}

void Discovery::ReadRole(const Endpoint& asked, const Reply& reply) {
  // If a server denies the ROLE command, it is assumed to be the master.
  if (reply.kind == Reply::Kind::kList && !reply.items.empty() && reply.items[0].text == "slave") {
    events_.on_replica(asked);
    Failed(asked, "it is a replica. Fix: add its master to store.valkey_uri");
    return;
  }
  Found({{.first = 0, .last = kSlots - 1, .master = asked, .replicas = {}}}, false);
}

void Discovery::Found(const std::vector<SlotRange>& map, bool cluster) {
  asking_ = false;
  shared_.loop.Cancel(scout_alarm_);
  RetireScout();
  failed_ = false;
  if (!failures_.empty()) shared_.options.log("the topology is known again");
  failures_.clear();
  endpoints_.clear();
  for (const SlotRange& range : map) {
    endpoints_.push_back(range.master);
    endpoints_.insert(endpoints_.end(), range.replicas.begin(), range.replicas.end());
  }
  std::sort(endpoints_.begin(), endpoints_.end());
  endpoints_.erase(std::unique(endpoints_.begin(), endpoints_.end()), endpoints_.end());
  shared_.counters.refreshes.Add();
  events_.on_map(map, cluster);
  PlanNext();
}

void Discovery::Failed(const Endpoint& asked, const std::string& reason) {
  asking_ = false;
  shared_.loop.Cancel(scout_alarm_);
  RetireScout();
  failed_ = true;
  // Log only if the reason changed, not each attempt.
  if (std::exchange(failures_[asked], reason) != reason) {
    // Without a map no command can be sent.
    if (endpoints_.empty()) {
      shared_.options.LogError(Unreachable(asked, reason));
    } else {
      shared_.options.log(
          fmt::format("cannot read the topology from {}: {}", NameOf(asked), reason));
    }
  }
  shared_.loop.Schedule(
      alarm_, shared_.loop.now().steady + shared_.Jittered(shared_.options.refresh_soon / 2));
}

}  // namespace prichal::valkey
