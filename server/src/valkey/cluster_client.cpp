#include "valkey/cluster_client.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "base/encoding.h"
#include "valkey/discovery.h"
#include "valkey/dispatcher.h"
#include "valkey/node_connection.h"
#include "valkey/nodes.h"
#include "valkey/probe.h"
#include "valkey/resp.h"
#include "valkey/subscriptions.h"

namespace prichal::valkey {
namespace {

/// Interval of the search for nodes without slots.
constexpr Millis kTidyEvery{1'000};

std::string Sha1(std::string_view bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &length, EVP_sha1(), nullptr) != 1) {
    throw std::runtime_error("OpenSSL has no SHA-1, which identifies the scripts");
  }
  return HexEncode(std::span(digest).first(length));
}

}  // namespace

Script::Script(std::string lua) : source(std::move(lua)), sha1(Sha1(source)) {}

/// Owns the parts of the client and forwards events between them.
class ClusterClient::Impl final : private PushPort {
 public:
  Impl(http::Outbound& loop, ClientOptions given, PushPort& port)
      : options(std::move(given)),
        shared{.loop = loop, .options = options, .counters = counters},
        dispatcher(shared, {.on_moved = [this](auto slot, const auto& to) { OnMoved(slot, to); },
                            .on_doubt = [this] { discovery.Doubt(); },
                            .on_link = [this](NodeConnection& connection,
                                              bool ready) { OnLink(connection, ready); }}),
        subscriptions(shared, *this,
                      {.on_moved = [this](auto slot, const auto& to) { OnMoved(slot, to); },
                       .on_doubt = [this] { discovery.Doubt(); },
                       .on_link = [this](NodeConnection& connection,
                                         bool ready) { OnLink(connection, ready); }}),
        nodes(shared, dispatcher, subscriptions),
        probe(shared, nodes, dispatcher, subscriptions,
              {.on_silent = [this](Node& node) { Reopen(node, "no answer to its probes"); }}),
        discovery(shared, nodes, dispatcher,
                  {.on_map = [this](const auto& map, bool is) { OnMap(map, is); },
                   .on_replica = [this](const Endpoint& endpoint) { OnReplica(endpoint); },
                   .troubled = [this] { return Troubled(); }}),
        tidy([this] { Tidy(); }),
        port_(port) {
    dispatcher.SetNodes(nodes);
    subscriptions.SetNodes(nodes);
    discovery.Start();
  }

  [[nodiscard]] bool Ready() const {
    bool ready = false;
    // Const access: ForEach() only reads here, and the table belongs to this client.
    const_cast<Nodes&>(nodes).ForEach([&](const Node& node) {
      ready =
          ready || (node.slots > 0 && node.probed && node.commands.ready() && node.pushes.ready());
    });
    return ready;
  }

  std::shared_ptr<const Script> Know(const Script& script) {
    const auto found =
        std::find_if(shared.scripts.begin(), shared.scripts.end(),
                     [&](const auto& registered) { return registered->sha1 == script.sha1; });
    if (found != shared.scripts.end()) return *found;
    return shared.scripts.emplace_back(std::make_shared<const Script>(script));
  }

  const ClientOptions options;
  ClientCounters counters;
  NodeConnectionShared shared;
  Dispatcher dispatcher;
  Subscriptions subscriptions;
  Nodes nodes;
  Probe probe;
  Discovery discovery;
  Alarm tidy;

 private:
  void OnPush(std::string_view channel, std::string_view payload) override {
    if (Probe::Owns(channel)) {
      probe.OnPush(channel, payload);
    } else {
      port_.OnPush(channel, payload);
    }
  }
  void OnSubscribed(std::string_view channel) override {
    if (Probe::Owns(channel)) {
      probe.OnSubscribed(channel);
    } else {
      port_.OnSubscribed(channel);
    }
  }
  void OnInterrupted(std::span<const std::string> channels) override {
    std::vector<std::string> callers;
    for (const std::string& channel : channels) {
      if (Probe::Owns(channel)) {
        probe.OnInterrupted(channel);
      } else {
        callers.push_back(channel);
      }
    }
    if (!callers.empty()) port_.OnInterrupted(callers);
  }

  void OnMap(const std::vector<SlotRange>& map, bool is_cluster) {
    if (!known_ || cluster_ != is_cluster) {
      options.log(is_cluster ? "connected to a cluster" : "connected to a single server");
    }
    known_ = true;
    cluster_ = is_cluster;
    subscriptions.SetCluster(is_cluster);
    const std::map<std::string, std::size_t> before = SlotsByNode();
    const std::size_t moved = nodes.Apply(map);
    if (moved > 0) {
      counters.slots_moved.Add(moved);
      options.log(fmt::format("{} slots have moved: {} before, {} now", moved, Describe(before),
                              Describe(SlotsByNode())));
      OnOwnersChanged();
    }
    dispatcher.RetryParked();
    PlanTidy();
  }

  /// Updates the owner of one slot, and requests a new map.
  void OnMoved(std::uint16_t slot, const Endpoint& owner) {
    discovery.Doubt();
    Node& node = nodes.There(owner);
    if (nodes.owner(slot) == node.index) return;
    nodes.SetOwner(slot, node.index);
    counters.slots_moved.Add();
    OnOwnersChanged();
  }

  void OnOwnersChanged() {
    subscriptions.OnOwnersChanged();
    probe.OnOwnersChanged();
    CountLinks();
  }

  void OnLink(NodeConnection& connection, bool is_ready) {
    Node* node = nodes.Find(connection);
    if (node != nullptr) probe.OnLink(*node, is_ready);
    // A fault of the command connection may affect the push connection for longer: nothing is
    // written to it, so only TCP with its growing retransmission intervals would detect the loss.
    if (node != nullptr && !is_ready && &connection == &node->commands && node->pushes.ready()) {
      node->pushes.Reopen("its other connection was lost");
    }
    CountLinks();
    // A node without slots is not relevant for the map.
    if (!is_ready && node != nullptr && node->slots > 0) discovery.Doubt();
  }

  void OnReplica(const Endpoint& endpoint) {
    nodes.ForEach([&](Node& node) {
      // The host name may resolve to a different server now.
      if (node.endpoint == endpoint) Reopen(node, "it has become a replica");
    });
  }

  void Reopen(Node& node, const std::string& reason) {
    node.commands.Reopen(reason);
    node.pushes.Reopen(reason);
    discovery.Doubt();
  }

  [[nodiscard]] bool Troubled() {
    std::size_t owned = 0;
    bool down = false;
    nodes.ForEach([&](const Node& node) {
      owned += node.slots;
      if (node.slots > 0) down = down || !node.commands.ready() || !node.pushes.ready();
    });
    return down || owned < kSlots;
  }

  void CountLinks() {
    std::uint64_t commands = 0;
    std::uint64_t pushes = 0;
    nodes.ForEach([&](const Node& node) {
      commands += node.commands.ready() ? 1 : 0;
      pushes += node.pushes.ready() ? 1 : 0;
    });
    counters.command_links_up.Set(commands);
    counters.push_links_up.Set(pushes);
  }

  void Tidy() {
    const Millis now = shared.loop.now().steady;
    tidying_ = false;
    auto gone = nodes.TakeIdle(now - options.deadline);
    for (const auto& node : gone) {
      options.log(fmt::format("{} owns no slots now", NameOf(node->endpoint)));
      // Removed from the table, so events of its connections are ignored. Commands still pending
      // there have expired.
      node->commands.Close();
      node->pushes.Close();
      subscriptions.Forget(*node);
      probe.Forget(*node);
    }
    CountLinks();
    PlanTidy();
  }

  /// Schedules the search only if a node has no slots, so that an idle process sleeps.
  void PlanTidy() {
    bool idle = false;
    nodes.ForEach([&](const Node& node) { idle = idle || node.slots == 0; });
    if (!idle || tidying_) return;
    tidying_ = true;
    shared.loop.Schedule(tidy, shared.loop.now().steady + kTidyEvery);
  }

  [[nodiscard]] std::map<std::string, std::size_t> SlotsByNode() {
    std::map<std::string, std::size_t> slots;
    nodes.ForEach([&](const Node& node) {
      if (node.slots > 0) slots[NameOf(node.endpoint)] = node.slots;
    });
    return slots;
  }

  static std::string Describe(const std::map<std::string, std::size_t>& slots) {
    if (slots.empty()) return "nobody";
    std::string text;
    for (const auto& [name, count] : slots) {
      text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", name, count);
    }
    return text;
  }

  PushPort& port_;
  bool known_ = false;
  bool tidying_ = false;
  bool cluster_ = true;
};

ClusterClient::ClusterClient(http::Outbound& loop, ClientOptions options, PushPort& port)
    : impl_(std::make_unique<Impl>(loop, std::move(options), port)) {}

ClusterClient::~ClusterClient() = default;

void ClusterClient::Run(std::string_view key, std::vector<std::string> command, Done done) {
  auto one = std::make_unique<Command>();
  one->slot = SlotOf(key);
  one->done = std::move(done);
  AppendCommandHead(one->wire, command.size());
  for (const std::string& part : command) AppendCommandPart(one->wire, part);
  impl_->dispatcher.Run(std::move(one));
}

void ClusterClient::RunScript(const Script& script, std::vector<std::string> keys,
                              std::vector<std::string> arguments, Durability durability,
                              Done done) {
  auto one = std::make_unique<Command>();
  one->slot = SlotOf(keys.at(0));
  one->done = std::move(done);
  one->script = impl_->Know(script);
  one->is_script = true;
  one->replicas = durability == Durability::kReplicas && impl_->options.replicas > 0;
  one->script_parts = 3 + keys.size() + arguments.size();
  AppendCommandHead(one->wire, one->script_parts);
  AppendCommandPart(one->wire, "EVALSHA");
  AppendCommandPart(one->wire, script.sha1);
  one->script_rest = one->wire.size();
  AppendCommandPart(one->wire, std::to_string(keys.size()));
  for (const std::string& key : keys) AppendCommandPart(one->wire, key);
  for (const std::string& argument : arguments) AppendCommandPart(one->wire, argument);
  impl_->dispatcher.Run(std::move(one));
}

void ClusterClient::Subscribe(std::string channel) {
  impl_->subscriptions.Subscribe(std::move(channel));
}

void ClusterClient::Unsubscribe(std::string_view channel) {
  impl_->subscriptions.Unsubscribe(channel);
}

bool ClusterClient::ready() const { return impl_->Ready(); }

const ClientCounters& ClusterClient::counters() const { return impl_->counters; }

}  // namespace prichal::valkey
