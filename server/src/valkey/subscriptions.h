#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "valkey/node_connection.h"
#include "valkey/nodes.h"

namespace prichal::valkey {

/// Keeps each channel subscribed at the node that owns its slot. Subscribes in pipelined batches,
/// and again after a connection loss or slot move. Owned by ClusterClient, on its event loop.
class Subscriptions final : public NodeConnectionPort, private http::TurnEnd {
 public:
  Subscriptions(NodeConnectionShared& shared, PushPort& port, NodeEvents events);
  Subscriptions(const Subscriptions&) = delete;
  Subscriptions& operator=(const Subscriptions&) = delete;
  ~Subscriptions() override;

  /// Sets the node table. Call it once, before the first channel; `nodes` must outlive the object.
  void SetNodes(Nodes& nodes) { nodes_ = &nodes; }
  /// In a cluster one command must contain only channels of one slot.
  void SetCluster(bool cluster) { cluster_ = cluster; }

  /// See Client. Sent at the end of the loop iteration.
  void Subscribe(std::string channel);
  void Unsubscribe(std::string_view channel);

  /// The owner of at least one slot changed.
  void OnOwnersChanged();
  /// A node is being removed from the table.
  void Forget(const Node& node);

  void OnReady(NodeConnection& connection) override;
  void OnLost(NodeConnection& connection, Commands sent, Commands unsent) override;
  void OnAnswer(NodeConnection& /*connection*/, std::unique_ptr<Command> /*command*/,
                Reply /*reply*/, bool /*too_few*/) override {}
  void OnPush(NodeConnection& connection, Reply reply) override;

 private:
  enum class State : std::uint8_t {
    kWaiting,  ///< not sent yet
    kSent,     ///< sent, not confirmed
    kConfirmed,
  };
  struct Entry {
    std::uint16_t slot = 0;
    NodeIndex node = kNoNode;  ///< node that it was sent to; undefined while kWaiting
    State state = State::kWaiting;
    bool again = false;       ///< it was confirmed before
    std::uint32_t order = 0;  ///< ID of the Order that contains it
  };
  /// A sent command. The server confirms its channels one by one in order.
  struct Order {
    bool subscribes = false;
    std::uint32_t id = 0;
    std::vector<std::string> channels;
    std::size_t confirmed = 0;
  };
  /// Pending and sent commands of one node.
  struct Flow {
    std::deque<std::string> joining;  ///< may contain channels that were removed or moved since
    std::vector<std::string> leaving;
    std::deque<Order> orders;
    std::size_t unconfirmed = 0;  ///< number of channels in `orders`
    Millis heard{0};              ///< steady time since the first of `orders` waits for a reply
    bool up = false;              ///< its push connection is ready
  };
  struct Hash {
    using is_transparent = void;
    SipHash hash;
    std::size_t operator()(std::string_view text) const { return hash(text); }
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(std::string_view a, std::string_view b) const { return a == b; }
  };
  using Table = boost::unordered_flat_map<std::string, Entry, Hash, Equal>;
  struct Delayed {
    Millis due;
    std::vector<std::string> channels;
  };

  void OnTurnEnd() override;
  void MarkDirty();
  [[nodiscard]] Flow& FlowOf(NodeIndex node);
  /// Adds the channel to the flow of its slot's owner, or to `homeless_` if the owner is unknown.
  void Route(std::string channel, const Entry& entry);
  /// The same for a channel that may have been removed or sent since.
  void RouteAgain(std::string channel);
  void RouteLater(std::vector<std::string> channels, Millis most);
  void RouteDue();
  /// Marks a channel as interrupted and adds it to `again` for resubscription.
  void Interrupt(Table::iterator place, std::vector<std::string>& again);
  void InterruptNode(NodeIndex node);
  void CheckOwners();
  void Pump(Node& node);
  /// Reopens the connection of a node that confirms nothing within the command deadline. Otherwise
  /// a network that drops packets would block it until TCP detects the loss, long after the network
  /// works again.
  void CheckConfirmations();
  void SendOrder(Node& node, bool subscribes, std::vector<std::string> channels);
  void SendGrouped(Node& node, bool subscribes, std::vector<std::string> channels);
  void Confirmed(Node& node, std::string_view channel);
  void Left(Node& node, std::string_view channel);
  void Refused(Node& node, const Reply& reply);
  void Count();

  NodeConnectionShared& shared_;
  PushPort& port_;
  NodeEvents events_;
  Nodes* nodes_ = nullptr;
  bool cluster_ = true;
  Table table_;
  std::vector<Flow> flows_;           ///< by node index
  std::deque<std::string> homeless_;  ///< channels whose slot has no known owner
  std::vector<Delayed> delayed_;
  /// To report to the port at the end of the loop iteration.
  std::vector<std::string> interrupted_;
  std::size_t confirmed_ = 0;  ///< number of entries that are kConfirmed
  std::uint32_t last_order_ = 0;
  bool dirty_ = false;
  bool owners_changed_ = false;
  Alarm delay_alarm_;
  Alarm confirmation_alarm_;
  bool confirmation_awaited_ = false;  ///< the alarm is scheduled
};

}  // namespace prichal::valkey
