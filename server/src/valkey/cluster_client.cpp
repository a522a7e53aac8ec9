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

namespace {

/// Owns the parts of the client and forwards events between them.
class ClusterClient final : public Client, private PushPort {
 public:
  ClusterClient(http::Outbound& loop, ClientOptions options, PushPort& port,
                std::shared_ptr<ClientCounters> counters)
      : options_(std::move(options)),
        counters_(std::move(counters)),
        shared_{.loop = loop, .options = options_, .counters = *counters_},
        events_{.on_moved = [this](auto slot, const auto& to) { OnMoved(slot, to); },
                .on_doubt = [this] { discovery_.Doubt(); },
                .on_link = [this](NodeConnection& connection,
                                  bool ready) { OnLink(connection, ready); }},
        dispatcher_(shared_, events_),
        subscriptions_(shared_, *this, events_),
        nodes_(shared_, dispatcher_, subscriptions_),
        probe_(shared_, nodes_, dispatcher_, subscriptions_,
               [this](Node& node) { Reopen(node, "no answer to its probes"); }),
        discovery_(shared_, nodes_, dispatcher_,
                   {.on_map = [this](const auto& map, bool is) { OnMap(map, is); },
                    .on_replica = [this](const Endpoint& endpoint) { OnReplica(endpoint); },
                    .troubled = [this] { return Troubled(); }}),
        tidy_([this] { Tidy(); }),
        port_(port) {
    dispatcher_.SetNodes(nodes_);
    subscriptions_.SetNodes(nodes_);
    discovery_.Start();
  }

  void Run(std::string_view key, std::vector<std::string> command, Done done) override {
    auto one = std::make_unique<Command>();
    one->slot = SlotOf(key);
    one->done = std::move(done);
    AppendCommand(one->wire, command);
    dispatcher_.Run(std::move(one));
  }

  void RunScript(const Script& script, std::vector<std::string> keys,
                 std::vector<std::string> arguments, Durability durability, Done done) override {
    auto one = std::make_unique<Command>();
    one->slot = SlotOf(keys.at(0));
    one->done = std::move(done);
    one->script = Know(script);
    one->is_script = true;
    one->replicas = durability == Durability::kReplicas && options_.replicas > 0;
    one->script_parts = 3 + keys.size() + arguments.size();
    AppendCommandHead(one->wire, one->script_parts);
    AppendCommandPart(one->wire, "EVALSHA");
    AppendCommandPart(one->wire, script.sha1);
    one->script_rest = one->wire.size();
    AppendCommandPart(one->wire, std::to_string(keys.size()));
    for (const std::string& key : keys) AppendCommandPart(one->wire, key);
    for (const std::string& argument : arguments) AppendCommandPart(one->wire, argument);
    dispatcher_.Run(std::move(one));
  }

  void Subscribe(std::string channel) override { subscriptions_.Subscribe(std::move(channel)); }
  void Unsubscribe(std::string_view channel) override { subscriptions_.Unsubscribe(channel); }

  [[nodiscard]] bool ready() const override {
    bool ready = false;
    nodes_.ForEach([&](const Node& node) {
      ready =
          ready || (node.slots > 0 && node.probed && node.commands.ready() && node.pushes.ready());
    });
    return ready;
  }

 private:
  std::shared_ptr<const Script> Know(const Script& script) {
    const auto found =
        std::find_if(shared_.scripts.begin(), shared_.scripts.end(),
                     [&](const auto& registered) { return registered->sha1 == script.sha1; });
    if (found != shared_.scripts.end()) return *found;
    return shared_.scripts.emplace_back(std::make_shared<const Script>(script));
  }

  void OnPush(std::string_view channel, std::string_view payload) override {
    if (Probe::Owns(channel)) {
      probe_.OnPush(channel, payload);
    } else {
      port_.OnPush(channel, payload);
    }
  }
  void OnSubscribed(std::string_view channel) override {
    if (Probe::Owns(channel)) {
      probe_.OnSubscribed(channel);
    } else {
      port_.OnSubscribed(channel);
    }
  }
  void OnInterrupted(std::span<const std::string> channels) override {
    std::vector<std::string> callers;
    for (const std::string& channel : channels) {
      if (Probe::Owns(channel)) {
        probe_.OnInterrupted(channel);
      } else {
        callers.push_back(channel);
      }
    }
    if (!callers.empty()) port_.OnInterrupted(callers);
  }

  void OnMap(const std::vector<SlotRange>& map, bool is_cluster) {
    if (!known_ || cluster_ != is_cluster) {
      options_.log(is_cluster ? "connected to a cluster" : "connected to a single server");
    }
    known_ = true;
    cluster_ = is_cluster;
    subscriptions_.SetCluster(is_cluster);
    const std::map<std::string, std::size_t> before = SlotsByNode();
    const std::size_t moved = nodes_.Apply(map);
    if (moved > 0) {
      counters_->slots_moved.Add(moved);
      options_.log(fmt::format("{} slots have moved: {} before, {} now", moved, Describe(before),
                               Describe(SlotsByNode())));
      OnOwnersChanged();
    }
    dispatcher_.RetryParked();
    PlanTidy();
  }

  /// Updates the owner of one slot, and requests a new map.
  void OnMoved(std::uint16_t slot, const Endpoint& owner) {
    discovery_.Doubt();
    Node& node = nodes_.There(owner);
    if (nodes_.owner(slot) == node.index) return;
    nodes_.SetOwner(slot, node.index);
    counters_->slots_moved.Add();
    OnOwnersChanged();
  }

  void OnOwnersChanged() {
    subscriptions_.OnOwnersChanged();
    probe_.OnOwnersChanged();
    CountLinks();
  }

  void OnLink(NodeConnection& connection, bool is_ready) {
    Node* node = nodes_.Find(connection);
    if (node != nullptr) probe_.OnLink(*node, is_ready);
    // A fault of the command connection may affect the push connection for longer: nothing is
    // written to it, so only TCP with its growing retransmission intervals would detect the loss.
    if (node != nullptr && !is_ready && &connection == &node->commands && node->pushes.ready()) {
      node->pushes.Reopen("its other connection was lost");
    }
    CountLinks();
    // A node without slots is not relevant for the map.
    if (!is_ready && node != nullptr && node->slots > 0) discovery_.Doubt();
  }

  void OnReplica(const Endpoint& endpoint) {
    nodes_.ForEach([&](Node& node) {
      // The host name may resolve to a different server now.
      if (node.endpoint == endpoint) Reopen(node, "it has become a replica");
    });
  }

  void Reopen(Node& node, const std::string& reason) {
    node.commands.Reopen(reason);
    node.pushes.Reopen(reason);
    discovery_.Doubt();
  }

  [[nodiscard]] bool Troubled() {
    std::size_t owned = 0;
    bool down = false;
    nodes_.ForEach([&](const Node& node) {
      owned += node.slots;
      if (node.slots > 0) down = down || !node.commands.ready() || !node.pushes.ready();
    });
    return down || owned < kSlots;
  }

  void CountLinks() {
    std::uint64_t commands = 0;
    std::uint64_t pushes = 0;
    nodes_.ForEach([&](const Node& node) {
      commands += node.commands.ready() ? 1 : 0;
      pushes += node.pushes.ready() ? 1 : 0;
    });
    counters_->command_links_up.Set(commands);
    counters_->push_links_up.Set(pushes);
  }

  void Tidy() {
    const Millis now = shared_.loop.now().steady;
    tidying_ = false;
    auto gone = nodes_.TakeIdle(now - options_.deadline);
    for (const auto& node : gone) {
      options_.log(fmt::format("{} owns no slots now", NameOf(node->endpoint)));
      // Removed from the table, so events of its connections are ignored. Commands still pending
      // there have expired.
      node->commands.Close();
      node->pushes.Close();
      subscriptions_.Forget(*node);
      probe_.Forget(*node);
    }
    CountLinks();
    PlanTidy();
  }

  /// Schedules the search only if a node has no slots, so that an idle process sleeps.
  void PlanTidy() {
    bool idle = false;
    nodes_.ForEach([&](const Node& node) { idle = idle || node.slots == 0; });
    if (!idle || tidying_) return;
    tidying_ = true;
    shared_.loop.Schedule(tidy_, shared_.loop.now().steady + kTidyEvery);
  }

  [[nodiscard]] std::map<std::string, std::size_t> SlotsByNode() {
    std::map<std::string, std::size_t> slots;
    nodes_.ForEach([&](const Node& node) {
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

  const ClientOptions options_;
  const std::shared_ptr<ClientCounters> counters_;
  NodeConnectionShared shared_;
  const NodeEvents events_;
  Dispatcher dispatcher_;
  Subscriptions subscriptions_;
  Nodes nodes_;
  Probe probe_;
  Discovery discovery_;
  Alarm tidy_;
  PushPort& port_;
  bool known_ = false;
  bool tidying_ = false;
  bool cluster_ = true;
};

}  // namespace

std::unique_ptr<Client> MakeClusterClient(http::Outbound& loop, ClientOptions options,
                                          PushPort& port,
                                          std::shared_ptr<ClientCounters> counters) {
  return std::make_unique<ClusterClient>(loop, std::move(options), port, std::move(counters));
}

}  // namespace prichal::valkey
